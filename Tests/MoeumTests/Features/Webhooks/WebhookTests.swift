import Foundation
import Hummingbird
import Synchronization
import Testing

@testable import Moeum

/// What another program is told, and how often.
@Suite(.cleanup)
struct WebhookTests {
    /// A program that is told things, and answers as a test says.
    private final class Listener: Sendable {
        struct Call: Sendable {
            let body: String
            let signature: String
            let delivery: String
        }

        let calls = Mutex<[Call]>([])
        let status = Mutex(200)
        /// What happens while one is told, by how many were told.
        let meanwhile = Mutex<(@Sendable (Int) async throws -> Void)?>(nil)

        func router() -> Router<BasicRequestContext> {
            let router = Router()
            router.post("hook") { [self] request, _ -> Response in
                let body = try await request.body.collect(upTo: 10_000)
                func header(_ name: String) -> String {
                    request.headers.first { $0.name.canonicalName == name }?.value ?? ""
                }
                let call = Call(
                    body: String(buffer: body),
                    signature: header("x-moeum-signature"),
                    delivery: header("x-moeum-delivery")
                )
                let count = calls.withLock { calls in
                    calls.append(call)
                    return calls.count
                }
                try await meanwhile.withLock { $0 }?(count)
                return Response(status: .init(code: status.withLock { $0 }))
            }
            return router
        }

        var told: [[String: String]] {
            calls.withLock { $0 }.compactMap {
                try? JSONSerialization.jsonObject(with: Data($0.body.utf8)) as? [String: String]
            }
        }
    }

    /// Finds events and tells of them, as the server does beside the requests.
    private struct Webhooks: Sendable {
        let site: TestSite
        let target: WebhookSender.Target

        func run() async throws {
            let app = site.app
            try await WebhookEventFinder(
                baseURL: "https://moeum.example",
                database: app.database,
                clock: app.clock,
                wake: app.jobWake
            ).run()
            var sender = WebhookSender(target: target)
            sender.rules.backoff = RetryBackoff(firstDelay: 1, maxDelay: 1, maxAttempts: 3)
            try await site.runJobs(sender)
        }

        func counts() async throws -> JobCounts {
            let now = site.now
            return try await site.app.database.read { try $0.jobCounts(of: WebhookSender.name, at: now) }
        }
    }

    private func siteWithHook(_ engine: TestEngine = .sqlite) async throws -> (TestSite, Webhooks, Listener) {
        let listener = Listener()
        let port = try await LiveRouter.start(listener.router())
        let url = "http://127.0.0.1:\(port)/hook"
        let settings = ["MOEUM_WEBHOOK_URL": url, "MOEUM_WEBHOOK_SECRET": "opensesame"]
        let site = try await TestSite(on: engine, settings: settings)
        let sender = Webhooks(site: site, target: WebhookSender.Target(url: url, secret: "opensesame"))
        return (site, sender, listener)
    }

