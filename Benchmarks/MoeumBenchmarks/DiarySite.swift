import Foundation
import HTTPTypes
import Hummingbird
import Moeum
import RouterClient
import Web

/// The site with people who keep diaries, written through its own forms.
struct DiarySite: Sendable {
    /// The month that both people have ten entries in; the second has all others in the years before.
    static let month = "/diary/2026-10"
    private static let password = "made-up words for a benchmark"

    private let app: App
    private let cookies: [String]

    init(folder: URL, amounts: [Int]) async throws {
        let app = try await BenchmarkSite.app(in: folder) { database, demo in
            try await demo.fill(database, Demo.Amounts(places: 100, accounts: 0, reviews: 0), seed: 1)
        }
        self.app = app
        var cookies: [String] = []
        for (number, amount) in amounts.enumerated() {
            BenchmarkSite.log("writing \(amount) entries")
            cookies.append(try await Self.insert(amount, as: "writer\(number)", app))
        }
        self.cookies = cookies
    }

    func close() async { await app.database.close() }

    /// CPU of the whole process for a page in Korean, and how long it is.
    func cost(of path: String, by person: Int, times: Int) async throws -> (microseconds: Double, bytes: Int) {
        let headers: HTTPFields = [.cookie: cookies[person], .acceptLanguage: "ko"]
        return try await RouterClient(Routes.router(app)).cost(times: times, headers: headers) { _ in path }
    }

    /// The time of each save, from the request to its answer, of so many editors that save at the same time.
    func save(by writers: Int, times: Int) async throws -> Measurement {
        let client = try RouterClient(Routes.router(app))
        let cookie = cookies[0]
        // Written before the clock runs: browsers have cores of their own.
        let states = (0..<times).map { turn in
            Self.encoded([("text", Self.text(turn)), ("on", "2026-09-01")] + (turn > 0 ? [("rev", "\(turn)")] : []))
        }
        return try await withThrowingTaskGroup(of: Measurement.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    var measurement = Measurement()
                    for (turn, state) in states.enumerated() {
                        let start = ContinuousClock.now
                        let answer = try await Self.send(
                            .put,
                            "/diary/drafts/writer\(writer)writer",
                            state,
                            cookie,
                            client
                        )
                        measurement.add(ContinuousClock.now - start)
                        guard answer.status.kind == .successful else {
                            throw BenchmarkError(description: "save \(turn): \(answer.status)")
                        }
                    }
                    return measurement
                }
            }
            return try await group.reduce(into: Measurement()) { $0.add($1) }
        }
    }

    /// The time of each search for words that no entry has, one after the other.
    func search(times: Int) async throws -> Measurement {
        let client = try RouterClient(Routes.router(app))
        let headers: HTTPFields = [.cookie: cookies[cookies.count - 1], .acceptLanguage: "ko"]
        var measurement = Measurement()
        for _ in 0..<times {
            let start = ContinuousClock.now
            let answer = try await client.execute(uri: "/diary/search?q=zyxwv", method: .get, headers: headers)
            measurement.add(ContinuousClock.now - start)
            guard answer.status == .ok else { throw BenchmarkError(description: "search: \(answer.status)") }
        }
        return measurement
    }

    /// Made up, 1.6 KB in UTF-8.
    private static func text(_ number: Int) -> String {
        let sentence = "made up \(number): rain all day, soup in the evening, and a book by the window. "
        return "entry \(number)\n" + String(repeating: sentence, count: 1_600 / sentence.utf8.count)
    }

    /// - Returns: the cookie of their session.
    private static func insert(_ amount: Int, as name: String, _ app: App) async throws -> String {
        let email = "\(name)@haneul.example"
        _ = try await StaffCommands(app: app).create(email: email, role: .moderator, password: password)
        let client = try RouterClient(Routes.router(app))
        let login = try await send(.post, "/login", encoded([("email", email), ("password", password)]), nil, client)
        let cookie = login.headers[values: .setCookie].map { $0.prefix { $0 != ";" } }.joined(separator: "; ")
        for number in 0..<amount {
            let (day, older) = (1 + number % 28, number - 10)
            let month = older < 0 ? "2026-10" : "\(2012 + older / 28 % 14)-0\(1 + older % 9)"
            let fields = [("text", text(number)), ("on", "\(month)-\(day < 10 ? "0" : "")\(day)")]
            let written = try await send(.put, "/diary/drafts/\(name)entry\(number)", encoded(fields), cookie, client)
            guard written.status == .created else {
                throw BenchmarkError(description: "entry \(number): \(written.status)")
            }
        }
        return cookie
    }

    private static func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ form: String,
        _ cookie: String?,
        _ client: RouterClient
    ) async throws -> TestResponse {
        var headers: HTTPFields = [
            .contentType: "application/x-www-form-urlencoded", .accept: "application/json",
        ]
        if let field = HTTPField.Name("Sec-Fetch-Site") { headers[field] = "same-origin" }
        headers[.cookie] = cookie
        return try await client.execute(
            uri: path,
            method: method,
            headers: headers,
            body: ByteBuffer(string: form)
        )
    }

    private static func encoded(_ fields: [(String, String)]) -> String { Form(items: fields.map { ($0, $1) }).encoded }
}
