import HTTPTypes
import Hummingbird
import Logging
import Templates

/// Wraps every request: determines its client address and language, turns errors into pages, adds the security headers, counts,
/// and writes one log line.
package struct RequestPipeline: RouterMiddleware {
    /// The proxies whose X-Forwarded-For is trusted.
    let trustedProxies: [AddressBlock]
    package let headers: SecurityHeaders
    package let errorPages: ErrorPages
    package let metrics: Metrics
    package let accessLog: AccessLog
    /// The counter of pages.
    package var traffic: Traffic?

    package init(
        trustedProxies: [AddressBlock],
        headers: SecurityHeaders,
        errorPages: ErrorPages,
        metrics: Metrics,
        accessLog: AccessLog,
        traffic: Traffic? = nil
    ) {
        self.trustedProxies = trustedProxies
        self.headers = headers
        self.errorPages = errorPages
        self.metrics = metrics
        self.accessLog = accessLog
        self.traffic = traffic
    }

    package func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var context = context
        context.cookies = Cookies(header: request.headers[.cookie])
        let preferences = Preferences(context.cookies)
        context.language = .negotiated(
            query: request.uri.queryParameters["lang"].map(String.init),
            preference: preferences.language,
            acceptLanguage: request.headers[.acceptLanguage]
        )
        context.views = errorPages.views
        context.theme = preferences.theme
        context.flash = context.cookies[CookieRules.flashName].map(Flash.init)
        if !trustedProxies.isEmpty {
            context.clientAddress = ClientAddress.resolve(
                peer: context.peerAddress,
                forwardedFor: request.headers[.forwardedFor],
                trusted: trustedProxies
            )
        }
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = errorPages.response(to: error, request, context)
        }
        if request.method == .head { response = response.createHeadResponse() }
        // An address with a token must not be sent to other sites or with requests for our own files.
        if context.hasSecretPath { response.headers[.referrerPolicy] = "no-referrer" }
        headers.add(to: &response.headers)
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        traffic?.note(request, response)
        let elapsed = ContinuousClock.now - start
        metrics.record(route: context.endpointPath, status: response.status.code, elapsed)
        accessLog.write(request, context, response, elapsed)
        return response
    }
}

/// The visitor's preferences in cookies: language and theme.
struct Preferences {
    let language: String?
    let theme: Theme

    init(_ cookies: Cookies) {
        language = cookies[CookieRules.languageName]
        theme = cookies[CookieRules.themeName].flatMap { Theme(rawValue: $0) } ?? .auto
    }
}
