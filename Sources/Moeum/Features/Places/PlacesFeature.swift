extension Feature {
    static let places = Feature(
        pages: [HomePage.self, PlaceListPage.self, PlacePage.self],
        routes: { app in [PlaceRoutes(app: app)] }
    )
}
