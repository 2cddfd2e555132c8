extension Feature {
    /// Takedowns: requests, decisions, objections.
    static let takedowns = Feature(
        pages: [BlockedReviewPage.self, TakedownQueuePage.self],
        routes: { app in
            [
                TakedownRoutes(app: app),
                TakedownQueueRoutes(app: app),
            ]
        }
    )
}
