extension Feature {
    /// Corrections of places by staff.
    static let corrections = Feature(
        pages: [CorrectedPlacesPage.self, CorrectedPlacePage.self, NewPlacePage.self],
        routes: { app in
            [
                CorrectionRoutes(app: app)
            ]
        }
    )
}
