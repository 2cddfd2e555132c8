import Foundation
import HTTPTypes
import Hummingbird
import Logging
import RouterClient
import Synchronization
import Testing

@testable import Moeum

/// A whole life of an account, and nothing of it in the log that anybody could use.
@Suite(.cleanup)
struct SecretsInLogsTests {
    /// Every line that is logged, in text.
    private final class Lines: Sendable {
        private let kept = Mutex<[String]>([])

        var all: [String] { kept.withLock { $0 } }

        func add(_ line: String) { kept.withLock { $0.append(line) } }
    }

    private struct Recorder: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.add("\(event.message) \(metadata) \(event.metadata ?? [:])")
        }
    }

    @Test("No secret of an account's whole life is in the log") func noSecrets() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let lines = Lines()
        let secrets = try await Self.secrets(site, lines)
        #expect(lines.all.count > 20)
        #expect(
            lines.all.contains { $0.contains("logged in") } && lines.all.contains { $0.contains("login-failed") }
        )
        #expect(secrets.count > 15)
        for secret in secrets {
            let found = lines.all.filter { $0.localizedCaseInsensitiveContains(secret) }
            #expect(found == [], "\(secret)")
        }
    }

    /// All that was secret in a journey through a site that logs into `lines`, in the end of its account and in its mail.
    private static func secrets(_ site: TestSite, _ lines: Lines) async throws -> [String] {
        let logger = Logger(label: "test") { _ in Recorder(lines: lines) }
        let app = try App(config: site.app.config, database: site.app.database, logger: logger)
        let client = try RouterClient(Routes.router(app), logger: logger)
        let secrets = try await journey(site, TestBrowser(site, client))
        try await app.accountMaintenance.eraser.run(at: site.now + 15 * 86_400)
        let error = MailError(reason: "550 no such mailbox", summary: "no such mailbox", isPermanent: true)
        let mailer = MemoryMailer { _ in error }
        try await app.jobWorker.drain(OutboxSender(mailer: mailer))
        return secrets
    }

    /// What somebody does, and all that was secret in it.
    private static func journey(_ site: TestSite, _ browser: TestBrowser) async throws -> [String] {
        var garam = TestPerson.garam
        var secrets = [garam.email, garam.nickname, garam.password, "203.0.113.7", "haneul.example"]
        func read(_ kind: String) async throws -> String {
            let mail = try #require(try await site.mail(to: garam.email))
            #expect(mail.kind == kind)
            if let code = mail.code { secrets.append(code) }
            let path = try #require(mail.path)
            if let token = path.split(separator: "/").last { secrets.append(String(token)) }
            return path
        }
        func keepCookies() { secrets += browser.cookies.values.filter { $0.count > 20 } }

        _ = try await garam.signUp(in: browser)
        keepCookies()
        let verify = try await read("verify")
        _ = try await browser.get(verify)
        #expect(try await browser.post(verify).status == .seeOther)
        var wrong = garam
        wrong.password = "틀린-비밀번호-77"
        secrets.append(wrong.password)
        for _ in 0..<11 { try await wrong.logIn(in: browser) }
        let unlock = try await read("unlock")
        _ = try await browser.get(unlock)
        #expect(try await browser.post(unlock).location == "/login")
        try await browser.post("/verify/code", ["code": "918273"])
        try await browser.post("/recover", ["email": garam.email])
        let recover = try await read("recover")
        try await browser.post("/recover/code", ["email": garam.email, "code": "918273"])
        secrets.append("918273")
        _ = try await browser.get(recover)
        garam.password = "느긋한-바다-구름-77"
        secrets.append(garam.password)
        #expect(try await browser.post(recover, ["password": garam.password]).location == "/login")
        #expect(try await garam.logIn(in: browser, next: "/places?q=\(garam.nickname)").status == .seeOther)
        keepCookies()
        _ = try await browser.get("/login?next=/recover/token&email=\(garam.email)")
        try await browser.post("/confirm-password", ["password": garam.password])
        try await browser.post("/settings/export", ["password": garam.password])
        let leave = ["password": garam.password, "confirm": "goodbye", "reviews": "delete"]
        #expect(try await browser.post("/settings/delete", leave).location == "/")
        return secrets
    }
}
