import HTTPTypes
import Hummingbird

/// Refuses requests that another site makes a visitor's browser send: decided by Fetch Metadata, then by Origin. For a browser
/// that sends neither, the form token has to prove that this site made the form.
package struct CrossSiteGuard: RouterMiddleware {
    private enum RequestingSite { case same, other, unknown }

    /// The site's own address, as browsers name it.
    let origin: String
    /// Whether pages of this machine are trusted under any of its names: only in development.
    let trustsLoopback: Bool

    package init(origin: String, trustsLoopback: Bool) {
        self.origin = origin
        self.trustsLoopback = trustsLoopback
    }

    package func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.method != .get, request.method != .head else { return try await next(request, context) }
        var context = context
        switch requestingSite(of: request) {
        case .other: throw Problem.crossSite
        case .same: context.isProvenSameSite = true
        case .unknown: context.isProvenSameSite = false
        }
        return try await next(request, context)
    }

    private func requestingSite(of request: Request) -> RequestingSite {
        if let site = request.headers[.secFetchSite] { return site == "same-origin" || site == "none" ? .same : .other }
        guard let origin = request.headers[.origin], origin != "null" else { return .unknown }
        if origin == self.origin { return .same }
        guard trustsLoopback, let authority = request.head.authority else { return .other }
        let isLoopback = ["localhost", "127.0.0.1", "[::1]"].contains {
            authority == $0 || authority.begins(with: "\($0):")
        }
        return isLoopback && origin == "http://\(authority)" ? .same : .other
    }
}
