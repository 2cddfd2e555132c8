import Foundation
import HTTPTypes
import Hummingbird
import Logging
import RouterClient
import Testing

@testable import Moeum

/// Imports that staff start from their page, against a server of the test's own.
@Suite(.cleanup)
struct ImportsRoutesTests {
    private static let key = ["MOEUM_SEOUL_API_KEY": "secret"]

    /// A worker of the site whose districts' servers answer with these.
    private static func worker(
        _ site: TestSite,
        _ answers: [String: [String]]
    ) async throws -> (ImportWorker, SeoulImportTests.Replay) {
        let replay = SeoulImportTests.Replay(answers)
        let router = Router()
        router.get("/:key/json/:service/:start/:end") { request, context -> Response in
            let answer = replay.next(try context.parameters.require("service"), request.uri.path)
            if answer == "500" { return Response(status: .internalServerError) }
            return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: answer)))
        }
        let port = try await LiveRouter.start(router)
        let address = "http://127.0.0.1:\(port)"
        let app = site.app
        let worker = ImportWorker { allows, database in
            var client = SeoulClient(key: "secret", baseURL: address)
            client.timeouts.backoff = .milliseconds(5)
            return SeoulImport(
                database: database,
                districts: app.districts,
                endpoints: [("mapo", "M"), ("jung", "J")].map {
                    SeoulClient.Endpoint(slug: $0.0, apiHost: "nowhere.example", apiService: $0.1)
                },
                dongs: DongTable(app.map, asOf: "2022"),
                client: client,
                allowsMassCancel: allows
            )
        }
        return (worker, replay)
    }

    private static func district(_ slug: String, _ json: [String: Any]) -> [String: Any] {
        ((json["districts"] as? [[String: Any]]) ?? []).first { $0["slug"] as? String == slug } ?? [:]
    }

    private static let shops = SeoulImportTests.list(
        "M",
        [SeoulImportTests.row("x1", "새집하나"), SeoulImportTests.row("x2", "새집둘"), SeoulImportTests.row("x3", "")]
    )

    @Test("Staff start an import and see what it did", arguments: TestEngine.available)
    func startImport(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine, settings: Self.key)
        let admin = TestBrowser(site)
        let id = try await site.logIn(admin, nickname: "한결", role: .admin, hasTwoFactor: true)
        #expect(
            try await admin.post("/admin/imports", ["district": "atlantis"]).status == .unprocessableContent
        )
        #expect(try await admin.post("/admin/imports", ["district": "mapo"]).location == "/admin/imports")
        let entry = try #require(
            try await site.app.database.read {
                try $0.auditEntries(where: "d.action = 'start-import'", limit: 9)
            }
            .first
        )
        #expect(entry.actor == .staff(id))
        #expect(entry.target == AuditEntry.Target(.district, "mapo"))
        let waiting = try await admin.get("/admin/imports?lang=en")
        #expect(try waiting.html.has("[data-working]"))
        #expect(!waiting.text.contains("allow_mass_cancel"))
        #expect(try await admin.get("/admin/imports", [.fragment: "jobs"]).html.has("[data-working]"))
        // One at a time, no matter who asks.
        #expect(try await admin.post("/admin/imports").status == .conflict)
        let rejected = try await admin.post(
            "/admin/imports",
            [:],
            [.secFetchSite: "same-origin", .accept: "application/json"]
        )
        #expect(rejected.status == .conflict)
        #expect(rejected.headers[.contentType] == "application/problem+json")
        try await Cleanup.run {
            let (worker, _) = try await Self.worker(site, ["M": [Self.shops]])
            for _ in 1...2 { try await site.runJobs(worker) }
            let failed = Self.district("mapo", try await admin.json("/admin/imports"))
            #expect(failed["state"] as? String == "failed")
            #expect((failed["failure"] as? String)?.contains("would be cancelled") == true)
            let page = try await admin.get("/admin/imports?lang=en")
            #expect(page.text.contains("tick “Allow more than half to be cancelled”"))
            #expect(try !page.html.has("[data-working]"))
            let sent = ["district": "mapo", "allow_mass_cancel": "1"]
            #expect(try await admin.post("/admin/imports", sent).status == .seeOther)
            try await site.runJobs(worker)
        }
        let json = try await admin.json("/admin/imports")
        let mapo = Self.district("mapo", json)
        #expect(mapo["state"] as? String == "fine")
        #expect(["rowsRead", "inserted", "refused", "places"].map { mapo[$0] as? Int } == [3, 2, 1, 2])
        let changes = try #require(mapo["changes"] as? [[String: Any]])
        #expect(changes.compactMap { $0["kind"] as? String } == ["inserted", "cancelled"])
        let names = try #require(changes.first?["places"] as? [[String: Any]])
        #expect(names.compactMap { $0["name"] as? String } == ["새집둘", "새집하나"])
        #expect(changes.last?["number"] as? Int == mapo["cancelled"] as? Int)
        let rejections = try #require(mapo["refusals"] as? [[String: Any]])
        #expect(rejections.first?["reason"] as? String == "missing")
        #expect(rejections.first?["example"] as? String == "x3")
        #expect(Self.district("jung", json)["state"] as? String == "never")
        let job = try #require(json["job"] as? [String: Any])
        #expect(job["isInHand"] as? Bool == false)
        #expect(job["askedBy"] as? String == "한결")
        let page = try await admin.get("/admin/imports")
        #expect(page.text.contains("새집하나"))
        #expect(!page.text.contains("secret"))
    }

    @Test("Without a key nothing starts, and the page says what to do", arguments: TestEngine.available)
    func withoutKey(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let admin = TestBrowser(site)
        try await site.logIn(admin, nickname: "한결", role: .admin, hasTwoFactor: true)
        let answer = try await admin.post("/admin/imports", ["district": "mapo"])
        #expect(answer.status == .conflict)
        #expect(answer.text.contains("MOEUM_SEOUL_API_KEY"))
        let job = try await site.app.database.read { try $0.latestImportJob() }
        #expect(job == nil)
    }

    @Test("An import of a dead process is continued, and nothing is done twice", arguments: TestEngine.available)
    func resumeImport(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine, settings: Self.key)
        let (database, now) = (site.app.database, site.now)
        let person = try #require(try await site.people(1).first)
        let id = try #require(
            try await database.write {
                try $0.addImportJob(["jung", "mapo"], allowsMassCancel: true, by: person, at: now)
            }
        )
        let first = try #require(
            try await database.write { try $0.takeJob(ImportWorker(config: site.app.config), as: 1, at: now) }
        )
        #expect(first.key == String(id))
        let begun = try await database.read { try $0.latestImportJob() }
        #expect(begun?.districts == ["jung", "mapo"] && begun?.hasBegun == true)
        // It brought in one district, and was never heard of again.
        let run = ImportRun(batch: id, source: SeoulRow.source, district: "mapo", startedAt: now.milliseconds)
        try await database.write { transaction in
            try transaction.beginImportRun(run)
            try transaction.finishImportRun(run, read: 0, ImportCounts(), [])
        }
        let list = SeoulImportTests.list("J", [SeoulImportTests.row("y1", "중집", ["SITE_ADDR_RD": "서울특별시 중구 길 1 (다동)"])])
        let (worker, replay) = try await Self.worker(site, ["J": [list], "M": ["500"]])
        // It is still the first one's.
        try await site.runJobs(worker)
        #expect(replay.requests.withLock { $0 }.isEmpty)
        site.clock.move(61)
        try await site.runJobs(worker)
        let asked = replay.requests.withLock { $0 }
        #expect(asked == ["/secret/json/J/1/1000/"])
        let job = try #require(try await database.read { try $0.latestImportJob() })
        #expect(!job.isActive)
        let ended = try await database.read { try $0.endedDistricts(of: job) }
        #expect(ended == ["jung": false, "mapo": false])
        await #expect(throws: JobLost.self) { try await database.write { try $0.renewJob(first, until: now) } }
    }

    @Test("A job that keeps ending processes is given up", arguments: TestEngine.available)
    func giveUp(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine, settings: Self.key)
        let (database, now) = (site.app.database, site.now)
        let person = try #require(try await site.people(1).first)
        try await database.write { transaction in
            _ = try transaction.addImportJob(["mapo"], allowsMassCancel: false, by: person, at: now)
            try transaction.execute("UPDATE jobs SET attempts = 3 WHERE kind = 'import'")
        }
        let (worker, replay) = try await Self.worker(site, [:])
        try await site.runJobs(worker)
        #expect(replay.requests.withLock { $0 }.isEmpty)
        let job = try await database.read { try $0.latestImportJob() }
        #expect(job?.failure == .internalError)
    }

    @Test(
        "Failures are grouped by what to do",
        arguments: [
            (SeoulResponse.Error.badKey.description, ImportFailureKind.key),
            ("1 row came of 5 announced", .incomplete), ("3 rows came of 5 announced", .incomplete),
            ("the list is empty where there were 9 shops", .empty),
            ("5 of 9 shops would be cancelled; --allow-mass-cancel does it", .massCancel),
            (SeoulImport.Failure(CancellationError()).description, .stopped),
            (SeoulImport.Failure(DatabaseError.unavailable("full")).description, .database),
            (SeoulResponse.Error.unreadable("it is XML").description, .unreadable),
            (SeoulResponse.Error.serverError(code: "ERROR-500").description, .server),
            ("the server answered 502", .server),
            ("no answer: connect timeout", .unreachable), ("the district took longer than 60 s", .unreachable),
            ("there is no such service (ERROR-310)", .other),
        ]
    )
    func failureKinds(_ description: String, _ kind: ImportFailureKind) {
        #expect(ImportFailureKind(description) == kind)
    }
}
