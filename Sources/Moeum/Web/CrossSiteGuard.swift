import HTTPTypes
import Hummingbird

/// Refuses requests that another site makes a visitor's browser send: Fetch Metadata decides, then Origin. Of a browser
/// that sends neither, the form's own token has to say that this site made it.
struct CrossSiteGuard: RouterMiddleware {
    private enum Verdict { case same, other, unknown }

    let config: Config

    func handle(
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
        if origin == config.baseURL { return .same }
        guard !config.isProduction, let authority = request.head.authority else { return .other }
        let isLoopback = ["localhost", "127.0.0.1", "[::1]"].contains {
            authority == $0 || authority.hasPrefix("\($0):")
        }
        return isLoopback && origin == "http://\(authority)" ? .same : .other
    }
}
