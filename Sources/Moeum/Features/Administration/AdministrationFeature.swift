extension Feature {
    /// What staff see of the machine and the lists that they keep.
    static let administration = Feature(
        pages: [OutboxPage.self, AdministrationPage.self, WordsPage.self, DiagnosticsPage.self],
        routes: { app in
            [
                OutboxRoutes(app: app),
                WordsRoutes(app: app),
                DiagnosticsRoutes(app: app),
            ]
        }
    )
}
