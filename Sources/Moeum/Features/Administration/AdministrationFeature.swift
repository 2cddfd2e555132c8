extension Feature {
    /// The staff's first page, the site's health, and the lists of disposable domains and blocked words.
    static let administration = Feature(
        pages: [JobsPage.self, AdministrationPage.self, WordsPage.self, DiagnosticsPage.self],
        routes: { app in
            [
                JobsRoutes(app: app),
                WordsRoutes(app: app),
                DiagnosticsRoutes(app: app),
            ]
        }
    )
}
