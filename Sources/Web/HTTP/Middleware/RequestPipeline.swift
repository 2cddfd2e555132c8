import HTTPTypes
import Hummingbird
import Logging
import Templates

/// Wraps every request: cuts positions in its address, determines its client address and language, answers from memory what may
/// be, turns errors into pages, adds the security headers, counts, and writes one log line.
package struct RequestPipeline: RouterMiddleware {
    let clientAddresses: ClientAddressRules
    package let headers: SecurityHeaders
    package let errorPages: ErrorPages
    package let observers: RequestObservers
    /// Kept answers; nil where every answer is made.
    package let cache: ResponseCache?

    package init(
        clientAddresses: ClientAddressRules,
        headers: SecurityHeaders,
        errorPages: ErrorPages,
        observers: RequestObservers,
        cache: ResponseCache? = nil
    ) {
        self.clientAddresses = clientAddresses
        self.headers = headers
        self.errorPages = errorPages
        self.observers = observers
        self.cache = cache
    }

    package func handle(_ request: Request, context: AppRequestContext, next: Next) async throws -> Response {
        let start = ContinuousClock.now
        let request = request.withCutPosition
        var context = context
        context.clientAddress = clientAddresses.address(
            peer: context.peerAddress,
            forwardedFor: { request.headers[.forwardedFor] }
        )
        var response: Response
        var route: String?
        if let cache, let key = cache.key(of: request) {
            let prepared = context
            (response, route) = try await cache.response(to: request, for: key, route: { prepared.endpointPath }) {
                try await make($0, prepared, next)
            }
        } else {
            response = try await make(request, context, next)
            route = context.endpointPath
        }
        if request.method == .head { response = response.createHeadResponse() }
        observers.record(
            AnsweredRequest(
                head: request.head,
                id: context.requestID,
                status: response.status.code,
                bytes: response.body.contentLength ?? 0,
                elapsed: ContinuousClock.now - start,
                route: route,
                isPage: response.headers[.contentType]?.hasPrefix("text/html") == true,
                maskedAddress: ClientAddress.masked(context.clientAddress),
                account: context.actor.account?.rawValue
            )
        )
        return response
    }

    /// The finished answer, with all headers.
    private func make(_ request: Request, _ context: AppRequestContext, _ next: Next) async throws -> Response {
        var context = context
        context.received = ReceivedRequest(request, errorPages.views)
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = errorPages.response(to: error, context)
        }
        // An address with a token must not be sent to other sites or with requests for our own files.
        if context.hasSecretPath { response.headers[.referrerPolicy] = "no-referrer" }
        headers.add(to: &response.headers)
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }
}
