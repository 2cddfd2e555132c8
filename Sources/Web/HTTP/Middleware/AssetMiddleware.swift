import Hummingbird

/// Serves assets before the router is asked.
package struct AssetMiddleware: RouterMiddleware {
    package let assets: Assets

    package init(assets: Assets) {
        self.assets = assets
    }

    package func handle(_ request: Request, context: AppRequestContext, next: Next) async throws -> Response {
        let path = request.uri.path
        guard request.method == .get || request.method == .head else {
            if assets.contains(path: path) { throw Problem.methodNotAllowed(allow: ["GET", "HEAD"]) }
            return try await next(request, context)
        }
        guard let response = assets.response(path: path, request) else { return try await next(request, context) }
        return request.method == .head ? response.createHeadResponse() : response
    }
}
