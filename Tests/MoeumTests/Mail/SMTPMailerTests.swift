import Foundation
import Testing

@testable import Moeum

/// Against a real SMTP server: what arrives, and what must not.
@Suite(.cleanup, .enabled(if: MailServer.isAvailable, "needs Scripts/setup tests"))
struct SMTPMailerTests {
    private static let login = ["--user", MailServer.user, "--password", MailServer.password]
    private static let subject = "이메일 주소를 확인해 주세요, 별하늘 님 🌟 " + String(repeating: "긴 제목 ", count: 12).trimmed

    private func send(_ mail: Mail, by mailer: SMTPMailer) async -> MailError? {
        var failure: MailError?
        do throws(MailError) { try await mailer.send(mail) } catch { failure = error }
        return failure
    }

    @Test("Korean arrives whole over TLS after a login") func korean() async throws {
        try await MailServer.run(Self.login) { server in
            let mail = MIMEMessageTests.mail(Self.subject)
            let mailer = try server.mailer(trusting: server.authorityFile)
            #expect(await send(mail, by: mailer) == nil)
            let arrived = try #require(try server.events("mail").first)
            #expect(arrived.subject == Self.subject.trimmed)
            #expect(arrived.fromName == "모음")
            #expect(arrived.text?.replacing("\r\n", with: "\n") == mail.text)
            #expect(arrived.recipients == [mail.recipient])
            #expect(arrived.messageID == "<\(mail.messageID)>")
            #expect(arrived.defects == [] && arrived.isEncrypted == true)
            #expect(try server.events("login").map(\.isRight) == [true])
        }
    }

    @Test("A server with an unknown certificate gets neither password nor mail")
    func unknownCertificate() async throws {
        try await MailServer.run(Self.login) { server in
            let error = await send(MIMEMessageTests.mail("x"), by: try server.mailer())
            #expect(error?.isPermanent == false)
            #expect(try server.events("mail") == [])
            #expect(try server.events("login") == [])
        }
    }

    @Test("A certificate for another host is refused") func otherHost() async throws {
        try await MailServer.run(Self.login, certificateFor: "DNS:other.example") { server in
            let mailer = try server.mailer(trusting: server.authorityFile)
            #expect(await send(MIMEMessageTests.mail("x"), by: mailer)?.isPermanent == false)
            #expect(try server.events("mail") == [])
            #expect(try server.events("login") == [])
        }
    }

    @Test("Nothing is sent without TLS") func withoutTLS() async throws {
        try await MailServer.run(["--no-tls"] + Self.login) { server in
            let mailer = try server.mailer()
            #expect(await send(MIMEMessageTests.mail("x"), by: mailer) != nil)
            #expect(try server.events("mail") == [])
            #expect(try server.events("login") == [])
        }
    }

    /// As most machines have one: without TLS, or with a certificate that it made for itself.
    @Test("A server on this machine takes mail in production too", arguments: ["", "--no-tls", "--no-tls ?tls=off"])
    func thisMachine(_ kind: String) async throws {
        let words = kind.split(separator: " ").map(String.init)
        try await MailServer.run(words.filter { $0.hasPrefix("--") }) { server in
            let settings = [
                "MOEUM_ENVIRONMENT": "production", "MOEUM_BASE_URL": "https://moeum.example",
                "MOEUM_MAIL_FROM": "moeum@moeum.example", "MOEUM_RESOURCES": Project.root.path,
                "MOEUM_SMTP_URL": "smtp://127.0.0.1:\(server.port)\(words.first { $0.hasPrefix("?") } ?? "")",
            ]
            let mailer = try Config { settings[$0] }.mailer(name: "모음")
            try await mailer.send(MIMEMessageTests.mail("x"))
            #expect(try server.events("mail").map(\.isEncrypted) == [kind.isEmpty])
        }
    }

    @Test("A wrong password is a temporary failure and is not logged") func wrongPassword() async throws {
        try await MailServer.run(Self.login) { server in
            let mailer = try server.mailer(trusting: server.authorityFile, password: "wrong-word")
            let error = try #require(await send(MIMEMessageTests.mail("x"), by: mailer))
            #expect(!error.isPermanent && !"\(error)".contains("wrong-word"))
            #expect(try server.events("mail") == [])
        }
    }

    @Test("A refused recipient is a permanent failure, named without address in the log")
    func refusedRecipient() async throws {
        try await MailServer.run(["--refuse-all", "550"] + Self.login) { server in
            let mailer = try server.mailer(trusting: server.authorityFile)
            let error = try #require(await send(MIMEMessageTests.mail("x"), by: mailer))
            #expect(error.isPermanent)
            // All lines of the reply, and the code that tells an unknown mailbox from a full one.
            #expect(error.reason.contains("no such mailbox") && error.reason.contains("help.example/mailboxes"))
            #expect(error.summary == "localhost refused it (550 5.1.1)")
        }
    }

    @Test("An unknown server is named") func unknownServer() async throws {
        let mailer = SMTPMailer(
            address: try SMTPAddress("smtp://mail.nowhere.invalid"),
            sender: MIMEMessageTests.sender,
            authorityFile: nil,
            helloName: "moeum.example"
        )
        let error = try #require(await send(MIMEMessageTests.mail("x"), by: mailer))
        #expect(!error.isPermanent && error.summary.hasPrefix("mail.nowhere.invalid: "))
    }

    @Test("A server that hangs is given up") func hangingServer() async throws {
        try await MailServer.run(["--hang"] + Self.login) { server in
            let mailer = try server.mailer(trusting: server.authorityFile, sending: 10)
            #expect(await send(MIMEMessageTests.mail("x"), by: mailer)?.isPermanent == false)
            #expect(try server.events("hang").count == 1)
        }
    }

    @Test("A stop ends a transfer that hangs") func stopTransfer() async throws {
        try await MailServer.run(["--hang"] + Self.login) { server in
            let mailer = try server.mailer(trusting: server.authorityFile, sending: 3_600)
            let sending = Task { await send(MIMEMessageTests.mail("x"), by: mailer) }
            while try server.events("hang").isEmpty { try await Task.sleep(for: .milliseconds(20)) }
            sending.cancel()
            #expect(await sending.value?.isPermanent == false)
        }
    }

    @Test("A mail is delivered once despite refusals and restarts", arguments: TestEngine.available)
    func deliverOnce(_ engine: TestEngine) async throws {
        try await MailServer.run(["--refuse-first", "3"] + Self.login) { server in
            let database = try await engine.database(.tables)
            try await database.write { try $0.insertMail(MIMEMessageTests.mail(Self.subject)) }
            // Each is a program of its own, as after a restart.
            for isOnce in [true, true, false, false] {
                let mailer = try server.mailer(trusting: server.authorityFile)
                let backoff = RetryBackoff(firstDelay: 0, maxDelay: 0)
                let sender = OutboxSender(mailer: mailer, rules: JobRules(backoff: backoff))
                let worker = JobWorker.quiet(database)
                if isOnce { _ = try await worker.doNext(sender) } else { try await worker.drain(sender) }
            }
            #expect(try server.events("refused").count == 3)
            #expect(try server.events("mail").map(\.messageID) == ["<00ff1@moeum.example>"])
            #expect(try await database.read { try $0.waitingMails() } == [])
        }
    }
}
