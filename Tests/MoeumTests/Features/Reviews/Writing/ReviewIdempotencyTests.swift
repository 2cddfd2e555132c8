import Foundation
import HTTPTypes
import RouterClient
import Synchronization
import Testing

@testable import Database
@testable import Moeum

/// One review of a person and place that is not deleted, however often and at once a form is sent, and who may publish at all.
@Suite(.cleanup)
struct ReviewIdempotencyTests {
    @Test("A hundred equal forms at the same time make one review", arguments: TestEngine.available)
    func sendEqualForms(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let photo = try await site.photo(by: client.account)
        let fields = client.fields(once: SystemRandom.name(), ["photo_id": ["\(photo)"]])
        let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
            for _ in 0..<100 { group.addTask { try await browser.postFiles(client.path, fields) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let review = try #require(try await client.review())
        #expect(Set(answers.map(\.status)) == [.seeOther])
        #expect(Set(answers.map(\.location)) == ["/places/\(client.place)#r\(review.id)"])
        #expect(try await site.count("SELECT COUNT(*) FROM reviews") == 1)
        #expect(try await site.count("SELECT review_count FROM places WHERE id = \(client.place)") == 1)
    }

    @Test("Without the key, one form is published and the others get 409", arguments: TestEngine.available)
    func sendWithoutKey(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
            for _ in 0..<30 { group.addTask { try await browser.postFiles(client.path, client.fields()) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0.status == .seeOther } == 1)
        #expect(answers.count { $0.status == .conflict } == 29)
        #expect(try await site.count("SELECT COUNT(*) FROM reviews") == 1)
    }

    /// A database in which another review was there first, twice.
    private final class LosingDatabase: Database {
        private let base: any Database
        private let losses = Mutex(0)
        private let onSecondLoss: @Sendable () async throws -> Void

        init(_ base: any Database, onSecondLoss: @escaping @Sendable () async throws -> Void) {
            (self.base, self.onSecondLoss) = (base, onSecondLoss)
        }

        func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
            try await base.read(body)
        }

        func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
            do {
                return try await base.write { [self] transaction in
                    let before = try Self.reviewCount(transaction)
                    let value = try body(transaction)
                    let isLost = try Self.reviewCount(transaction) > before && losses.withLock { $0 < 2 }
                    if isLost { throw DatabaseError.uniqueViolation("reviews") }
                    return value
                }
            } catch let error as DatabaseError where error == .uniqueViolation("reviews") {
                let count = losses.withLock { losses in
                    losses += 1
                    return losses
                }
                if count == 2 { try await onSecondLoss() }
                throw error
            }
        }

        private static func reviewCount(_ transaction: Transaction) throws -> Int {
            try transaction.first("SELECT COUNT(*) FROM reviews") { try $0.int(0) } ?? 0
        }

        func close() async {}
        var statistics: DatabaseStatistics { base.statistics }
        var changes: DataChanges { base.changes }
    }

    /// Sends a form that loses to another twice.
    private func loseTwice(
        _ words: String,
        _ client: ReviewClient,
        onSecondLoss: @escaping @Sendable () async throws -> Void
    ) async throws -> TestResponse {
        let (site, clock) = (client.browser.site, client.browser.site.clock)
        let app = try App(
            config: site.app.config,
            resources: try Resources(config: site.app.config),
            database: LosingDatabase(site.app.database, onSecondLoss: onSecondLoss),
            logger: site.app.logger
        ) { clock.now }
        let browser = TestBrowser(site, try RouterClient(Routes.router(app)))
        for (name, value) in client.browser.cookies { browser.setCookie(name, value) }
        return try await browser.postFiles(client.path, client.fields(once: SystemRandom.name(), ["body": [words]]))
    }

