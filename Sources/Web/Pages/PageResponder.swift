import Database
import HTTPTypes
import Hummingbird
import NIOCore
import Templates

/// Answers with a typed page: HTML through its template, JSON for programs, a fragment for scripts.
package struct PageResponder: Sendable {
    package let database: any Database
    package let views: Views
    /// Absolute, for canonical addresses.
    private let baseURL: String
    let cookies: CookieRules
    package let offers: FlashOffers
    private let compressor = Compressor(level: 1)

    package init(database: any Database, views: Views, baseURL: String, cookies: CookieRules, offers: FlashOffers) {
        self.database = database
        self.views = views
        self.baseURL = baseURL
        self.cookies = cookies
        self.offers = offers
    }

    /// Builds the page and its bytes inside one read on a database thread.
    /// - Parameters:
    ///   - title: the page's own, before the site's name. A title that needs the rows is set in `build`.
    ///   - frame: of a page of staff.
    ///   - path: the canonical path and query; by default the request's path.
    ///   - status: by default that of a refused form, else 200.
    ///   - hasForm: whether the page has a form that changes something; without a session the browser gets a form cookie.
    ///   - build: reads the rows, returns the page and may change the layout.
    package func respond<Content: Page>(
        to context: AppRequestContext,
        title: String = "",
        section: PageLayout.NavigationSection = .none,
        frame: AdministrationFrame? = nil,
        path: String? = nil,
        hasForm: Bool = false,
        status: HTTPResponse.Status? = nil,
        _ build: @escaping @Sendable (Transaction, inout PageLayout) throws -> Content
    ) async throws -> Response {
        let status = status ?? context.formErrors?.status ?? .ok
        var layout = layout(context, title: title, section: section, frame: frame, path: path, hasForm: hasForm)
        // A refused form leads back to the page, not to the address that it was sent to.
        if layout.section == .administration, status != .ok, let path { layout.next = path }
        return try await respond(context, status) { [layout] transaction in
            var layout = layout
            let page = try build(transaction, &layout)
            layout.title += " · \(context.text("site.name"))"
            return (page, layout)
        }
    }

    /// The same for a page whose layout is known without its rows.
    package func respond<Content: Page>(
        to context: AppRequestContext,
        title: String,
        section: PageLayout.NavigationSection = .none,
        frame: AdministrationFrame? = nil,
        path: String? = nil,
        hasForm: Bool = false,
        status: HTTPResponse.Status? = nil,
        _ build: @escaping @Sendable (Transaction) throws -> Content
    ) async throws -> Response {
        try await respond(
            to: context,
            title: title,
            section: section,
            frame: frame,
            path: path,
            hasForm: hasForm,
            status: status
        ) { transaction, _ in try build(transaction) }
    }

    /// The layout of a page: title, canonical address and its address in each language.
    private func layout(
        _ context: AppRequestContext,
        title: String,
        section: PageLayout.NavigationSection,
        frame: AdministrationFrame?,
        path: String?,
        hasForm: Bool
    ) -> PageLayout {
        var layout = PageLayout(language: context.language, title: title)
        let canonical = baseURL + (path ?? context.request.uri.path)
        let join = canonical.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        layout.canonical = canonical
        layout.alternateKorean = "\(canonical)\(join)lang=\(Language.korean.rawValue)"
        layout.alternateEnglish = "\(canonical)\(join)lang=\(Language.english.rawValue)"
        layout.next = PageAddress.withoutLanguage(context.request.uri)
        layout.trail = PageTrail(context.request.uri)
        layout.section = frame == nil ? section : .administration
        layout.frame = frame
        // Logging in must not lead back to an answered form, to a page of the login itself, or to an address with a token.
        if context.request.method != .post, section != .account, !context.hasSecretPath {
            let next = LocalPath.checked(layout.next)
            layout.logInPath = LocalPath.address("/login", next: next)
            layout.signUpPath = LocalPath.address("/signup", next: next)
        }
        layout.add(context, views, offers)
        if context.flash != nil { layout.newCookies.append(cookies.clearing(CookieRules.flashName)) }
        if hasForm, layout.formToken == nil {
            let secret = context.cookies[cookies.formName] ?? FormToken.newSecret()
            layout.formToken = FormToken.derived(from: secret)
            if context.formToken == nil {
                layout.newCookies.append(cookies.setting(cookies.formName, to: secret, for: nil))
            }
        }
        return layout
    }

    /// Not generic: it would otherwise be compiled once for each page type.
    private func respond(
        _ context: AppRequestContext,
        _ status: HTTPResponse.Status,
        _ build: @escaping @Sendable (Transaction) throws -> (any Page, PageLayout)
    ) async throws -> Response {
        let wantsJSON = context.prefersJSON
        let fragment = context.request.headers[.fragment]
        let acceptsGzip = Compressor.isAccepted(context.request.headers[.acceptEncoding])
        let known = context.request.headers[.ifNoneMatch]
        let (views, compressor, language) = (views, compressor, context.language)
        return try await database.read { transaction in
            let (page, layout) = try build(transaction)
            var bytes: [UInt8] = []
            if wantsJSON {
                bytes = JSONRepresentation.encode(page)
            } else {
                bytes.reserveCapacity(32_768)
                try views.render(page, fragment: fragment, in: layout, language, into: &bytes)
            }
            var headers: HTTPFields = [
                .contentType: wantsJSON ? "application/json" : "text/html; charset=utf-8",
                .contentLanguage: language.rawValue,
            ]
            if layout.isPersonal {
                headers[.cacheControl] = "private, no-store"
                // Never compressed: with an echoed text beside it, the compressed length would reveal the form token.
                var response = Response(status: status, headers: headers, body: ResponseBody(bytes: bytes))
                response.set(cookies: layout.newCookies)
                return response
            }
            let tag = Hexadecimal.text(SHA256.digest(of: bytes).prefix(10))
            let mayCompress = acceptsGzip && bytes.count >= 1_024
            headers[.cacheControl] = "public, max-age=0, must-revalidate"
            headers[.vary] = "Accept, Accept-Language, Accept-Encoding, Cookie, X-Fragment"
            headers[.eTag] = mayCompress ? "\"\(tag)-gz\"" : "\"\(tag)\""
            if status == .ok, let known, ETag.matches(known, tag: tag) {
                return Response(status: .notModified, headers: headers)
            }
            if mayCompress, let smaller = compressor.gzip(bytes) {
                headers[.contentEncoding] = "gzip"
                bytes = smaller
            }
            return Response(status: status, headers: headers, body: ResponseBody(bytes: bytes))
        }
    }

    /// Answers a script with JSON alone.
    package func respondJSON<Content: ViewModel>(
        _ context: AppRequestContext,
        _ build: @escaping @Sendable (Transaction) throws -> Content
    ) async throws -> Response {
        let body = try await database.read { JSONRepresentation.encode(try build($0)) }
        let headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: "public, max-age=60",
            .vary: "Accept-Language, Accept-Encoding, Cookie",
        ]
        return Response(status: .ok, headers: headers, body: ResponseBody(bytes: body))
    }
}

