/// The photos of one's own reviews and diary.
struct OwnPhotosPage: Page {
    static let template = "wall/own"
    static let fragments = ["list": "wall/own-list"]
    static let pageSize = 30

    let cards: [OwnPhotoCard]
    let next: String?

    static let fields: [Field<OwnPhotosPage>] = [
        .list("photos") { $0.cards },
        .text("next") { $0.next },
        .object("tabs") { _ in WallPage.Tabs(current: .own) }.viewOnly,
    ]
}

/// A photo of one's own on a wall.
struct OwnPhotoCard: ViewModel {
    let own: OwnPhoto
    let card: WallCard
    let dayText: String?

    static let fields: [Field<OwnPhotoCard>] = [
        .object("photo") { $0.card },
        .text("entryId") { $0.own.entry.map { String($0) } },
        .text("day") { $0.own.day },
        .flag("isPrivate") { $0.own.entry != nil }.viewOnly,
        .text("ownHref") { card in card.own.entry.map { "/diary/entries/\($0)" } ?? "/photos/\(card.own.photo.id)" }
            .viewOnly,
        .text("dayText") { $0.dayText }.viewOnly,
    ]
}