    @Test("A form that loses to another twice is 409 and shows both", arguments: TestEngine.available)
    func loseToAnother(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let client = try await TestBrowser(site).reviewer()
        let words = "두 번째로 갔을 때는 조금 달랐어요."
        let page = try await loseTwice(words, client) { try await client.publish() }
        #expect(page.status == .conflict)
        #expect(page.text.contains(words) && page.text.contains(ReviewClient.words))
        let review = try #require(try await client.review())
        #expect(try page.hidden("rev", of: "/reviews/\(review.id)") == "1" && review.body == ReviewClient.words)
        #expect(try await site.count("SELECT COUNT(*) FROM reviews") == 1)
    }

    @Test("A form that loses to one that is gone again keeps its words", arguments: TestEngine.available)
    func loseToNobody(_ engine: TestEngine) async throws {
        let client = try await TestBrowser(try await TestSite(on: engine)).reviewer()
        let words = "두 번째로 갔을 때는 조금 달랐어요."
        let page = try await loseTwice(words, client) {}
        #expect(page.status == .serviceUnavailable && page.text.contains(words))
        #expect(try await client.review() == nil)
    }

    @Test("A second review is 409, shows the first, and replaces it only as an edit", arguments: TestEngine.available)
    func sendSecondReview(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let (old, new) = (try await site.photo(by: client.account), try await site.photo(by: client.account))
        let id = try await client.publish(["photo_id": ["\(old)"]])
        let second = "두 번째로 갔을 때는 조금 달랐어요."
        let fields = client.fields(once: SystemRandom.name(), ["body": [second], "photo_id": ["\(new)"]])
        let page = try await browser.postFiles(client.path, fields)
        #expect(page.status == .conflict)
        #expect(page.text.contains(second) && page.text.contains(ReviewClient.words))
        #expect(try page.hidden("rev", of: "/reviews/\(id)") == "1")
        let photos = try page.html.values(of: "photo_id")
        #expect(photos == ["\(old)", "\(new)"])
        let problem = try await browser.postFiles(
            client.path,
            client.fields(once: SystemRandom.name()),
            TestBrowser.asProgram
        )
        #expect(problem.status == .conflict && problem.text.contains("\"form\":\"exists\""))
        #expect(try await client.review()?.body == ReviewClient.words)
        let edit = client.fields(["body": [second], "photo_id": photos, "rev": ["1"]])
        #expect(try await browser.postFiles("/reviews/\(id)", edit).status == .seeOther)
        #expect(try await client.review()?.body == second)
    }

