import HTTPTypes
import Hummingbird

/// Refuses requests that another site makes a visitor's browser send: Fetch Metadata decides, then Origin. A browser
/// that sends neither is refused, since nobody has a token without a session.
struct CrossSiteGuard: RouterMiddleware {
    let config: Config

    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .get || request.method == .head || isSameSite(request) else { throw Problem.crossSite }
        return try await next(request, context)
    }

    private func isSameSite(_ request: Request) -> Bool {
        if let site = request.headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = request.headers[.origin], origin != "null" else { return false }
        if origin == config.baseURL { return true }
        guard !config.isProduction, let authority = request.head.authority else { return false }
        let isLoopback = ["localhost", "127.0.0.1", "[::1]"].contains {
            authority == $0 || authority.hasPrefix("\($0):")
        }
        return isLoopback && origin == "http://\(authority)"
    }
}
