import Foundation
import HTTPTypes
import Hummingbird
import Moeum
import RouterClient

/// The site with people who keep so many places each, kept and tagged through its own forms.
struct FavouritesSite: Sendable {
    /// What is asked for, and how a table names it.
    struct Page: Sendable {
        let name: String
        let query: String
    }

    static let pages = [
        Page(name: "**all**", query: ""),
        Page(name: "one tag", query: "?tag=group0-value1"),
        Page(name: "three tags in two groups", query: "?tag=group0-value1&tag=group0-value2&tag=group1-value3"),
        Page(name: "further on", query: "?tag=group1-value3&after=next"),
        Page(name: "not visited yet", query: "?unvisited=all"),
        Page(name: "rated 4 and more", query: "?rating=4"),
        Page(name: "by name", query: "?sort=name"),
        Page(name: "by words", query: "?q=made"),
    ]
    private static let password = "made-up words for a benchmark"
    private static let groups = 5

    private let app: App
    /// The session of each person.
    private let cookies: [String]

    init(folder: URL, amounts: [Int], tags: Int) async throws {
        let app = try await BenchmarkSite.app(in: folder) { database, demo in
            let places = Demo.Amounts(places: amounts.max() ?? 0, accounts: 0, reviews: 0)
            try await demo.fill(database, places, seed: 1)
        }
        self.app = app
        var cookies: [String] = []
        for (number, amount) in amounts.enumerated() {
            BenchmarkSite.log("keeping \(amount) places")
            cookies.append(try await Self.insert(amount, tags: tags, as: "keeper\(number)", app))
        }
        self.cookies = cookies
    }

    func close() async { await app.database.close() }

    /// CPU of the whole process for a page in Korean, and how long it is on average.
    func cost(of page: Page, by person: Int, times: Int) async throws -> (microseconds: Double, bytes: Int) {
        let headers: HTTPFields = [.cookie: cookies[person], .acceptLanguage: "ko"]
        let client = try RouterClient(Routes.router(app))
        let address = try await Self.address(of: page, headers, client)
        return try await client.cost(times: times, headers: headers) { _ in address }
    }

    /// Where a page that goes on from another begins is asked of that one.
    private static func address(
        of page: Page,
        _ headers: HTTPFields,
        _ client: RouterClient
    ) async throws -> String {
        let parts = page.query.components(separatedBy: "&after=")
        guard parts.count == 2 else { return "/favourites\(page.query)" }
        let json = headers.adding(.accept, "application/json")
        let answer = try await client.execute(uri: "/favourites\(parts[0])", method: .get, headers: json)
        let page = try JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any]
        // Who keeps few has no second page: the first counts for it.
        return page?["next"] as? String ?? "/favourites\(parts[0])"
    }

    /// A person's places, each with a tag in two groups, so that all tags are used.
    /// - Returns: the cookie of their session.
    private static func insert(_ amount: Int, tags: Int, as name: String, _ app: App) async throws -> String {
        let email = "\(name)@haneul.example"
        _ = try await StaffCommands(app: app).create(email: email, role: .moderator, password: password)
        let places = try await app.database.read { transaction in
            try transaction.rows("SELECT id FROM places ORDER BY id LIMIT \(amount)").map { try $0.int64(0) }
        }
        let client = try RouterClient(Routes.router(app))
        let login = try await post("/login", ["email": email, "password": password], nil, client)
        let cookie = login.headers[values: .setCookie].map { $0.prefix { $0 != ";" } }.joined(separator: "; ")
        for (number, place) in places.enumerated() {
            let pairs = [number % tags, (number * 7 + 3) % tags].map {
                "group\($0 % groups)-value\($0 / groups)"
            }
            let kept = try await post(
                "/favourites/\(place)",
                ["tags": pairs.joined(separator: ","), "note": number % 3 == 0 ? "made up \(number)" : ""],
                cookie,
                client
            )
            guard kept.status == .seeOther else {
                throw BenchmarkError(description: "favourite \(place): \(kept.status)")
            }
        }
        return cookie
    }

    private static func post(
        _ path: String,
        _ fields: [String: String],
        _ cookie: String?,
        _ client: RouterClient
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        if let field = HTTPField.Name("Sec-Fetch-Site") { headers[field] = "same-origin" }
        headers[.cookie] = cookie
        let body = fields.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }
        return try await client.execute(
            uri: path,
            method: .post,
            headers: headers,
            body: ByteBuffer(string: body.joined(separator: "&"))
        )
    }
}

extension HTTPFields {
    fileprivate func adding(_ name: HTTPField.Name, _ value: String) -> HTTPFields {
        var fields = self
        fields[name] = value
        return fields
    }
}
