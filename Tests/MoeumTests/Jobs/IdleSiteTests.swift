import Foundation
import Testing

@testable import Moeum

/// What a site writes by itself: nothing, as long as there is nothing to do.
@Suite(.cleanup)
struct IdleSiteTests {
    /// A site that does everything by itself that one can, and has done what was due at its start.
    private func idleSite(on engine: TestEngine) async throws -> TestSite {
        var settings = [
            "MOEUM_WEBHOOK_URL": "http://127.0.0.1:1/", "MOEUM_WEBHOOK_SECRET": "opensesame",
            "MOEUM_WEATHER_SERVICE": "fixed",
        ]
        // A copy of a database of PostgreSQL is another program's work.
        if engine == .sqlite { settings["MOEUM_BACKUP_TO"] = try temporaryFolder() }
        let site = try await TestSite(on: engine, settings: settings)
        let (kinds, now) = (site.app.jobKinds, site.now)
        try await site.app.database.write { transaction in
            for kind in kinds where kind.rules.interval != nil { try transaction.registerJob(kind, at: now) }
        }
        for kind in kinds { try await site.app.jobWorker.drain(kind) }
        return site
    }

    /// Does what is due, two minutes later.
    /// - Returns: how many writes took jobs, did or finished them.
    private func round(_ site: TestSite) async throws -> Int {
        site.clock.move(120)
        let database = WatchedDatabase(site.app.database)
        let worker = JobWorker.quiet(database, clock: site.app.clock)
        for kind in site.app.jobKinds { try await worker.drain(kind) }
        return database.kept.count
    }

    @Test("A site without anything to do writes nothing", arguments: TestEngine.available)
    func writeNothing(_ engine: TestEngine) async throws {
        let site = try await idleSite(on: engine)
        for _ in 1...10 { #expect(try await round(site) == 0) }
        // Nothing is overdue, and the page says when it is looked after next.
        let (kinds, now) = (site.app.jobKinds, site.now)
        let counts = try await site.app.database.read { try $0.jobCounts(for: kinds, at: now) }
        for (name, counts) in counts {
            #expect(counts.dueSince ?? now >= now && counts.next ?? now >= now, "\(name)")
            #expect(counts.error == nil && counts.running == 0, "\(name)")
        }
    }

    @Test("What is due is done although nothing was for a long time", arguments: TestEngine.available)
    func doWhatIsDue(_ engine: TestEngine) async throws {
        let site = try await idleSite(on: engine)
        for _ in 1...3 { #expect(try await round(site) == 0) }
        let (scene, now) = (try await WeatherScene(site, TestSky()), site.now)
        var audit = AuditContext(actor: .site, reason: .spam, at: now, emailRenderer: site.app.emailRenderer)
        audit.until = now + 60
        try await site.app.database.write { [audit] transaction in
            _ = try transaction.imposeSanction(.suspension, on: scene.account, audit)
            try transaction.saveBackupFailure(BackupFailure(at: now, toldAt: now))
        }
        let entry = try await scene.write("2020-05-05")
        #expect(try await round(site) > 0)
        #expect(try await site.count("SELECT COUNT(*) FROM sanctions WHERE ended_at IS NOT NULL") == 1)
        #expect(try await site.count("SELECT COUNT(*) FROM webhook_deliveries") == 1)
        // The job of the entry's day came after its kind's turn.
        _ = try await round(site)
        #expect(try await scene.weather(of: entry) != "waiting")
    }

    @Test("What failed is taken again although there is nothing more to do", arguments: TestEngine.available)
    func endFailure(_ engine: TestEngine) async throws {
        let (database, clock) = (try await engine.database(.tables), TestClock())
        let kind = RecurringJob("test", every: 60, hasWork: { _, _ in false }, work: {})
        let counts = { try await database.read { try $0.jobCounts(for: [kind], at: clock.now)["test"] } }
        let worker = JobWorker.quiet(database) { clock.now }
        try await database.write { transaction in
            try transaction.registerJob(kind, at: clock.now)
            let job = try #require(try transaction.takeJob(kind, as: 1, at: clock.now))
            try transaction.postponeJob(job, "down", to: clock.now + 30)
        }
        let start = clock.now
        clock.move(40)
        #expect(try await counts()?.error == "down")
        #expect(try await counts()?.dueSince == start)
        #expect(try await worker.doNext(kind) == .done)
        #expect(try await counts()?.error == nil)
        clock.move(100)
        #expect(try await worker.doNext(kind) == .nothing)
        #expect(try await counts()?.dueSince == nil)
    }
}
