import Foundation
import HTTPTypes
import Hummingbird
import Moeum
import RouterClient

/// The site with so many reports, each of another thing. What a page shows is the same however many there are: of what is
/// rare there is a fixed number.
struct QueueSite: Sendable {
    /// What is asked for.
    enum Page: String, CaseIterable, Sendable {
        case first = "**urgent first**"
        case deep = "half-way down"
        case newest, oldest
        case most = "most reports"
        case closed = "done"
        case common = "a common reason"
        case rare = "a rare reason"
        case review = "reviews"
        case place = "places, which are rare"
        case both = "a common reason of photos"
        case mine = "taken by me"
        case words = "a nickname"
        case number = "a number"
        case one = "one report"
        case overview = "/admin"
    }

    private static let email = "staff@haneul.example"
    private static let password = "made-up words for a benchmark"
    /// Of everything that is rare.
    private static let rare = 30

    private let app: App
    private let cookie: String
    private let nickname: String
    private let middle: (order: Int64, id: Int64)

    init(folder: URL, reports: Int) async throws {
        app = try await BenchmarkSite.app(in: folder) { database, demo in
            try await demo.fill(database, Demo.Amounts(places: 500, accounts: 1_000, reviews: 0), seed: 1)
        }
        BenchmarkSite.log("filling \(reports) reports")
        _ = try await StaffCommands(app: app).create(email: Self.email, role: .moderator, password: Self.password)
        cookie = try await Self.logIn(app)
        try await app.database.write { try $0.fill(reports, rare: Self.rare, staff: Self.email) }
        (nickname, middle) = try await app.database.read { transaction in
            (try transaction.nicknameOfFirst(), try transaction.middleOfQueue())
        }
    }

    func close() async { await app.database.close() }

    /// CPU of the whole process for a page in Korean, and how long it is on average.
    func cost(of page: Page, times: Int) async throws -> (microseconds: Double, bytes: Int) {
        let headers: HTTPFields = [.cookie: cookie, .acceptLanguage: "ko"]
        let address = address(of: page)
        let client = try RouterClient(Routes.router(app))
        return try await client.cost(times: times, headers: headers) { _ in address }
    }

    private func address(of page: Page) -> String {
        let queue = "/admin/reports"
        switch page {
        case .first: return queue
        case .deep: return "\(queue)?after=\(middle.order).\(middle.id)"
        case .newest: return "\(queue)?sort=newest"
        case .oldest: return "\(queue)?sort=oldest"
        case .most: return "\(queue)?sort=most"
        case .closed: return "\(queue)?state=closed"
        case .common: return "\(queue)?reason=spam"
        case .rare: return "\(queue)?reason=copyright"
        case .review: return "\(queue)?target=review"
        case .place: return "\(queue)?target=place"
        case .both: return "\(queue)?target=photo&reason=spam"
        case .mine: return "\(queue)?state=taken&assignee=me"
        case .words:
            return "\(queue)?q=\(nickname.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        case .number: return "\(queue)?q=R-\(middle.id)"
        case .one: return "\(queue)/\(middle.id)"
        case .overview: return "/admin"
        }
    }

