import HTTPTypes
import Hummingbird

/// Which methods each path of the site takes, for the Allow header.
struct RouteMethods: Sendable {
    private let routes: [(segments: [String], method: HTTPRequest.Method)]

    init(_ router: Router<AppRequestContext>) {
        routes = router.routes.map { route in
            (route.path.description.split(separator: "/").map(String.init), route.method)
        }
    }

    /// The methods of the routes that match a path, sorted; empty where none does.
    func allowed(at path: String) -> [String] {
        let segments = path.split(separator: "/")
        let matching = routes.filter { route in
            route.segments.count == segments.count
                && zip(route.segments, segments).allSatisfy { isParameter($0) || $0 == $1 }
        }
        var names = Set(matching.map(\.method.rawValue))
        if names.contains("GET") { names.insert("HEAD") }
        return names.sorted()
    }

    private func isParameter(_ segment: String) -> Bool { segment.hasPrefix(":") || segment.hasPrefix("{") }
}
