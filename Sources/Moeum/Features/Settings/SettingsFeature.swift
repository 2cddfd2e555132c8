extension Feature {
    /// Settings of the site that admins change.
    static let settings = Feature(
        pages: [SiteSettingsPage.self],
        routes: { app in
            [
                SiteSettingsRoutes(app: app)
            ]
        }
    )
}
