extension Feature {
    /// The home page, lists of places, and the pages of places.
    static let places = Feature(
        pages: [HomePage.self, PlaceListPage.self, PlacePage.self],
        routes: { app in [PlaceRoutes(app: app)] }
    )
}
