struct RoulettePickPage: Page {
    static let template = "roulette/pick"

    let card: PlaceCard

    static let fields: [Field<RoulettePickPage>] = [
        .object("pick") { $0.card },
        .flag("isClosed") { $0.card.status == .closed }.viewOnly,
        .flag("isCancelled") { $0.card.status == .cancelled }.viewOnly,
    ]
}