    /// A failed import, as a run leaves it.
    private func failImport(
        _ site: TestSite,
        batch: Int64,
        district: String = "mapo",
        failure: String? = "down",
        id: ImportRun.ID = .next()
    ) async throws {
        let now = site.now.milliseconds
        try await site.app.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO import_runs (id, source, district, started_at, finished_at, failure, inserted, changed,
                    unchanged, cancelled, refused, batch)
                VALUES (\(id), 'seoul', \(district), \(now), \(now), \(failure), 0, 0, 0, 0, 0,
                    \(batch))
                """
            )
        }
    }

    @Test("Each event is sent once and signed", arguments: TestEngine.available)
    func sendOnce(_ engine: TestEngine) async throws {
        let (site, sender, listener) = try await siteWithHook(engine)
        try await failImport(site, batch: 1)
        try await failImport(site, batch: 1, district: "jongno")
        try await failImport(site, batch: 2, failure: nil)
        try await site.app.database.write { transaction in
            try transaction.saveBackupFailure(BackupFailure(at: site.now, toldAt: site.now))
        }
        for _ in 1...3 { try await sender.run() }
        #expect(Set(listener.told.map { $0["event"] }) == ["import.failed", "backup.failed"])
        #expect(listener.told.count == 2)
        let urls = Set(listener.told.compactMap { $0["url"] })
        #expect(urls == ["https://moeum.example/admin/imports", "https://moeum.example/admin/diagnostics"])
        for call in listener.calls.withLock({ $0 }) {
            let code = HMAC.sha256(of: Array(call.body.utf8), key: Array("opensesame".utf8))
            #expect(call.signature == "sha256=\(Hexadecimal.text(code))")
            #expect(!call.delivery.isEmpty && call.body.contains("\"delivery\":\"\(call.delivery)\""))
        }
        #expect(try await sender.counts().unfinished == 0)
    }

    @Test("Events for a slow listener are sent once by two servers", arguments: TestEngine.available)
    func sendOnceOfTwo(_ engine: TestEngine) async throws {
        let (site, sender, listener) = try await siteWithHook(engine)
        for batch: Int64 in 1...3 { try await failImport(site, batch: batch) }
        listener.meanwhile.withLock { meanwhile in
            meanwhile = { count in
                site.clock.move(25)
                if count == 3 { try await sender.run() }
            }
        }
        try await sender.run()
        #expect(Set(listener.calls.withLock { $0.map(\.delivery) }).count == 3)
        #expect(listener.told.count == 3)
    }

    @Test("Events from before it was switched on are not sent", arguments: TestEngine.available)
    func skipEarlier(_ engine: TestEngine) async throws {
        let (site, sender, listener) = try await siteWithHook(engine)
        try await failImport(site, batch: 1)
        try await site.app.database.write { transaction in
            try transaction.saveBackupFailure(BackupFailure(at: site.now, toldAt: site.now))
        }
        site.clock.move(3_600)
        try await site.app.recordStart()
        try await sender.run()
        #expect(listener.told.isEmpty)
        // A restart forgets nothing of what happened meanwhile.
        try await failImport(site, batch: 2, id: Identifier(earliestAt: site.now + 60))
        site.clock.move(3_600)
        try await site.app.recordStart()
        try await sender.run()
        #expect(listener.told.map { $0["event"] } == ["import.failed"])
        // Off, and on again.
        var config = site.app.config
        config.webhook = nil
        try await App(config: config, database: site.app.database, logger: site.app.logger).recordStart()
        try await failImport(site, batch: 3, id: Identifier(earliestAt: site.now + 60))
        site.clock.move(3_600)
        try await site.app.recordStart()
        try await sender.run()
        #expect(listener.told.count == 1)
        #expect(try await site.app.database.siteAddress() == site.app.config.baseURL)
    }

    @Test("Urgent reports are sent", arguments: TestEngine.available)
    func sendUrgent(_ engine: TestEngine) async throws {
        let (site, sender, listener) = try await siteWithHook(engine)
        let browser = TestBrowser(site)
        try await TestPerson.garam.enter(in: browser)
        for (number, reason) in ["spam", "illegal"].enumerated() {
            let author = try await site.logIn(TestBrowser(site), nickname: "별하 \(number)")
            let fields = ["target": "user:\(author)", "reason": reason, "detail": "다시 봐 주세요."]
            _ = try await browser.post("/reports", fields)
        }
        try await sender.run()
        let cases = try await site.app.database.read { transaction in
            try transaction.rows("SELECT case_id, reason FROM reports ORDER BY id").map {
                (id: try $0.int64(0), reason: try $0.string(1))
            }
        }
        #expect(cases.map(\.reason) == ["spam", "illegal"])
        #expect(listener.told.map { $0["url"] } == ["https://moeum.example/admin/reports/\(cases.last?.id ?? 0)"])
    }

    @Test("An event that is not taken is sent again under the same number") func sendAgain() async throws {
        let (site, sender, listener) = try await siteWithHook()
        listener.status.withLock { $0 = 500 }
        try await failImport(site, batch: 1)
        try await sender.run()
        // Not due yet.
        try await sender.run()
        #expect(listener.told.count == 1)
        site.clock.move(2)
        try await sender.run()
        listener.status.withLock { $0 = 204 }
        site.clock.move(2)
        try await sender.run()
        site.clock.move(2)
        try await sender.run()
        let calls = listener.calls.withLock { $0 }
        #expect(calls.count == 3 && Set(calls.map(\.delivery)).count == 1 && Set(calls.map(\.body)).count == 1)
        #expect(try await sender.counts().dead == 0)
    }

    @Test("An event that is never taken is given up") func giveUp() async throws {
        let (site, sender, listener) = try await siteWithHook()
        listener.status.withLock { $0 = 403 }
        try await failImport(site, batch: 1)
        for _ in 1...6 {
            try await sender.run()
            site.clock.move(2)
        }
        #expect(listener.told.count == 3)
        let counts = try await sender.counts()
        #expect(counts == JobCounts(kind: WebhookSender.name, dead: 1))
        #expect(Diagnosis.State.jobs(counts, at: site.now) == .bad)
    }

    @Test("An address needs a key and may not be plain HTTP") func needKey() throws {
        func config(_ settings: [String: String]) throws -> Config {
            try Config { ["MOEUM_RESOURCES": Project.root.path].merging(settings) { $1 }[$0] }
        }
        let secret = ["MOEUM_WEBHOOK_SECRET": "opensesame"]
        for url in ["https://watch.example/moeum", "http://127.0.0.1:9000/hook", "http://localhost:1/"] {
            #expect(try config(secret.merging(["MOEUM_WEBHOOK_URL": url]) { $1 }).webhook?.url == url)
            #expect(throws: Config.Error.self) { try config(["MOEUM_WEBHOOK_URL": url]) }
        }
        for url in ["http://watch.example/moeum", "http://127.0.0.1.example/", "ftp://watch.example", "hook"] {
            #expect(throws: Config.Error.self) { try config(secret.merging(["MOEUM_WEBHOOK_URL": url]) { $1 }) }
        }
    }
}
