import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What could not be delivered, and what the people who run the site do about it.
@Suite(.cleanup)
struct OutboxRoutesTests {
    /// Puts mails into the outbox, given up one after another.
    private func bury(_ recipients: [String], on site: TestSite) async throws {
        try await site.app.database.write { transaction in
            for (index, recipient) in recipients.enumerated() {
                let letter = EmailMessage(.passwordChanged, to: recipient, language: .english, link: "/recover")
                try transaction.enqueue(letter, by: site.app.emailRenderer)
                let now = site.now.milliseconds
                let claimed = try transaction.claimMails(due: now + 1_000, until: now, claim: "c", limit: 1)
                let id = try #require(claimed.first?.mail.id)
                try transaction.markMailDead(
                    id,
                    "c",
                    "550 no <\(recipient.uppercased())> here",
                    at: 1_000 + Int64(index)
                )
            }
        }
    }

    private func adminsBrowser(on engine: TestEngine = .sqlite) async throws -> TestBrowser {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "다솜", role: .admin, hasTwoFactor: true)
        return browser
    }

    private func letters(_ browser: TestBrowser) async throws -> [[String: Any]] {
        try #require(try await browser.json("/admin/mail")["deadLetters"] as? [[String: Any]])
    }

    @Test(arguments: TestEngine.available) func namesTheMailTheCauseAndNobody(_ engine: TestEngine) async throws {
        let browser = try await adminsBrowser(on: engine)
        try await bury(["garam@haneul.example"], on: browser.site)
        let letter = try #require(try await letters(browser).first)
        #expect(letter["kind"] as? String == EmailMessage.Kind.passwordChanged.rawValue)
        #expect(letter["recipient"] as? String == "g***@haneul.example")
        #expect(letter["reason"] as? String == "550 no <g***@haneul.example> here")
        #expect(letter["tries"] as? Int == 1)
        #expect(letter["diedAt"] as? String == "1970-01-01T00:00:01.000Z")
        let page = try await browser.get("/admin/mail?lang=ko").text
        #expect(page.contains("g***@haneul.example") && !page.lowercased().contains("garam"))
    }

    @Test(arguments: TestEngine.available) func countsWhatWaitsAndKnowsWhenMailLeft(_ engine: TestEngine) async throws {
        let browser = try await adminsBrowser(on: engine)
        let before = try await browser.json("/admin/mail")
        #expect(before["waiting"] as? Int == 0 && before["lastSentAt"] is NSNull)
        try await bury(["garam@haneul.example"], on: browser.site)
        try await browser.site.app.database.write { [emailRenderer = browser.site.app.emailRenderer] transaction in
            for name in ["a", "b"] {
                let letter = EmailMessage(
                    .passwordChanged,
                    to: "\(name)@haneul.example",
                    language: .korean,
                    link: "/recover"
                )
                try transaction.enqueue(letter, by: emailRenderer)
            }
            let mail = try #require(try transaction.waitingMails(to: "a@haneul.example").first)
            try transaction.execute("UPDATE outbox SET claim = 'c' WHERE id = \(mail.id)")
            try transaction.markMailSent(mail.id, "c", at: 5_000)
        }
        let after = try await browser.json("/admin/mail")
        #expect(after["waiting"] as? Int == 1 && after["count"] as? Int == 1)
        #expect(after["waitingSince"] is String)
        #expect(after["lastSentAt"] as? String == "1970-01-01T00:00:05.000Z")
    }

    @Test(arguments: TestEngine.available) func oneIsTriedAgainAsIfItWereNew(_ engine: TestEngine) async throws {
        let browser = try await adminsBrowser(on: engine)
        try await bury(["a@haneul.example", "b@haneul.example"], on: browser.site)
        let before = try await browser.site.app.database.read { try $0.deadLetters(limit: 10) }
        let id = try #require(before.last?.id)
        #expect(try await browser.post("/admin/mail/\(id)/retry").location == "/admin/mail")
        #expect(try await letters(browser).count == 1)
        let mailer = MemoryMailer()
        let sender = OutboxSender(database: browser.site.app.database, mailer: mailer, logger: browser.site.app.logger)
        try await sender.run()
        #expect(mailer.sent.map(\.id) == [id])
        // It is no dead letter any more.
        #expect(try await browser.post("/admin/mail/\(id)/retry").status == .notFound)
        #expect(try await browser.post("/admin/mail/\(id)/discard").status == .notFound)
    }

    @Test(arguments: TestEngine.available) func whatHasNoWordsAnyMoreIsNotTriedAgain(_ engine: TestEngine) async throws
    {
        let browser = try await adminsBrowser(on: engine)
        try await bury(["a@haneul.example"], on: browser.site)
        let database = browser.site.app.database
        let id = try #require(try await database.read { try $0.deadLetters(limit: 1) }.first?.id)
        #expect(try await browser.get("/admin/mail").text.contains("/admin/mail/\(id)/retry"))
        try await database.write { try $0.eraseDeadMailTexts(writtenBefore: .max) }
        #expect(try await letters(browser).first?["canRetry"] as? Bool == false)
        #expect(try await browser.get("/admin/mail").text.contains("/admin/mail/\(id)/retry") == false)
        #expect(try await browser.post("/admin/mail/\(id)/retry").status == .notFound)
        #expect(try await browser.post("/admin/mail/\(id)/discard").location == "/admin/mail")
    }

    @Test(arguments: TestEngine.available) func discardingForgetsTheDeadAlone(_ engine: TestEngine) async throws {
        let browser = try await adminsBrowser(on: engine)
        let site = browser.site
        try await bury(["a@haneul.example", "b@haneul.example", "c@haneul.example"], on: site)
        try await site.app.database.write { [emailRenderer = site.app.emailRenderer] transaction in
            let letter = EmailMessage(.passwordChanged, to: "d@haneul.example", language: .korean, link: "/recover")
            try transaction.enqueue(letter, by: emailRenderer)
        }
        let id = try #require(try await site.app.database.read { try $0.deadLetters(limit: 1) }.first?.id)
        #expect(try await browser.post("/admin/mail/\(id)/discard").status == .seeOther)
        #expect(try await letters(browser).count == 2)
        #expect(try await browser.post("/admin/mail/discard").location == "/admin/mail")
        #expect(try await letters(browser).isEmpty)
        #expect(try await site.app.database.read { try $0.waitingMails() }.map(\.recipient) == ["d@haneul.example"])
    }

    @Test func whatDiedSinceThePageWasDrawnStays() async throws {
        let browser = try await adminsBrowser()
        try await bury(["a@haneul.example", "b@haneul.example", "c@haneul.example"], on: browser.site)
        #expect(try await browser.json("/admin/mail")["until"] as? String == "1002")
        try await browser.post("/admin/mail/discard", ["until": "1001"])
        #expect(try await letters(browser).map { $0["recipient"] as? String } == ["c***@haneul.example"])
        #expect(try await browser.post("/admin/mail/retry", ["until": "soon"]).status == .badRequest)
    }

    @Test func showsTheNewestAndSaysHowManyMoreThereAre() async throws {
        let browser = try await adminsBrowser()
        try await bury((0...OutboxRoutes.maxShown).map { "a\($0)@haneul.example" }, on: browser.site)
        #expect(try await letters(browser).count == OutboxRoutes.maxShown)
        #expect(try await browser.json("/admin/mail")["count"] as? Int == OutboxRoutes.maxShown + 1)
        #expect(try await browser.get("/admin/mail?lang=en").text.contains("not shown: 1."))
    }

    @Test func aMaskedAddressNamesNobody() {
        #expect(MaskedAddress.text("garam@haneul.example") == "g***@haneul.example")
        #expect(MaskedAddress.text("@haneul.example") == "***" && MaskedAddress.text("garam") == "***")
        #expect(MaskedAddress.hiding("", in: "550") == "550")
    }
}