    @Test("A form whose photos the published review has is 409, not a problem of photos")
    func sendFromTwoDevices() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let photo = try await site.photo(by: client.account)
        let id = try await client.publish(["photo_id": ["\(photo)"]])
        let other = client.fields(once: SystemRandom.name(), ["photo_id": ["\(photo)"]])
        let page = try await browser.postFiles(client.path, other)
        #expect(page.status == .conflict)
        #expect(try page.hidden("rev", of: "/reviews/\(id)") == "1")
        let photos = try page.html.values(of: "photo_id")
        #expect(photos == ["\(photo)"])
    }

    @Test("Reviews beyond twenty at once get 429 and keep the words", arguments: TestEngine.available)
    func limitRate(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let places = try await site.places(21)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        for place in places.prefix(20) {
            try await ReviewClient(browser: browser, account: client.account, place: place).publish()
        }
        let last = ReviewClient(browser: browser, account: client.account, place: places[20])
        let page = try await browser.postFiles(last.path, last.fields())
        #expect(page.status == .tooManyRequests)
        #expect(page.headers[.retryAfter] != nil)
        #expect(page.text.contains(ReviewClient.words))
        let problem = try await browser.postFiles(last.path, last.fields(), TestBrowser.asProgram)
        #expect(problem.status == .tooManyRequests && problem.headers[.retryAfter] != nil)
        try await site.passLimits(180)
        try await last.publish()
    }

    @Test("Who may not publish keeps the words, and publishes them once allowed") func refuseRestricted() async throws {
        let site = try await TestSite()
        let newcomer = try await TestBrowser(site).reviewer("가람", isVerified: false)
        let suspended = try await TestBrowser(site).reviewer("별하", isSuspended: true)
        let barred = try await TestBrowser(site).reviewer("나래")
        try await site.execute(
            """
            INSERT INTO sanctions (id, account_id, kind, reason, note, starts_at)
            VALUES (1, \(barred.account), 'no-posting', 'spam', 'made up', 1)
            """
        )
        for (client, code) in [(newcomer, "unverified"), (suspended, "suspended"), (barred, "no-posting")] {
            let form = try await client.browser.get("\(client.path)/new")
            #expect(try form.status == .ok && form.html.has("[role=note]"), "\(code)")
            let page = try await client.browser.postFiles(
                client.path,
                client.fields(["act": ["publish"]]),
                files: [("photos[]", Array("not read".utf8))]
            )
            #expect(page.status == .forbidden, "\(code)")
            #expect(page.text.contains(ReviewClient.words) && page.text.contains("2026-11-14"), "\(code)")
            let problem = try await client.browser.postFiles(client.path, client.fields(), TestBrowser.asProgram)
            #expect(problem.status == .forbidden && problem.text.contains("\"form\":\"\(code)\""))
            #expect(try await client.review() == nil)
        }
        // As soon as the address is confirmed, what was written goes up.
        try await site.execute("UPDATE accounts SET verified_at = 1 WHERE id = \(newcomer.account)")
        let kept = try await newcomer.form("\(newcomer.path)/new")
        #expect(kept["body"] as? String == ReviewClient.words)
        try await newcomer.publish()
    }

    @Test("A closed place takes no reviews, and the words stay") func refuseClosedPlace() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        try await site.execute("UPDATE places SET status = 'closed' WHERE id = \(client.place)")
        #expect(try await browser.get("\(client.path)/new").status == .gone)
        let page = try await browser.postFiles(client.path, client.fields())
        #expect(page.status == .gone && page.text.contains(ReviewClient.words))
        for path in ["/places/1/reviews", "/places/x/reviews"] {
            #expect(try await browser.get("\(path)/new").status == .notFound)
            #expect(try await browser.postFiles(path, client.fields()).status == .notFound)
        }
        #expect(try await site.count("SELECT COUNT(*) FROM reviews") == 0)
    }

    @Test("A session that has ended loses no words") func resumeAfterLogin() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let garam = TestPerson.garam
        let account = try await garam.exist(on: site)
        let browser = TestBrowser(site)
        let place = try #require(try await site.places(1).first)
        let client = ReviewClient(browser: browser, account: account, place: place)
        let keyword = try #require(try await site.app.database.read { try $0.offeredKeywords(for: .restaurant) }.first)
        let fields = client.fields(once: SystemRandom.name(), ["keyword": ["\(keyword.id)"]])
        let page = try await browser.postFiles(
            client.path,
            fields,
            files: [("photos[]", [UInt8](repeating: 7, count: 10_000))],
            [:]
        )
        #expect(page.status == .unauthorized)
        let resume = try #require(try page.hidden("resume"))
        #expect(try page.hidden("resume_to") == client.path)
        let offer = try await browser.post(
            "/login",
            ["email": garam.email, "password": garam.password, "next": "/", "resume": resume, "resume_to": client.path]
        )
        #expect(offer.text.contains(ReviewClient.words))
        let form = Form(
            items: try offer.html.all("form[action=\(client.path)] input[type=hidden]")
                .map { ($0["name"] ?? "", $0["value"] ?? "") }
        )
        #expect(form["body"] == ReviewClient.words && form["keyword"] == "\(keyword.id)")
        let sent = try await browser.post(client.path, raw: Array(form.encoded.utf8))
        #expect(sent.status == .seeOther)
        #expect(try await client.review()?.body == ReviewClient.words)
    }
}
