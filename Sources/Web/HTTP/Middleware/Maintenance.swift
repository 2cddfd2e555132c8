import HTTPTypes
import Hummingbird
import Synchronization

/// Whether the site is closed for maintenance: a row of the database, which somebody reads now and then.
package final class Maintenance: Sendable {
    private let state = Atomic(false)

    package init() {}

    package var isOn: Bool {
        get { state.load(ordering: .relaxed) }
        set { state.store(newValue, ordering: .relaxed) }
    }
}

/// Answers 503 while the site is closed, but to staff, and where staff log in.
package struct MaintenanceMiddleware: RouterMiddleware {
    /// What stays open: staff's own pages ask for a session themselves.
    private static let open = ["/login", "/logout", "/recover", "/admin", "/healthz"]

    let maintenance: Maintenance

    package init(_ maintenance: Maintenance) { self.maintenance = maintenance }

    package func handle(_ request: Request, context: AppRequestContext, next: Next) async throws -> Response {
        if maintenance.isOn, context.member.map({ $0.role < .moderator }) ?? true, !Self.isOpen(request.uri.path) {
            throw Problem.maintenance
        }
        return try await next(request, context)
    }

    private static func isOpen(_ path: String) -> Bool { open.contains { path == $0 || path.begins(with: "\($0)/") } }
}
