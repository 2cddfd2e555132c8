extension Feature {
    static let roulette = Feature(
        pages: [RoulettePage.self, RoulettePickPage.self],
        routes: { app in
            [
                RouletteRoutes(app: app)
            ]
        }
    )
}
