import Foundation
import Hummingbird
import Synchronization
import Testing

@testable import Database
@testable import Moeum

/// A process dies in the middle of a job of each kind, and another one does the work.
@Suite(.cleanup)
struct JobHolderTests {
    private struct Died: Error {}

    /// Is done whether there is anything to do or not.
    private struct AlwaysDone: JobKind {
        let kind: any JobKind
        var name: String { kind.name }
        var rules: JobRules { kind.rules }

        func run(_ hold: JobHold) async throws -> JobResult { try await kind.run(hold) }
    }

    /// The site, and what it tells others.
    private struct Scene: Sendable {
        let site: TestSite
        let mailer: MemoryMailer
        let deliveries: Deliveries
        let backups: String

        init(on engine: TestEngine) async throws {
            (mailer, deliveries, backups) = (MemoryMailer(), Deliveries(), try temporaryFolder())
            let port = try await LiveRouter.start(deliveries.router())
            var settings = [
                "MOEUM_WEBHOOK_URL": "http://127.0.0.1:\(port)/hook", "MOEUM_WEBHOOK_SECRET": "opensesame",
                "MOEUM_SEOUL_API_KEY": "secret", "MOEUM_WEATHER_SERVICE": "fixed",
            ]
            // A copy of a database of PostgreSQL is another program's work.
            if engine == .sqlite { settings["MOEUM_BACKUP_TO"] = backups }
            site = try await TestSite(on: engine, settings: settings)
        }

        func count(_ query: SQL) async throws -> Int { try await site.count(query) }

        /// The site's own kinds, but for the one whose mails are looked at.
        var kinds: [any JobKind] {
            site.app.jobKinds.map { kind in
                if kind.name == OutboxSender.name { return OutboxSender(mailer: mailer) }
                return kind.rules.interval == nil ? kind : AlwaysDone(kind: kind)
            }
        }
    }

    /// The numbers of the deliveries that another program got.
    private final class Deliveries: Sendable {
        let numbers = Mutex<[String]>([])

        func router() -> Router<BasicRequestContext> {
            let router = Router()
            router.post("hook") { [self] request, _ -> Response in
                let number = request.headers.first { $0.name.canonicalName == "x-moeum-delivery" }?.value ?? ""
                numbers.withLock { $0.append(number) }
                return Response(status: .ok)
            }
            return router
        }
    }

    /// Writes down something to do of each kind that is not done again and again.
    private func fill(_ scene: Scene) async throws {
        let (site, app, now) = (scene.site, scene.site.app, scene.site.now)
        let account = try #require(try await site.people(1).first)
        try await app.database.write { transaction in
            let message = EmailMessage(.passwordChanged, to: "a@haneul.example", language: .korean, link: "/recover")
            try transaction.enqueue(message, by: app.emailRenderer)
            let event = WebhookEvent(kind: .takedown, subject: 1, at: now, path: "/admin/takedowns")
            try transaction.addWebhook(of: event, base: app.config.baseURL, at: now)
            _ = try transaction.addArchiveJob(.export, for: account, at: now)
            // One whose only district is in, so that no other server is asked.
            let batch = try transaction.addImportJob(["mapo"], allowsMassCancel: false, by: account, at: now)
            let run = ImportRun(
                batch: try #require(batch),
                source: SeoulRow.source,
                district: "mapo",
                startedAt: now.milliseconds
            )
            try transaction.beginImportRun(run)
            try transaction.finishImportRun(run, read: 0, ImportCounts(), [])
            // One whose file no server has had for an hour, so that any of them ends it.
            let created = now.addingTimeInterval(-3_600)
            let upload = RegisterUpload(id: .next(), register: .grades, file: "x", options: .init(), createdAt: created)
            _ = try transaction.addRegisterUpload(upload, by: account)
            try app.weather.request(WeatherDay(district: "mapo", day: "2020-05-05"), transaction, at: now)
        }
    }

    /// A process takes the job and dies over its first write; until its lease is over nobody else has it.
    private func die(over kind: any JobKind, _ scene: Scene) async throws {
        let (site, app) = (scene.site, scene.site.app)
        func counts() async throws -> JobCounts {
            let now = site.now
            return try await app.database.read { try $0.jobCounts(of: kind.name, at: now) }
        }
        if kind.rules.interval != nil {
            let now = site.now
            try await app.database.write { try $0.registerJob(kind, at: now) }
        }
        #expect(try await counts().waiting == 1, "\(kind.name)")
        let dying = WatchedDatabase(app.database) { if $0 > 0 { throw Died() } }
        await #expect(throws: Died.self, "\(kind.name)") {
            try await JobWorker.quiet(dying, clock: app.clock).drain(kind)
        }
        try await app.jobWorker.drain(kind)
        #expect(try await counts().running == 1, "\(kind.name)")
        site.clock.move(JobLease.length + 1)
        try await app.jobWorker.drain(kind)
        let after = try await counts()
        #expect(after.running == 0 && after.dead == 0, "\(kind.name)")
        #expect(after.waiting == (kind.rules.interval == nil ? 0 : 1), "\(kind.name)")
        #expect(after.error == nil, "\(kind.name)")
    }

    @Test("A dead process's job of any kind is done by another", arguments: TestEngine.available)
    func takeOverJobs(_ engine: TestEngine) async throws {
        let scene = try await Scene(on: engine)
        try await fill(scene)
        let kinds = scene.kinds
        #expect(Set(kinds.map(\.name)).isSuperset(of: ["mail", "webhook", "archive", "import", "weather"]))
        for kind in kinds { try await die(over: kind, scene) }

        // Nobody can know whether the first got through: the second says the same under the same number.
        #expect(scene.mailer.sent.count == 2 && Set(scene.mailer.sent.map(\.messageID)).count == 1)
        #expect(scene.deliveries.numbers.withLock { $0.count == 2 && Set($0).count == 1 })
        let sent: SQL = "SELECT COUNT(*) FROM outbox WHERE sent_at IS NOT NULL AND body_text IS NULL"
        #expect(try await scene.count(sent) == 1)
        #expect(try await scene.count("SELECT COUNT(*) FROM outbox WHERE kind = 'export-ready'") == 1)
        #expect(try await scene.count("SELECT COUNT(*) FROM archive_jobs WHERE state = 'done'") == 1)
        #expect(try await scene.count("SELECT COUNT(*) FROM import_jobs WHERE ended_at IS NOT NULL") == 1)
        #expect(try await scene.count("SELECT COUNT(*) FROM register_uploads WHERE ended_at IS NOT NULL") == 1)
        #expect(try await scene.count("SELECT COUNT(*) FROM weather_days") == 1)
        guard engine == .sqlite else { return }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scene.backups).count == 1)
        #expect(try await scene.count("SELECT COUNT(*) FROM backups") == 1)
    }
}
