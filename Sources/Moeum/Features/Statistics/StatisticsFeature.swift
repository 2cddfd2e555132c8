extension Feature {
    static let statistics = Feature(
        pages: [StatisticsPage.self],
        routes: { app in [StatisticsRoutes(app: app)] }
    )
}
