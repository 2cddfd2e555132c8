extension Feature {
    /// Statistics of the site.
    static let statistics = Feature(
        pages: [StatisticsPage.self],
        routes: { app in [StatisticsRoutes(app: app)] }
    )
}
