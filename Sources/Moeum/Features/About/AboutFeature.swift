extension Feature {
    /// What the site is, and what it tells machines.
    static let about = Feature(
        pages: [AboutPage.self, AboutDataPage.self],
        routes: { app in
            [
                AboutRoutes(app: app)
            ]
        }
    )
}
