import HTTPTypes
import Hummingbird

/// Refuses requests that another site makes a visitor's browser send: decided by Fetch Metadata, then by Origin. For a browser
/// that sends neither, the form token has to prove that this site made the form.
package struct CrossSiteGuard: RouterMiddleware {
    /// The site's own address, as browsers name it.
    let origin: String
    /// Whether pages of this machine are trusted under any of its names: only in development.
    let trustsLoopback: Bool

    package init(origin: String, trustsLoopback: Bool) {
        self.origin = origin
        self.trustsLoopback = trustsLoopback
    }

    package func handle(_ request: Request, context: AppRequestContext, next: Next) async throws -> Response {
        guard request.method != .get, request.method != .head else { return try await next(request, context) }
        var context = context
        context.isProvenSameSite = try isProvenSameSite(request)
        return try await next(request, context)
    }

    /// False where the browser states nothing; throws where it names another site.
    private func isProvenSameSite(_ request: Request) throws -> Bool {
        if let site = request.headers[.secFetchSite] {
            guard site == "same-origin" || site == "none" else { throw Problem.crossSite }
            return true
        }
        guard let origin = request.headers[.origin], origin != "null" else { return false }
        if origin == self.origin { return true }
        guard trustsLoopback, let authority = request.head.authority else { throw Problem.crossSite }
        let isLoopback = ["localhost", "127.0.0.1", "[::1]"].contains {
            authority == $0 || authority.begins(with: "\($0):")
        }
        guard isLoopback, origin == "http://\(authority)" else { throw Problem.crossSite }
        return true
    }
}
