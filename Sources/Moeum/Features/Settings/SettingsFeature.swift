extension Feature {
    /// Settings of the site, for admins.
    static let settings = Feature(
        pages: [SiteSettingsPage.self],
        routes: { app in
            [
                SiteSettingsRoutes(app: app)
            ]
        }
    )
}
