import HTTPTypes
import Hummingbird

/// Refuses requests that another site makes a visitor's browser send: Fetch Metadata decides, then Origin. Of a browser
/// that sends neither, the form's own token has to say that this site made it.
package struct CrossSiteGuard: RouterMiddleware {
    private enum Verdict { case same, other, unknown }

    /// The site's own address, as browsers name it.
    let origin: String
    /// Whether a page of this machine's own is trusted under whatever name of it: in development alone.
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
        switch verdict(on: request) {
        case .other: throw Problem.crossSite
        case .same: context.isProvenSameSite = true
        case .unknown: context.isProvenSameSite = false
        }
        return try await next(request, context)
    }

    private func verdict(on request: Request) -> Verdict {
        if let site = request.headers[.secFetchSite] { return site == "same-origin" || site == "none" ? .same : .other }
        guard let origin = request.headers[.origin], origin != "null" else { return .unknown }
        if origin == self.origin { return .same }
        guard trustsLoopback, let authority = request.head.authority else { return .other }
        let isLoopback = ["localhost", "127.0.0.1", "[::1]"].contains {
            authority == $0 || authority.hasPrefix("\($0):")
        }
        return isLoopback && origin == "http://\(authority)" ? .same : .other
    }
}
