extension Feature {
    /// Imports that staff ask for.
    static let imports = Feature(
        pages: [ImportsPage.self],
        routes: { app in [ImportsRoutes(app: app)] }
    )
}
