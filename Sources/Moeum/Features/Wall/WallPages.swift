/// The photos of all places, newest first.
struct WallPage: Page {
    static let template = "wall/photos"
    static let fragments = ["list": "wall/list"]

    /// The photos that somebody can look at: all, those they saved, their own.
    struct Tabs: ViewModel {
        enum Tab: String, Sendable, CaseIterable { case all, saved, own }

        let current: Tab

        static let fields: [Field<Tabs>] = [
            .choice("current") { $0.current }
        ]
    }

    let cards: [WallCard]
    let next: String?
    /// The address of the newest photos, where some are before these, and how many.
    let newest: String?
    let newerText: String
    let isNarrowed: Bool
    let districts: [ListChoice]
    let kinds: [ListChoice]
    let noneText: String

    static let fields: [Field<WallPage>] = [
        .list("photos") { $0.cards },
        .text("next") { $0.next },
        .object("tabs") { _ in Tabs(current: .all) }.viewOnly,
        .text("newestHref") { $0.newest }.viewOnly,
        .text("newerText") { $0.newerText }.viewOnly,
        .flag("isNarrowed") { $0.isNarrowed }.viewOnly,
        .list("districts") { $0.districts }.viewOnly,
        .list("kinds") { $0.kinds }.viewOnly,
        .text("noneText") { $0.noneText }.viewOnly,
    ]
}

/// A photo on a wall.
struct WallCard: ViewModel {
    let photo: WallPhoto
    let alt: String
    /// The dong, or the district.
    let whereText: String
    /// Whether the reader has saved it; nil without a session.
    let isSaved: Bool?
    /// The first photos are loaded eagerly.
    let isEarly: Bool

    static let fields: [Field<WallCard>] = [
        .integer("id") { Int($0.photo.id) },
        .text("src") { $0.photo.files.path(.medium) },
        .integer("width") { $0.photo.files.width(.medium) },
        .integer("height") { $0.photo.files.height(.medium) },
        .text("alt") { $0.alt },
        .integer("shape") { $0.photo.files.wallShape.rows },
        .object("place") { $0.photo.place },
        .flag("saved") { $0.isSaved },
        .text("sources") { $0.photo.files.sources(upTo: .medium) }.viewOnly,
        .text("colour") { $0.photo.colour }.viewOnly,
        .text("placeWhere") { $0.whereText }.viewOnly,
        .flag("isEarly") { $0.isEarly }.viewOnly,
        .object("star") { card in
            StarButton(photo: card.photo.id, name: card.photo.place?.name ?? "", isSaved: card.isSaved)
        }
        .viewOnly,
    ]
}

extension WallPhoto.Subject: ViewModel {
    static let fields: [Field<WallPhoto.Subject>] = [
        .integer("id") { Int($0.id) },
        .text("kind") { $0.kind.rawValue },
        .text("name") { $0.name },
        .text("placeName") { $0.name }.viewOnly,
        .flag("isBookshop") { $0.kind == .bookshop }.viewOnly,
    ]
}

/// The button that saves a photo or lets it go, a form: the model of `wall/star`.
struct StarButton: ViewModel {
    let photo: Photo.ID
    /// The name of the place that the photo shows.
    let name: String
    /// Nil without a session, where it leads to the login.
    let isSaved: Bool?

    static let fields: [Field<StarButton>] = [
        .integer("starPhoto") { Int($0.photo) },
        .text("starName") { $0.name },
        .flag("isMember") { $0.isSaved != nil },
        .flag("isSaved") { $0.isSaved ?? false },
    ]
}
