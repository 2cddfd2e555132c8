/// What a feature adds to the site.
struct Feature: Sendable {
    /// Every page type; each has its template.
    var pages: [any Page.Type] = []
    /// Addresses that take longer bodies than a form's, and how long.
    var maxBytesByPath: [String: Int] = [:]
    /// The buttons and links beside its flash messages.
    var flashOffers = FlashOffers()
    let routes: @Sendable (App) -> [any RouteGroup]
}
