import HTTPTypes
import Hummingbird
import Logging

/// Wraps everything: works out who asks and in which language, turns errors into pages, adds the security headers,
/// counts, and writes one log line.
struct OutermostMiddleware: RouterMiddleware {
    let config: Config
    let headers: SecurityHeaders
    let errorPages: ErrorPages
    let metrics: Metrics
    let accessLog: AccessLog

    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var context = context
        let preferences = Preferences(cookies: request.headers[.cookie] ?? "")
        context.language = .negotiated(
            query: request.uri.queryParameters["lang"].map(String.init),
            preference: preferences.language,
            acceptLanguage: request.headers[.acceptLanguage]
        )
        context.theme = preferences.theme
        if !config.trustedProxies.isEmpty {
            context.clientAddress = ClientAddress.resolve(
                peer: context.peerAddress,
                forwardedFor: request.headers[.forwardedFor],
                trusted: config.trustedProxies
            )
        }
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = errorPages.response(to: error, request, context)
        }
        if request.method == .head { response = response.createHeadResponse() }
        headers.add(to: &response.headers)
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        let elapsed = ContinuousClock.now - start
        metrics.record(route: context.endpointPath, status: response.status.code, elapsed)
        accessLog.write(request, context, response, elapsed)
        return response
    }
}

/// What a visitor chose and the browser keeps: language and theme.
struct Preferences {
    static let languageCookie = "moeum_lang"
    static let themeCookie = "moeum_theme"

    var language: String?
    var theme = Theme.auto

    init(cookies header: String) {
        for pair in header.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            guard parts.count == 2 else { continue }
            if parts[0] == Self.languageCookie { language = parts[1] }
            if parts[0] == Self.themeCookie { theme = Theme(rawValue: parts[1]) ?? .auto }
        }
    }
}
