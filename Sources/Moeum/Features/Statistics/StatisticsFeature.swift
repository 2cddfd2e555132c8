extension Feature {
    /// Visits of the site, counted.
    static let statistics = Feature(
        pages: [StatisticsPage.self],
        routes: { app in
            [
                StatisticsRoutes(app: app)
            ]
        }
    )
}
