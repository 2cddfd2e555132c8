import Foundation
import Testing

@testable import Moeum

/// A mail's bytes: headers that every reader takes, words of both languages.
struct MIMEMessageTests {
    static func mail(_ subject: String, to recipient: String = "haneul@mail.example", id: Mail.ID = 1) -> Mail {
        Mail(
            id: id,
            messageID: "00ff\(id)@moeum.example",
            kind: "verify",
            recipient: recipient,
            language: .korean,
            subject: subject,
            text: "안녕하세요\nhttp://moeum.example/verify/TOKEN\n",
            html: "<p>안녕</p>",
            createdAt: Date(timeIntervalSince1970: 1_767_225_600)
        )
    }

    static let sender = MailSenderName("moeum@moeum.example", name: "모음")

    private func lines(_ mail: Mail) throws -> [String] {
        let text = String(decoding: try MIMEMessage(mail: mail, sender: Self.sender).bytes(), as: UTF8.self)
        #expect(!text.replacing("\r\n", with: "").contains("\n"))
        return text.components(separatedBy: "\r\n")
    }

    @Test("Headers are ASCII and lines short") func headers() throws {
        let lines = try lines(Self.mail(String(repeating: "이메일 주소를 확인해 주세요 ", count: 8) + "👩‍👩‍👧‍👦"))
        let head = lines.prefix { !$0.isEmpty }
        #expect(head.allSatisfy { $0.utf8.count <= 78 && $0.utf8.allSatisfy { $0 < 0x7F } })
        #expect(lines.allSatisfy { $0.utf8.count <= 998 })
        #expect(head.contains("Date: Thu, 01 Jan 2026 00:00:00 +0000"))
        #expect(head.contains("From: =?UTF-8?B?66qo7J2M?= <moeum@moeum.example>"))
        #expect(head.contains("Message-ID: <00ff1@moeum.example>"))
        #expect(head.contains("Auto-Submitted: auto-generated"))
    }

    @Test("Control characters are refused", arguments: ["a\r\nBcc: b@c.example", "a\nb", "a\u{0}", "\u{85}"])
    func controlCharacters(_ evil: String) {
        for mail in [Self.mail(evil), Self.mail("x", to: "a@b.example\(evil)")] {
            #expect(throws: MailError.self) { try MIMEMessage(mail: mail, sender: Self.sender).bytes() }
        }
    }

    @Test(
        "A sender may have a name",
        arguments: [
            ("moeum@a.example", "모음", "moeum@a.example"), ("Moeum Team <m@a.example>", "Moeum Team", "m@a.example"),
            ("\"서울\" <m@a.example>", "서울", "m@a.example"),
        ]
    ) func senderName(_ setting: String, _ name: String, _ address: String) {
        let sender = MailSenderName(setting, name: "모음")
        #expect(sender.name == name && sender.address == address)
    }

    @Test("The parts of an SMTP address are read") func smtpAddress() throws {
        let address = try SMTPAddress("smtps://user%40a.example:p%3A%2F%25@mail.example")
        #expect(address.user == "user@a.example" && address.password == "p:/%")
        #expect(address.host == "mail.example" && address.port == 465)
        for (url, encryption) in [
            ("smtp://127.0.0.1:2525", SMTPAddress.Encryption.welcome), ("smtp://localhost", .welcome),
            ("smtp://[::1]:25?tls=off", .off), ("smtp://u:p@127.9.9.9/?tls=off", .off), ("smtps://127.0.0.1", .needed),
            ("smtp://mail.example", .needed), ("smtp://127.0.0.1.mail.example", .needed), ("smtp://10.0.0.1", .needed),
        ] {
            #expect(try SMTPAddress(url).encryption == encryption, "\(url)")
        }
        for url in ["smtp://mail.example?tls=off", "smtps://127.0.0.1?tls=off", "smtp://127.0.0.1.a.example?tls=off"] {
            let error = #expect(throws: Config.Error.self) { try SMTPAddress(url) }
            #expect(error?.description.contains("a server on this machine") == true)
        }
        for wrong in ["http://a", "smtp://", "smtp://a:0", "smtp://a:99999", "smtp://a/b c", "smtp://u:p%zz@a"] {
            #expect(throws: Config.Error.self) { try SMTPAddress(wrong) }
        }
    }
}
