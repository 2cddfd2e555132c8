extension Feature {
    /// The home page, lists of places, and one place.
    static let places = Feature(
        pages: [HomePage.self, PlaceListPage.self, PlacePage.self],
        routes: { app in
            [
                PlaceRoutes(app: app)
            ]
        }
    )
}
