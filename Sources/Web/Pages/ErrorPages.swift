import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Templates

/// An error page: what happened and what to do, without internal details.
package struct ErrorPage: Page {
    package static let template = "error"

    package let status: Int
    package let title: String
    package let text: String
    /// Only for unexpected errors.
    package let requestID: String?
    /// The page of the site that linked here.
    var backHref: String?

    /// Whether the page offers a search, because something was not found.
    private var offersSearch: Bool { [403, 404, 410].contains(status) }

    package static let fields: [Field<ErrorPage>] = [
        .integer("status") { $0.status },
        .text("errorTitle") { $0.title },
        .text("text") { $0.text },
        .text("requestID") { $0.requestID },
        .text("backHref") { $0.backHref },
        .flag("offersSearch") { $0.offersSearch },
    ]
}

/// Turns errors into pages in both languages, or into problem+json (RFC 9457) for programs.
package struct ErrorPages: Sendable {
    package let views: Views
    private let offers: FlashOffers
    package let methods: RouteMethods
    package let logger: Logger
    /// What the texts of problems name.
    private let arguments: @Sendable (Language) -> [String: FieldValue]
    private let compressor = Compressor(level: 1)

    package init(
        views: Views,
        offers: FlashOffers,
        methods: RouteMethods,
        logger: Logger,
        arguments: @escaping @Sendable (Language) -> [String: FieldValue] = { _ in [:] }
    ) {
        self.arguments = arguments
        self.views = views
        self.offers = offers
        self.methods = methods
        self.logger = logger
    }

    func response(to error: any Error, _ context: AppRequestContext) -> Response {
        let problem = Problem.from(error).map { withoutRoute($0, context.request) ?? $0 }
        // A 503 also has a cause that has to be found in the log; the visitor never sees it.
        if (problem ?? .internalError).status.code >= 500, problem != .maintenance {
            logger.error("fault", metadata: ["id": .string(context.requestID), "error": .string("\(error)")])
        }
        return response(to: problem ?? .internalError, isUnexpected: problem == nil, context)
    }

    /// The problem of a request without a route: 405 where the path has other methods, else 404. Decided before a form token is
    /// required.
    private func withoutRoute(_ problem: Problem, _ request: Request) -> Problem? {
        guard problem == .notFound || problem == .crossSite else { return nil }
        let allowed = methods.allowed(at: request.uri.path)
        if allowed.isEmpty { return .notFound }
        return allowed.contains(request.method.rawValue) ? nil : .methodNotAllowed(allow: allowed)
    }

    private func response(to problem: Problem, isUnexpected: Bool, _ context: AppRequestContext) -> Response {
        let language = context.language
        let title = views.text("error.\(problem.key).title", [:], language)
        let text = views.text("error.\(problem.key).text", arguments(language), language)
        var body: [UInt8] = []
        var type = "text/html; charset=utf-8"
        // A page for one browser has its form token: with the echoed address beside it, its compressed length would reveal the
        // token.
        var isPersonal = false
        if context.prefersJSON {
            type = "application/problem+json"
            body = problemJSON(problem, title: title, text: text, requestID: isUnexpected ? context.requestID : nil)
        } else {
            let page = ErrorPage(
                status: problem.status.code,
                title: title,
                text: text,
                requestID: isUnexpected ? context.requestID : nil,
                backHref: Self.referrer(of: context.request)
            )
            var layout = PageLayout(language: language, title: title)
            layout.add(context, views, offers)
            isPersonal = layout.isPersonal
            do { try views.render(page, in: layout, language, into: &body) } catch {
                logger.error("error page", metadata: ["error": .string("\(error)")])
                body = Array("\(problem.status.code) \(title)".utf8)
                type = "text/plain; charset=utf-8"
            }
        }
        var headers: HTTPFields = [.contentType: type, .contentLanguage: language.rawValue]
        if let seconds = problem.retryAfter { headers[.retryAfter] = String(seconds) }
        if let allow = problem.allow { headers[.allow] = allow }
        if !isPersonal, body.count >= 1_024, Compressor.isAccepted(context.request.headers[.acceptEncoding]),
            let smaller = compressor.gzip(body)
        {
            headers[.contentEncoding] = "gzip"
            body = smaller
        }
        return Response(status: problem.status, headers: headers, body: ResponseBody(bytes: body))
    }

    /// Path and query of the page of this host that the request came from; nil for the same page.
    private static func referrer(of request: Request) -> String? {
        guard let text = request.headers[.referer], let url = URLComponents(string: text),
            let host = request.head.authority, let name = url.host
        else { return nil }
        let authority = url.port.map { "\(name):\($0)" } ?? name
        let path = url.percentEncodedPath + (url.percentEncodedQuery.map { "?\($0)" } ?? "")
        return authority == host && path != request.uri.description ? LocalPath.local(path) : nil
    }

    private func problemJSON(_ problem: Problem, title: String, text: String, requestID: String?) -> [UInt8] {
        var body = Array(#"{"type":"about:blank","code":"\#(problem.key)","title":"#.utf8)
        JSONRepresentation.append(title, to: &body)
        body.append(contentsOf: #","status":\#(problem.status.code),"detail":"#.utf8)
        JSONRepresentation.append(requestID.map { "\(text) (\($0))" } ?? text, to: &body)
        if let next = problem.next {
            body.append(contentsOf: #","next":"#.utf8)
            JSONRepresentation.append(next, to: &body)
        }
        body.append(contentsOf: #","errors":{"#.utf8)
        for (index, error) in problem.errors.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            JSONRepresentation.append(error.key, to: &body)
            body.append(UInt8(ascii: ":"))
            JSONRepresentation.append(error.value, to: &body)
        }
        body.append(contentsOf: "}}".utf8)
        return body
    }
}

extension ResponseBody {
    package init(bytes: [UInt8]) { self.init(byteBuffer: ByteBuffer(bytes: bytes)) }
}
