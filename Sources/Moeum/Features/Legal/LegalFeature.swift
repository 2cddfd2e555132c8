extension Feature {
    /// Terms and the privacy notice.
    static let legal = Feature(
        pages: [LegalPage.self],
        routes: { app in [LegalRoutes(app: app)] }
    )
}
