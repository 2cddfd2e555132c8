import Hummingbird

/// Some routes of a feature.
package protocol RouteGroup: Sendable {
    func mount(on router: Router<AppRequestContext>)
}
