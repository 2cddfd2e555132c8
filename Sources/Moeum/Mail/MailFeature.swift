extension Feature {
    /// E-mails, and a page of them for development.
    static let mail = Feature(pages: [EmailPage.self, DevelopmentMailListPage.self, DevelopmentMailPage.self]) { app in
        DevelopmentMailRoutes(app: app).map { [$0] } ?? []
    }
}
