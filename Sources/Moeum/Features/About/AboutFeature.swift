extension Feature {
    /// Pages about the site, and the files that browsers and crawlers ask for.
    static let about = Feature(
        pages: [AboutPage.self, AboutDataPage.self],
        routes: { app in [AboutRoutes(app: app)] }
    )
}
