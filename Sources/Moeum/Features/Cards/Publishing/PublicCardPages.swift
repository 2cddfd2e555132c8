/// A public card as its maker sees it: its link, and the button that takes it back.
struct OwnCardPage: Page {
    static let template = "cards/own"

    let card: Card
    let address: String
    /// Where it was made; nil where that is gone.
    let sourceHref: String?

    static let fields: [Field<OwnCardPage>] = [
        .text("id") { String($0.card.id) },
        .text("address") { $0.address },
        .text("alt") { $0.card.alt },
        .flag("isHidden") { $0.card.hiddenAt != nil },
        .flag("isPublic") { $0.card.isPublic },
        .text("cardPath") { $0.card.path }.viewOnly,
        .time("created") { $0.card.createdAt }.viewOnly,
        .text("sourceHref") { $0.sourceHref }.viewOnly,
        .text("cardTitle") { $0.card.plan.words.name }.viewOnly,
    ]
}

/// A public card as everybody with its link sees it: the picture and the same in text.
struct PublicCardPage: Page {
    static let template = "cards/public"

    let card: Card
    let weatherAttributions: [WeatherAttribution]
    let isOwn: Bool

    static let fields: [Field<PublicCardPage>] = [
        .text("name") { $0.card.plan.words.name },
        .text("where") { $0.card.plan.words.place },
        .text("line") { $0.card.plan.words.line },
        .text("date") { $0.card.plan.words.date },
        .text("alt") { $0.card.alt },
        .text("src") { "\($0.card.path)/square.jpg" },
        .list("weatherCredits") { $0.weatherAttributions }.viewOnly,
        .text("cardPath") { $0.card.path }.viewOnly,
        .text("placeHref") { page in page.card.place.map { "/places/\($0)" } }.viewOnly,
        .choice("subject") { $0.card.plan.subject }.viewOnly,
        .text("reportHref") { $0.isOwn ? nil : "/reports/new?target=card:\($0.card.id)" }.viewOnly,
        .text("ownHref") { $0.isOwn ? "/cards/\($0.card.id)" : nil }.viewOnly,
    ]
}
