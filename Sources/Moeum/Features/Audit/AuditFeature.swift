extension Feature {
    /// The audit log, and what everybody reads of it.
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
