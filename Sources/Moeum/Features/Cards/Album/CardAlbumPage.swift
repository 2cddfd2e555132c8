/// Somebody's days as photo cards.
struct CardAlbumPage: Page {
    static let template = "cards/album"

    /// The cards of one year that are on the page.
    struct Year: ViewModel {
        let name: String
        let cards: [AlbumCard]

        static let fields: [Field<Year>] = [
            .text("year") { $0.name }, .list("cards") { $0.cards },
        ]
    }

    let query: CardAlbumQuery
    let years: [Year]
    let counts: CardAlbumCounts
    let choices: [ListChoice]
    let next: String?
    let monthHref: String
    let weatherAttributions: [WeatherAttribution]

    static let fields: [Field<CardAlbumPage>] = [
        .list("years") { $0.years },
        .integer("total") { $0.counts.all },
        .text("next") { $0.next },
        .integer("count") { $0.counts.all }.viewOnly,
        .list("choices") { $0.choices }.viewOnly,
        .flag("isOne") { $0.query.isOneByOne }.viewOnly,
        .text("allHref") { page in page.query.with { $0.isOneByOne = false } }.viewOnly,
        .text("oneHref") { page in page.query.with { $0.isOneByOne = true } }.viewOnly,
        .text("calendarHref") { $0.monthHref }.viewOnly,
        .text("listHref") { "\($0.monthHref)?view=list" }.viewOnly,
        .flag("isNew") { $0.counts == CardAlbumCounts() }.viewOnly,
        .list("weatherCredits") { $0.weatherAttributions }.viewOnly,
    ]
}

/// A day as a card, made of text and a photo.
struct AlbumCard: ViewModel {
    let href: String
    let name: String
    let kind: Place.Kind?
    /// The words on a plate, where there is no photo.
    let title: String
    let dayText: String
    let weather: WeatherView?
    let photo: DiaryPhoto?
    /// The address of a public card's picture.
    var picture: String?
    let isShared: Bool

    static let fields: [Field<AlbumCard>] = [
        .text("href") { $0.href },
        .text("cardName") { $0.name },
        .choice("kind") { $0.kind },
        .text("title") { $0.title },
        .text("dayText") { $0.dayText },
        .object("weather") { $0.weather },
        .text("thumb") { $0.picture ?? $0.photo?.files.path(.medium) },
        .flag("isShared") { $0.isShared },
        .flag("isHangul") { Romanization.hasHangul($0.title + $0.name) }.viewOnly,
    ]
}
