struct RoulettePickPage: Page {
    static let template = "roulette/pick"

    let card: PlaceCard

    static let fields: [Field<RoulettePickPage>] = [
        .object("pick") { $0.card }
    ]
}
