/// The page of one place.
struct PlacePage: Page {
    static let template = "places/place"

    var place: PlaceDetail
    let reviews: ReviewSection
    var gallery: PlaceGallery?

    static let fields: [Field<PlacePage>] = [
        .object("place") { $0.place },
        .object("gallery") { $0.gallery }.viewOnly,
        .object("rating") { PlaceScore(counts: $0.reviews.score.counts) },
        .list("reviews") { $0.reviews.reviews },
        .text("next") { $0.reviews.next },
        .list("blocked") { $0.reviews.blocked },
        .object("section") { $0.reviews }.viewOnly,
    ]
}

/// The rating of a place; the histogram counts one to five stars.
struct PlaceScore: ViewModel {
    let counts: RatingCounts

    static let fields: [Field<PlaceScore>] = [
        .decimal("mean") { $0.counts.mean.map(PlaceRating.rounded) },
        .integer("count") { $0.counts.count },
        .integers("histogram") { $0.counts.stars },
    ]
}

/// A place with all facts of its page.
struct PlaceDetail: ViewModel {
    let card: PlaceCard
    /// Both as their readers get them.
    let roadAddress: String?
    let lotAddress: String?
    let designatedText: String?
    let source: SourceNote
    let sourceText: String
    /// Facts from other sources than the record's own, or of another day.
    var otherFacts: [FactNote] = []
    var registered = RegisteredNotes()
    var hours: HoursTable?
    /// Where the place has closed: the nearest like it.
    var similar: [PlaceCard] = []
    /// Nil on Korean pages.
    var googleHref: String?
    var nearby: [Neighbour] = []
    /// The dong that the place is in, where no more is known of its position: 망원동 안.
    var area: String?
    var mapDrawing: Markup?
    var tiles: MapTiles?
    /// The reader's own visits, and their favourite's tags and note.
    var visits: VisitSection?
    /// What people answered to whether it is still there.
    var confirmations = ConfirmationCounts()
    /// The question whether it is still there; nil where it stands beside the reader's visits, and where nobody is asked.
    var confirmationSection: ConfirmationSection?
    /// What members tell about it, value by value.
    var facts: [PlaceFactRow] = []
    /// The same as the page shows and asks it; nil of a closed place.
    var attributes: AttributeSection?

    /// Shown only when it is a web address.
    var link: WebLink? { WebLink(card.place.link) }

    var typeHref: String { "/districts/\(card.place.district)?type=\(card.place.category.queryEncoded)" }

    /// Digits only, as RFC 3966 wants, with the plus of an international number.
    var dialable: String? {
        card.place.phone.map { phone in
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            return String(decoding: phone.utf8.filter { digits.contains($0) || $0 == UInt8(ascii: "+") }, as: UTF8.self)
        }
    }

    /// The way to its door in another map service, where the position is good enough for one.
    var directionsHref: String {
        guard let position = card.place.position?.pinned else { return card.kakaoHref }
        let name = card.name.queryEncoded
        return "https://map.kakao.com/link/to/\(name),\(position.latitude),\(position.longitude)"
    }

    /// Reads the card's fields in place: copying the card for each field would cost more than rendering the page.
    func value(at index: Int) -> FieldValue {
        index < PlaceCard.fields.count ? card.value(at: index) : Self.fields[index].read(self)
    }

    /// The official name, where nothing else says it.
    private var otherName: String? {
        let official = card.place.officialName
        return official == card.name || registered.renaming != nil ? nil : official
    }

    private static let registeredFields: [Field<PlaceDetail>] = [
        .text("currentName") { $0.card.place.currentName },
        .object("operation") { $0.registered.operation.map(OperationNote.init) },
        .list("designations") { $0.registered.designations },
        .list("prices") { $0.registered.prices },
        .object("trust") { $0.registered.trust }.viewOnly,
        .object("renaming") { $0.registered.renaming }.viewOnly,
        .text("modelYears") { $0.registered.modelYears }.viewOnly,
        .flag("isModel") { $0.registered.isModel }.viewOnly,
        .text("licenceText") { $0.registered.licenceText }.viewOnly,
        .text("priceSource") { $0.registered.priceSource }.viewOnly,
        .list("similar") { $0.similar }.viewOnly,
        .text("googleHref") { $0.googleHref }.viewOnly,
    ]

