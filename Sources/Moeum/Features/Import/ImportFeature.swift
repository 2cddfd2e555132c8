extension Feature {
    static let imports = Feature(
        pages: [ImportsPage.self],
        routes: { app in [ImportsRoutes(app: app)] }
    )
}
