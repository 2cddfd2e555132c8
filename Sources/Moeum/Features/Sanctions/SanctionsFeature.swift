extension Feature {
    /// The moderation history of the reader's own account, and appeals.
    static let sanctions = Feature(
        pages: [ModerationHistoryPage.self, AppealPage.self, AppealsPage.self],
        routes: { app in
            [
                ModerationHistoryRoutes(app: app),
                AppealRoutes(app: app),
            ]
        }
    )
}
