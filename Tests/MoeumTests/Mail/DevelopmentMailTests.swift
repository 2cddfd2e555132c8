import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// The mails that a developer sees, and nobody else.
@Suite(.cleanup)
struct DevelopmentMailTests {
    @Test("The page shows waiting and sent mails") func waitingAndSent() async throws {
        let site = try await TestSite()
        try await site.app.database.write { [app = site.app] transaction in
            let details = EmailMessage.Details(device: "<script>alert(1)</script>")
            let message = EmailMessage(.newDevice, to: "a@b.example", language: .korean, link: "/x/T", details: details)
            try transaction.enqueue(message, by: app.emailRenderer)
        }
        let waiting = try #require(try await site.app.database.read { try $0.waitingMails() }.first)
        for isSent in [false, true] {
            if isSent {
                site.app.sentMails?.store(waiting)
                try await site.app.database.write { try $0.markMailSent(waiting.id, at: Date(milliseconds: 1)) }
            }
            let mails = try #require(try await site.json("/dev/mail")["mails"] as? [[String: Any]])
            #expect(mails.count == 1 && mails[0]["to"] as? String == "a@b.example")
            #expect((mails[0]["text"] as? String)?.contains("\nhttp://moeum.example/x/T\n") == true)
            #expect(mails[0]["isSent"] as? Bool == isSent)
            let page = try await site.get("/dev/mail/\(waiting.id)")
            #expect(page.status == .ok)
            #expect(try !page.html.all("script").contains { $0.textContent.hasPrefix("alert") })
        }
        #expect(try await site.get("/dev/mail/1").status == .notFound)
    }

    @Test("The page is for this machine alone, and no cache keeps it") func thisMachine() async throws {
        let settings = ["MOEUM_TRUSTED_PROXIES": "127.0.0.1"]
        try await Cleanup.run {
            let site = try await TestSite(settings: settings)
            let here = try await site.get("/dev/mail", [.ifNoneMatch: "*"])
            #expect(here.status == .ok && here.headers[.cacheControl] == "private, no-store")
            #expect(here.headers[.eTag] == nil)
        }
        for here in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "-"] {
            #expect(DevelopmentMailRoutes.isThisMachine(here), "\(here)")
        }
        for other in ["203.0.113.5", "::", "::2", "1::1", "10.0.0.1", "::ffff:10.0.0.1", "", "localhost"] {
            #expect(!DevelopmentMailRoutes.isThisMachine(other), "\(other)")
        }
    }

    /// Through a proxy on this machine, over a real socket.
    @Test("The page is hidden from clients of a proxy") func throughProxy() async throws {
        let site = try await LiveSite(settings: ["MOEUM_TRUSTED_PROXIES": "127.0.0.1"])
        for (field, status) in [("", 200), ("X-Forwarded-For: 203.0.113.5\r\n", 404)] {
            let request = "GET /dev/mail HTTP/1.1\r\nHost: a\r\n\(field)Connection: close\r\n\r\n"
            #expect(await RawConnection.exchange(site.port, [request]).statuses == [status])
        }
    }

    @Test("There is no such page in production") func production() async throws {
        let settings = [
            "MOEUM_ENVIRONMENT": "production", "MOEUM_BASE_URL": "https://moeum.example",
            "MOEUM_SMTP_URL": "smtps://mail.example", "MOEUM_MAIL_FROM": "moeum@moeum.example",
        ]
        let site = try await TestSite(settings: settings)
        #expect(site.app.sentMails == nil)
        for path in ["/dev/mail", "/dev/mail/1"] {
            let answer = try await site.get(path)
            #expect(answer.status == .notFound)
        }
    }
}