    static let fields: [Field<PlaceDetail>] =
        PlaceCard.fields.map { $0.lifted { $0.card } } + registeredFields + [
            .text("roadAddress") { $0.roadAddress },
            .text("lotAddress") { $0.lotAddress },
            .text("designatedOn") { $0.card.place.designatedOn },
            .choice("status") { $0.card.place.status },
            .object("source") { $0.source },
            .text("description") { $0.card.place.description },
            .text("link") { $0.link?.address },
            .text("linkLabel") { $0.link?.host }.viewOnly,
            .text("otherName") { $0.otherName }.viewOnly,
            .text("otherAddress") { $0.roadAddress == nil ? nil : $0.lotAddress }.viewOnly,
            .text("designatedText") { $0.designatedText }.viewOnly,
            .text("sourceText") { $0.sourceText }.viewOnly,
            .list("otherFacts") { $0.otherFacts },
            .text("dialable") { $0.dialable }.viewOnly,
            .text("typeHref") { $0.typeHref }.viewOnly,
            .text("kakaoHref") { $0.card.kakaoHref }.viewOnly,
            .text("naverHref") { $0.card.naverHref }.viewOnly,
            .text("directionsHref") { $0.directionsHref }.viewOnly,
            .text("area") { $0.area }.viewOnly,
            .object("hours") { $0.hours },
            .list("nearby") { $0.nearby }.viewOnly,
            .markup("mapDrawing") { $0.mapDrawing },
            .object("tiles") { $0.tiles }.viewOnly,
            .list("visits") { $0.visits?.visits ?? [] },
            .object("visitSection") { $0.visits }.viewOnly,
            .object("confirmations") { $0.confirmations },
            .object("confirmationSection") { $0.confirmationSection }.viewOnly,
            .list("facts") { $0.facts },
            .object("attributes") { $0.attributes }.viewOnly,
        ]
}

/// A link to a place close by.
struct Neighbour: ViewModel {
    let place: Place
    /// Nil where the page's place is known by its dong alone, from which nothing is measured.
    let distanceText: String?

    static let fields: [Field<Neighbour>] = [
        .text("href") { "/places/\($0.place.id)" },
        .text("name") { $0.place.name },
        .flag("isBookshop") { $0.place.kind == .bookshop },
        .text("distanceText") { $0.distanceText },
    ]
}

/// The source of the record, and its day.
struct SourceNote: ViewModel {
    let name: String
    let asOf: String

    static let fields: [Field<SourceNote>] = [.text("name") { $0.name }, .text("asOf") { $0.asOf }]
}

/// A single fact with the source and day of its own.
struct FactNote: ViewModel {
    let fact: String
    let label: String
    let source: SourceNote
    let text: String

    static let fields: [Field<FactNote>] = [
        .text("fact") { $0.fact }, .text("label") { $0.label }, .object("source") { $0.source },
        .text("text") { $0.text }.viewOnly,
    ]
}

/// A web address from the record, refused unless it is http or https.
struct WebLink: Sendable, Equatable {
    let address: String
    let host: String

    init?(_ text: String?) {
        guard let text, let scheme = ["https://", "http://"].first(where: { text.lowercased().begins(with: $0) }) else {
            return nil
        }
        let host = Substring(text.utf8.dropFirst(scheme.utf8.count).prefix { !"/?#".utf8.contains($0) })
        guard !host.isEmpty, !host.includes("@"), !text.contains(where: \.isWhitespace) else { return nil }
        address = text
        self.host = String(host)
    }
}

/// Opening hours as a week, or the source's text where it is not understood.
struct HoursTable: ViewModel {
    struct Day: ViewModel {
        let day: String
        let text: String
        let isToday: Bool

        static let fields: [Field<Day>] = [
            .text("day") { $0.day }, .text("text") { $0.text }, .flag("isToday") { $0.isToday },
        ]
    }

    /// The days of which members tell something else than the place's record, and how many members do.
    struct Differing: ViewModel {
        let text: String
        let days: [Day]

        static let fields: [Field<Differing>] = [.text("text") { $0.text }, .list("days") { $0.days }]
    }

    let days: [Day]
    let rawText: String?
    let nowText: String?
    let isOpenNow: Bool
    /// Whether members tell them, not the place's record.
    var isTold = false
    /// By how many members, and when.
    var toldText: String?
    /// Nil where they tell the same as the record, or nothing.
    var differing: Differing?

    static let fields: [Field<HoursTable>] = [
        .object("differing") { $0.differing },
        .text("toldText") { $0.toldText },
        .list("days") { $0.days },
        .text("rawText") { $0.rawText },
        .text("nowText") { $0.nowText },
        .text("nowBadge") { $0.isOpenNow ? "badge--ok" : "badge--mute" }.viewOnly,
    ]
}
