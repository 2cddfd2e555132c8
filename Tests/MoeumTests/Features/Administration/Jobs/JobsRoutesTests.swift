import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What could not be done, and what the people who run the site do about it.
@Suite(.cleanup)
struct JobsRoutesTests {
    /// Puts mails into the outbox, given up one after another.
    private func bury(_ recipients: [String], on site: TestSite) async throws {
        let (app, now) = (site.app, site.now)
        try await app.database.write { transaction in
            for (index, recipient) in recipients.enumerated() {
                let message = EmailMessage(.passwordChanged, to: recipient, language: .english, link: "/recover")
                try transaction.enqueue(message, by: app.emailRenderer)
                let sender = OutboxSender(mailer: app.mailer)
                let job = try #require(try transaction.takeJob(sender, as: .next(), at: now))
                let reason = "550 no <\(recipient.uppercased())> here"
                try transaction.giveUpJob(job, reason, at: Date(milliseconds: 1_000 + Int64(index)))
            }
        }
    }

    private func adminsBrowser(on engine: TestEngine = .sqlite) async throws -> TestBrowser {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "다솜", role: .admin, hasTwoFactor: true)
        return browser
    }

    private func failed(_ browser: TestBrowser) async throws -> [[String: Any]] {
        try #require(try await browser.json("/admin/jobs")["failed"] as? [[String: Any]])
    }

    private func mails(_ browser: TestBrowser) async throws -> [String: Any] {
        let kinds = try #require(try await browser.json("/admin/jobs")["kinds"] as? [[String: Any]])
        return try #require(kinds.first { $0["kind"] as? String == "mail" })
    }

    @discardableResult
    private func post(_ what: String, _ key: String, in browser: TestBrowser) async throws -> TestResponse {
        try await browser.post("/admin/jobs/\(what)", ["kind": "mail", "key": key])
    }

    @Test("A failed mail is listed with its cause and a masked address", arguments: TestEngine.available)
    func showFailedMail(_ engine: TestEngine) async throws {
        let browser = try await adminsBrowser(on: engine)
        try await bury(["garam@haneul.example"], on: browser.site)
        let job = try #require(try await failed(browser).first)
        #expect(job["kind"] as? String == "mail" && (job["title"] as? String)?.isEmpty == false)
        #expect(job["recipient"] as? String == "g***@haneul.example")
        #expect(job["reason"] as? String == "550 no <g***@haneul.example> here")
        #expect(job["attempts"] as? Int == 1)
        #expect(job["diedAt"] as? String == "1970-01-01T00:00:01.000Z")
        let page = try await browser.get("/admin/jobs?lang=ko").text
        #expect(page.contains("g***@haneul.example") && !page.lowercased().contains("garam"))
    }

    @Test("A day's weather is named by its district and day, in the reader's language")
    func nameWeatherDay() async throws {
        let browser = try await adminsBrowser()
        let (site, day) = (browser.site, WeatherDay(district: "mapo", day: "2020-05-05"))
        let (weather, now) = (site.app.weather, site.now)
        try await site.app.database.write { transaction in
            try weather.request(day, transaction, at: now)
            let job = try #require(try transaction.takeJob(weather, as: .next(), at: now))
            try transaction.giveUpJob(job, "clouded", at: now)
        }
        for (language, title) in [("ko", "마포구, 2020년 5월 5일"), ("en", "Mapo-gu, 5 May 2020")] {
            let page = try await browser.json("/admin/jobs?lang=\(language)")
            #expect((page["failed"] as? [[String: Any]])?.first?["title"] as? String == title)
        }
    }

    @Test("Waiting, running and failed jobs are counted by kind", arguments: TestEngine.available)
    func countByState(_ engine: TestEngine) async throws {
        let browser = try await adminsBrowser(on: engine)
        let (site, kind) = (browser.site, OutboxSender(mailer: browser.site.app.mailer))
        #expect(try await mails(browser)["waiting"] as? Int == 0)
        try await bury(["garam@haneul.example"], on: site)
        let now = site.now
        try await site.app.database.write { [emailRenderer = site.app.emailRenderer] transaction in
            for name in ["a", "b"] {
                let message = EmailMessage(
                    .passwordChanged,
                    to: "\(name)@haneul.example",
                    language: .korean,
                    link: "/recover"
                )
                try transaction.enqueue(message, by: emailRenderer)
            }
            _ = try transaction.takeJob(kind, as: 1, at: now)
        }
        let after = try await mails(browser)
        #expect(["waiting", "running", "failed"].map { after[$0] as? Int } == [1, 1, 1])
        #expect(after["since"] is String && after["isRecurring"] as? Bool == false)
    }

    @Test("A failed job that is retried starts as if it were new", arguments: TestEngine.available)
    func retryOne(_ engine: TestEngine) async throws {
        let browser = try await adminsBrowser(on: engine)
        try await bury(["a@haneul.example", "b@haneul.example"], on: browser.site)
        let key = try #require(try await failed(browser).last?["key"] as? String)
        #expect(try await post("retry", key, in: browser).location == "/admin/jobs")
        #expect(try await failed(browser).count == 1)
        let mailer = MemoryMailer()
        try await browser.site.runJobs(OutboxSender(mailer: mailer))
        #expect(mailer.sent.map { String($0.id) } == [key])
        // It has not failed any more.
        #expect(try await post("retry", key, in: browser).status == .notFound)
        #expect(try await post("drop", key, in: browser).status == .notFound)
    }

    @Test("A mail whose words were erased cannot be retried", arguments: TestEngine.available)
    func refuseErasedMail(_ engine: TestEngine) async throws {
        let browser = try await adminsBrowser(on: engine)
        try await bury(["a@haneul.example"], on: browser.site)
        let key = try #require(try await failed(browser).first?["key"] as? String)
        #expect(try await browser.get("/admin/jobs").text.contains("/admin/jobs/retry"))
        let later = browser.site.now + 8 * 86_400
        try await browser.site.app.database.write { _ = try $0.deleteOldMails(at: later, atMost: 9) }
        #expect(try await failed(browser).first?["canRetry"] as? Bool == false)
        #expect(try await browser.get("/admin/jobs").text.contains("/admin/jobs/retry") == false)
        #expect(try await post("retry", key, in: browser).status == .notFound)
        #expect(try await post("drop", key, in: browser).location == "/admin/jobs")
    }

    @Test("Dropping removes failed jobs only", arguments: TestEngine.available)
    func dropFailed(_ engine: TestEngine) async throws {
        let browser = try await adminsBrowser(on: engine)
        let site = browser.site
        try await bury(["a@haneul.example", "b@haneul.example", "c@haneul.example"], on: site)
        try await site.app.database.write { [emailRenderer = site.app.emailRenderer] transaction in
            let message = EmailMessage(
                .passwordChanged,
                to: "d@haneul.example",
                language: .korean,
                link: "/recover"
            )
            try transaction.enqueue(message, by: emailRenderer)
        }
        let key = try #require(try await failed(browser).first?["key"] as? String)
        #expect(try await post("drop", key, in: browser).status == .seeOther)
        #expect(try await failed(browser).count == 2)
        #expect(try await browser.post("/admin/jobs/drop").location == "/admin/jobs")
        #expect(try await failed(browser).isEmpty)
        #expect(try await site.app.database.read { try $0.waitingMails() }.map(\.recipient) == ["d@haneul.example"])
    }

    @Test("Jobs that failed after the page was made are left alone") func keepNewFailures() async throws {
        let browser = try await adminsBrowser()
        try await bury(["a@haneul.example", "b@haneul.example", "c@haneul.example"], on: browser.site)
        #expect(try await browser.json("/admin/jobs")["until"] as? String == "1002")
        try await browser.post("/admin/jobs/drop", ["until": "1001"])
        #expect(try await failed(browser).map { $0["recipient"] as? String } == ["c***@haneul.example"])
        #expect(try await browser.post("/admin/jobs/retry", ["until": "soon"]).status == .badRequest)
    }

    @Test("The list shows the newest failed jobs and how many more there are") func limitList() async throws {
        let browser = try await adminsBrowser()
        try await bury((0...JobsPage.maxShown).map { "a\($0)@haneul.example" }, on: browser.site)
        #expect(try await failed(browser).count == JobsPage.maxShown)
        #expect(try await browser.json("/admin/jobs")["count"] as? Int == JobsPage.maxShown + 1)
        #expect(try await browser.get("/admin/jobs?lang=en").text.contains("not shown: 1."))
    }

    @Test("Every kind of job has a name on the page") func nameKinds() async throws {
        let settings = [
            "MOEUM_WEBHOOK_URL": "http://127.0.0.1:1/", "MOEUM_WEBHOOK_SECRET": "opensesame",
            "MOEUM_BACKUP_TO": NSTemporaryDirectory(),
        ]
        let site = try await TestSite(settings: settings)
        let names = site.app.jobKinds.map(\.name)
        #expect(Set(names).count == names.count && names.count > 1)
        for name in names { #expect(site.app.views.hasText("admin.jobs.kind.\(name)"), "\(name)") }
    }

    @Test("A masked address does not reveal its owner") func maskAddresses() {
        #expect(MaskedAddress.text("garam@haneul.example") == "g***@haneul.example")
        #expect(MaskedAddress.text("@haneul.example") == "***" && MaskedAddress.text("garam") == "***")
        #expect(MaskedAddress.hiding("", in: "550") == "550")
    }
}
