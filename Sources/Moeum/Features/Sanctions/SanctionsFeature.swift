extension Feature {
    /// The standing of the reader's own account, and appeals.
    static let sanctions = Feature(
        pages: [StandingPage.self, AppealPage.self, AppealsPage.self],
        routes: { app in
            [
                StandingRoutes(app: app),
                AppealRoutes(app: app),
            ]
        }
    )
}
