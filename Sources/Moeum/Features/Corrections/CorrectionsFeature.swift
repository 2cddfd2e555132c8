extension Feature {
    /// Facts of places that staff set right.
    static let corrections = Feature(
        pages: [CorrectedPlacesPage.self, CorrectedPlacePage.self, NewPlacePage.self],
        routes: { app in
            [
                CorrectionRoutes(app: app)
            ]
        }
    )
}