    /// - Returns: the cookie of the session of staff.
    private static func logIn(_ app: App) async throws -> String {
        let client = try RouterClient(Routes.router(app))
        var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        if let field = HTTPField.Name("Sec-Fetch-Site") { headers[field] = "same-origin" }
        let fields = ["email": email, "password": password]
        let body = fields.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }
        let answer = try await client.execute(
            uri: "/login",
            method: .post,
            headers: headers,
            body: ByteBuffer(string: body.joined(separator: "&"))
        )
        let cookie = answer.headers[values: .setCookie].map { $0.prefix { $0 != ";" } }.joined(separator: "; ")
        // Only now, or the login would ask for a code.
        try await app.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO two_factor (account_id, secret, created_at, enabled_at)
                SELECT id, 'AA', 1, 1 FROM accounts WHERE email = \(email)
                """
            )
        }
        return cookie
    }
}

extension Transaction {
    /// Six of ten are open, one is taken, three are done.
    fileprivate func fill(_ reports: Int, rare: Int, staff: String) throws {
        let staff = try first("SELECT id FROM accounts WHERE email = \(staff)") { try $0.int64(0) } ?? 0
        let people = try rows("SELECT id FROM accounts WHERE id <> \(staff) ORDER BY id").map { try $0.int64(0) }
        let places = try rows("SELECT id FROM places ORDER BY id").map { try $0.int64(0) }
        let now = Int64(Date.now.timeIntervalSince1970 * 1_000)
        for number in 0..<reports {
            let fate = number % 10
            // What is rare is open, and as often among few as among many.
            let isRare = number < rare * 10 && fate == 0
            let state = fate < 6 ? "open" : fate == 6 ? "taken" : "closed"
            let kind = isRare ? "place" : ["review", "review", "review", "photo", "user"][number / 10 % 5]
            let reason = isRare ? "copyright" : number / 10 % 2 == 0 ? "spam" : "abuse"
            let weight = Int64(number * 7 % 10) * 50
            let count = Int64(number * 3 % 5) + 1
            let at = now - Int64(number * 31 % reports) * 1_000
            let id = Int64(number) + 1
            let taker = state == "open" ? nil : number < rare * 10 ? staff : people[number % 5 + 1]
            let person = isRare ? people[0] : people[10 + number % (people.count - 10)]
            let end = state == "closed" ? at + 3_600_000 : nil
            try execute(
                """
                INSERT INTO report_cases (id, target_kind, target_id, account_id, place_id, state, outcome, assignee_id,
                    weight, report_count, queue_order, opened_at, reported_at, taken_at, closed_at)
                VALUES (\(id), \(kind), \(id), \(person), \(places[number % places.count]), \(state),
                    \(state == "closed" ? "acted" : nil), \(taker), \(weight), \(count), \(-weight), \(at), \(at),
                    \(state == "open" ? nil : at + 600_000), \(end))
                """
            )
            try execute(
                """
                INSERT INTO report_case_reasons (case_id, reason, report_count, state, target_kind, queue_order,
                    reported_at, case_count)
                VALUES (\(id), \(reason), \(count), \(state), \(kind), \(-weight), \(at), \(count))
                """
            )
            try execute(
                """
                INSERT INTO report_snapshots (id, case_id, fingerprint, nickname, stars, body, taken_at)
                VALUES (\(id), \(id), 'made-up', 'made-up', 3, \(String(repeating: "made-up words ", count: 20)), \(at))
                """
            )
            try execute(
                """
                INSERT INTO reports (id, case_id, account_id, snapshot_id, reason, detail, weight, created_at)
                VALUES (\(id), \(id), \(people[number % people.count]), \(id), \(reason), 'made-up detail', \(weight),
                    \(at))
                """
            )
        }
        for state in ["open", "taken", "closed"] {
            try execute(
                """
                UPDATE report_case_counts SET count = (SELECT COUNT(*) FROM report_cases WHERE state = \(state))
                WHERE state = \(state)
                """
            )
        }
    }

    /// Of the person who has as many cases as everything that is rare.
    fileprivate func nicknameOfFirst() throws -> String {
        try first("SELECT nickname FROM accounts WHERE email <> 'staff@haneul.example' ORDER BY id LIMIT 1") {
            try $0.string(0)
        } ?? ""
    }

    fileprivate func middleOfQueue() throws -> (order: Int64, id: Int64) {
        let half = try first("SELECT COUNT(*) / 2 FROM report_cases WHERE state = 'open'") { try $0.int(0) } ?? 0
        return try first(
            """
            SELECT queue_order, id FROM report_cases WHERE state = 'open' ORDER BY queue_order, id
            LIMIT 1 OFFSET \(half)
            """
        ) { (try $0.int64(0), try $0.int64(1)) } ?? (0, 0)
    }
}
