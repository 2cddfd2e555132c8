import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// The mails that a developer sees, and nobody else.
struct DevelopmentMailTests {
    @Test func showsWhatWaitsAndWhatLeft() async throws {
        try await TestSite.withSample { site in
            try await site.app.database.write { [app = site.app] transaction in
                let details = Letter.Details(device: "<script>alert(1)</script>")
                let letter = Letter(.newDevice, to: "a@b.example", language: .korean, link: "/x/T", details: details)
                try transaction.post(letter, by: app.press)
            }
            let waiting = try #require(try await site.app.database.read { try $0.waitingMails() }.first)
            for isSent in [false, true] {
                if isSent {
                    site.app.mailbox?.keep(waiting)
                    try await site.app.database.write { try $0.markSent(waiting.id, "", at: 1) }
                }
                let mails = try #require(try await site.twin("/dev/mail")["mails"] as? [[String: Any]])
                #expect(mails.count == 1 && mails[0]["to"] as? String == "a@b.example")
                #expect((mails[0]["text"] as? String)?.contains("\nhttp://moeum.example/x/T\n") == true)
                #expect(mails[0]["isSent"] as? Bool == isSent)
                let page = try await site.get("/dev/mail/\(waiting.id)")
                #expect(page.status == .ok)
                #expect(!String(buffer: page.body).contains("<script>alert"))
            }
            #expect(try await site.get("/dev/mail/1").status == .notFound)
        }
    }

    @Test func isNotThereInProduction() async throws {
        let settings = [
            "MOEUM_ENVIRONMENT": "production", "MOEUM_BASE_URL": "https://moeum.example",
            "MOEUM_SMTP_URL": "smtps://mail.example", "MOEUM_MAIL_FROM": "moeum@moeum.example",
        ]
        try await TestSite.withSample(settings: settings) { site in
            #expect(site.app.mailbox == nil)
            for path in ["/dev/mail", "/dev/mail/1"] {
                let answer = try await site.get(path)
                #expect(answer.status == .notFound)
            }
        }
    }
}
