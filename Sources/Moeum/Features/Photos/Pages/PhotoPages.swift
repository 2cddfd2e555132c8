/// One photo, with links to the next ones of its place.
struct PhotoPage: Page {
    static let template = "photos/photo"
    /// The fragment that a lightbox shows.
    static let fragments = ["photo": "photos/shot"]

    let card: GalleryCard
    let neighbours: GalleryNeighbours
    let title: String
    /// Whether the reader sent it.
    let isOwn: Bool

    private static func href(_ id: Photo.ID?) -> String? { id.map { "/photos/\($0)" } }

    /// Where the place's page shows the photo: in the gallery, or else in its review.
    private var backHref: String {
        let photo = card.photo
        return "/places/\(photo.place.id)#" + (neighbours.isInFront ? "photo-\(photo.id)" : "r\(photo.review)")
    }

    static let fields: [Field<PhotoPage>] = [
        .object("photo") { $0.card },
        .text("previous") { href($0.neighbours.previous) },
        .text("next") { href($0.neighbours.next) },
        .text("firstHref") { href($0.neighbours.first) }.viewOnly,
        .text("lastHref") { href($0.neighbours.last) }.viewOnly,
        .integer("number") { $0.neighbours.newerCount + 1 }.viewOnly,
        .integer("total") { $0.neighbours.count }.viewOnly,
        .text("backHref") { $0.backHref }.viewOnly,
        .text("title") { $0.title }.viewOnly,
        .flag("isOwn") { $0.isOwn }.viewOnly,
    ]
}

/// The photos of a place, all or those of one kind, a page at a time.
struct PlacePhotosPage: Page {
    static let template = "photos/wall"

    /// A link to the photos of one kind, or to all.
    struct Filter: ViewModel {
        let label: String
        /// Nil for all.
        let count: Int?
        let href: String
        let isCurrent: Bool

        static let fields: [Field<Filter>] = [
            .text("label") { $0.label },
            .integer("ofKind") { $0.count },
            .text("filterHref") { $0.href },
            .flag("isCurrent") { $0.isCurrent },
        ]
    }

    let place: GalleryPhoto.Subject
    let cards: [GalleryCard]
    /// How many there are, of the kind that is asked for.
    let count: Int
    /// Empty where there is nothing to choose from.
    let filters: [Filter]
    let isNarrowed: Bool
    let next: String?
    /// The address of the first page; nil there.
    let firstHref: String?
    /// The slug of the place's district.
    let district: String

    static let fields: [Field<PlacePhotosPage>] = [
        .object("place") { $0.place },
        .list("photos") { $0.cards },
        .integer("total") { $0.count },
        .text("next") { $0.next },
        .integer("count") { $0.count }.viewOnly,
        .list("filters") { $0.filters }.viewOnly,
        .flag("isNarrowed") { $0.isNarrowed }.viewOnly,
        .text("firstHref") { $0.firstHref }.viewOnly,
        .text("nearbyHref") { "/photos?district=\($0.district)" }.viewOnly,
    ]
}

/// The newest photos of a place, at the top of its page, and before them its newest menu board.
struct PlaceGallery: ViewModel {
    static let maxShown = 5

    let cards: [GalleryCard]
    /// The newest of all, which other sites show.
    let newest: GalleryCard
    let count: Int
    let href: String

    static let fields: [Field<PlaceGallery>] = [
        .list("front") { $0.count > maxShown ? $0.cards.dropLast() : $0.cards },
        // The last card is covered by the number of all photos and links to the wall.
        .object("cover") { $0.count > maxShown ? $0.cards.last : nil },
        .integer("count") { $0.count },
        .integer("shown") { $0.cards.count },
        .text("allHref") { $0.href },
    ]
}
