import Foundation
import HTTPTypes
import Hummingbird
import RouterClient
import Synchronization

@testable import Moeum

/// A browser without scripts: keeps cookies, sends forms with what the page's own form carries, follows nothing by itself.
final class TestBrowser: Sendable {
    let site: TestSite
    private let jar = Mutex<[String: String]>([:])
    private let client: RouterClient
    /// As the socket would have it, where the site trusts the proxy that says so.
    private let address: String

    /// - Parameter client: leads to the site's own router where no other is given.
    init(_ site: TestSite, _ client: RouterClient? = nil, from address: String = "203.0.113.7") {
        self.site = site
        self.client = client ?? site.client
        self.address = address
    }

    var cookies: [String: String] { jar.withLock { $0 } }

    func forget(_ cookie: String) { jar.withLock { $0[cookie] = nil } }
    func setCookie(_ cookie: String, _ value: String) { jar.withLock { $0[cookie] = value } }

    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await send(.get, path, headers, nil)
    }

    /// The page model of a page as a program gets it.
    func json(_ path: String) async throws -> [String: Any] {
        let answer = try await get(path, [.accept: "application/json"])
        return try JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any] ?? [:]
    }

    /// Posts a form as this site's own page would.
    @discardableResult
    func post(
        _ path: String,
        _ fields: [String: String] = [:],
        _ headers: HTTPFields = [.secFetchSite: "same-origin"]
    ) async throws -> TestResponse {
        let body = fields.map { "\(Self.escaped($0.key))=\(Self.escaped($0.value))" }.joined(separator: "&")
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await send(.post, path, headers, ByteBuffer(string: body))
    }

    /// Asks for so many changes, whatever becomes of them, that anyone who is logged in may not ask for another at this moment.
    func useUpChanges() async throws {
        for _ in 0..<(site.app.limits.changes?.burst ?? 0) { try await post("/visits/1/recall") }
    }

    /// Puts a form in the place of what was there, as a script would.
    @discardableResult
    func put(
        _ path: String,
        _ fields: [String: String] = [:],
        _ headers: HTTPFields = [.secFetchSite: "same-origin"]
    ) async throws -> TestResponse {
        try await put(path, form: Form(items: fields.map { ($0.key, $0.value) }), headers)
    }

    @discardableResult
    func put(
        _ path: String,
        form: Form,
        _ headers: HTTPFields = [.secFetchSite: "same-origin"]
    ) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await send(.put, path, headers, ByteBuffer(string: form.encoded))
    }

    /// Posts a body of whatever type the headers say.
    func post(_ path: String, body: [UInt8], _ headers: HTTPFields) async throws -> TestResponse {
        try await send(.post, path, headers, ByteBuffer(bytes: body))
    }

    /// Posts a body as it is.
    @discardableResult
    func post(
        _ path: String,
        raw body: [UInt8],
        _ headers: HTTPFields = [.secFetchSite: "same-origin"]
    ) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await send(.post, path, headers, ByteBuffer(bytes: body))
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ headers: HTTPFields,
        _ body: ByteBuffer?
    ) async throws -> TestResponse {
        var headers = headers
        let cookies = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        if !cookies.isEmpty { headers[.cookie] = cookies }
        if headers[.forwardedFor] == nil { headers[.forwardedFor] = address }
        if headers[.userAgent] == nil {
            headers[.userAgent] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"
        }
        let answer = try await client.execute(uri: path, method: method, headers: headers, body: body)
        for cookie in answer.headers[values: .setCookie] {
            let pair = cookie.split(separator: ";")[0].split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let isGone = cookie.contains("Max-Age=0")
            jar.withLock { $0[String(pair[0])] = isGone ? nil : String(pair[1]) }
        }
        return answer
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }
    var location: String? { headers[.location] }
}

extension TestSite {
    /// The text of the newest mail to an address, or nil.
    func mail(to address: String) async throws -> TestMail? {
        try await app.database.read { transaction in
            try transaction.first(
                "SELECT kind, subject, body_text FROM outbox WHERE recipient = \(address) ORDER BY id DESC LIMIT 1"
            ) { TestMail(kind: try $0.string(0), subject: try $0.string(1), text: try $0.string(2)) }
        }
    }
}

/// A mail as its reader sees it.
struct TestMail: Sendable {
    let kind: String
    let subject: String
    let text: String

    /// The first address of this site in it, as a path.
    var path: String? {
        text.firstMatch(of: /http:\/\/moeum\.example(\/\S*)/).map { String($0.output.1) }
    }

    var code: String? { text.firstMatch(of: /\b([0-9]{6})\b/).map { String($0.output.1) } }
}
