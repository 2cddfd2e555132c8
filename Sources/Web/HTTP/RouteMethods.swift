import HTTPTypes
import Hummingbird

/// The methods of each path of the site, for the Allow header.
package struct RouteMethods: Sendable {
    private let routes: [(path: RouterPath, method: HTTPRequest.Method)]

    package init(_ router: Router<AppRequestContext>) { routes = router.routes.map { ($0.path, $0.method) } }

    /// The methods of the routes that match a path, sorted; empty where none does.
    func allowed(at path: String) -> [String] {
        let segments = path.parts(at: "/").filter { !$0.isEmpty }
        let matching = routes.filter { route in
            route.path.count == segments.count && zip(route.path, segments).allSatisfy { $0 ~= $1 }
        }
        var names = Set(matching.map(\.method.rawValue))
        if names.contains("GET") { names.insert("HEAD") }
        return names.sorted()
    }
}
