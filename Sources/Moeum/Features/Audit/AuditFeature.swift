extension Feature {
    /// The audit log, and the public page with its monthly figures.
    static let audit = Feature(
        pages: [AuditPage.self, TransparencyPage.self],
        routes: { app in
            [
                AuditRoutes(app: app),
                TransparencyRoutes(app: app),
            ]
        }
    )
}