/// Reads ETags, and compares If-None-Match with an answer's.
package enum ETag {
    /// What a tag says, weak or not, without its quotes.
    package static func value(_ tag: String) -> String {
        let strong = tag.begins(with: "W/") ? tag.utf8.dropFirst(2) : tag.utf8[...]
        return String(decoding: strong.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }

    /// Weak comparison (RFC 9110 §8.8.3.2); the ETags of all encodings match.
    static func matches(_ header: String, tag: String) -> Bool {
        header.parts(at: ",").contains { candidate in
            var candidate = String(candidate).trimmed
            if candidate == "*" { return true }
            if candidate.begins(with: "W/") { candidate.removeFirst(2) }
            return candidate == "\"\(tag)\"" || candidate == "\"\(tag)-gz\""
        }
    }

    /// The same for an answer's field; the tag of compressed bytes ends in `-gz`.
    static func matches(_ header: String?, field: String?) -> Bool {
        guard let header, let tag = field.map(value) else { return false }
        return matches(header, tag: tag.ends(with: "-gz") ? String(tag.dropLast(3)) : tag)
    }
}

extension PageResponder {
    /// Answers that something was done: browsers are redirected, with a flash; programs get the address.
    /// - Parameters:
    ///   - path: within the site.
    ///   - flash: a key under `flash.` in the texts; see `Flash`.
    package func seeOther(
        _ context: AppRequestContext,
        to path: String,
        flash: String? = nil,
        cookies: [String] = []
    ) -> Response {
        var response: Response
        if context.prefersJSON {
            let message = flash.map(Flash.init).map { context.text("flash.\($0.key)", $0.arguments) }
            response = .personalJSON(["next": .text(path), "message": message.map(FieldValue.text) ?? .nothing])
        } else {
            response = Response(status: .seeOther, headers: [.location: path])
            if let flash { response.set(cookies: [self.cookies.setting(CookieRules.flashName, to: flash, for: 60)]) }
        }
        response.set(cookies: cookies)
        return response
    }

    /// Answers somebody whose session was ended; the browser drops its cached pages.
    package func logOutResponse(_ context: AppRequestContext, flash: String) -> Response {
        var response = seeOther(
            context,
            to: "/",
            flash: flash,
            cookies: [self.cookies.clearing(self.cookies.sessionName)]
        )
        // Cached pages only; without cookies the known device and the language would be lost.
        response.headers[.clearSiteData] = "\"cache\", \"storage\""
        return response
    }
}
