import Foundation
import Testing

@testable import Moeum

/// What each letter says, in both languages.
struct LetterTests {
    /// One of each, with all that it takes.
    static func letter(_ kind: Letter.Kind, _ language: Language, nickname: String? = nil) -> Letter {
        let second: String? = kind == .alreadyRegistered ? "/recover" : nil
        let withoutLink: Set<Letter.Kind> = [.left]
        let withCode: Set<Letter.Kind> = [.verify, .alreadyRegisteredUnverified, .loginUnverified, .recover]
        return Letter(
            kind,
            to: "haneul@mail.example",
            nickname: nickname,
            language: language,
            link: withoutLink.contains(kind) ? nil : "/somewhere/TOKEN",
            secondLink: second,
            code: withCode.contains(kind) ? "123456" : nil
        )
    }

    /// A press without a site around it.
    private static func press() throws -> LetterPress {
        let settings = ["MOEUM_BASE_URL": "http://moeum.example", "MOEUM_RESOURCES": Project.root.path]
        let views = try Views(
            directory: Project.root.appendingPathComponent("Views").path,
            assets: [:],
            pages: [LetterPage.self],
            layout: Chrome.self,
            reloads: false
        )
        return LetterPress(views: views, config: try Config { settings[$0] }, clock: { .now }) {}
    }

    @Test(arguments: Language.allCases) func eachKindHasItsWords(_ language: Language) throws {
        let press = try Self.press()
        for kind in Letter.Kind.allCases {
            let mail = try press.mail(Self.letter(kind, language))
            for part in [mail.subject, mail.text, mail.html] {
                #expect(part.firstMatch(of: /mail\.[a-z]/) == nil, "\(part)")
                #expect(!part.contains("{") && !part.contains("}"), "\(part)")
            }
            let lines = mail.text.split(separator: "\n", omittingEmptySubsequences: false)
            let links = lines.filter { $0.hasPrefix("http") }
            #expect(links.first == (kind == .left ? nil : "http://moeum.example/somewhere/TOKEN"))
            #expect(mail.html.contains("href=\"http://moeum.example/somewhere/TOKEN\"") == (kind != .left))
            #expect(mail.html.contains("<html lang=\"\(language.rawValue)\">"))
            #expect(!mail.html.contains("<img") && !mail.html.contains("<script"))
        }
    }

    @Test func noTextOfALetterIsForNothing() throws {
        let views = try Self.press().views
        for kind in Letter.Kind.allCases {
            let letter = Self.letter(kind, .english)
            #expect(views.hasText("mail.\(kind.rawValue).button") == (letter.link != nil))
            #expect(views.hasText("mail.\(kind.rawValue).second-button") == (letter.secondLink != nil))
        }
    }

    @Test func whatAPersonTypedIsEscapedInHTMLAndPlainInText() async throws {
        try await TestSite.withSample { site in
            let details = Letter.Details(
                device: "<b>Fox</b>\r\nBcc: x",
                place: "203.0.113.x",
                time: Date(timeIntervalSince1970: 1_767_225_600)
            )
            let mail = try site.app.press.mail(
                Letter(.newDevice, to: "a@b.example", nickname: "별 & <i>", language: .english, details: details)
            )
            #expect(mail.html.contains("Hello 별 &amp; &lt;i&gt;,"))
            #expect(mail.html.contains("&lt;b&gt;Fox&lt;/b&gt;") && !mail.html.contains("<b>"))
            #expect(mail.text.contains("Hello 별 & <i>,"))
            #expect(mail.text.contains("Device: <b>Fox</b> Bcc: x\n"))
            #expect(mail.text.contains("Time: 1 January 2026 09:00 (Seoul time)\n"))
            #expect(mail.text.contains("we haven’t seen") && !mail.text.contains("&#39;"))
        }
    }

    @Test(arguments: TestEngine.available)
    func aPostedLetterWaitsOnlyWhenItsWriteIsKept(_ engine: TestEngine) async throws {
        struct Undone: Error {}
        try await TestSite.withSample(on: engine) { site in
            let (wakes, waker) = AsyncStream.makeStream(of: Void.self)
            let press = LetterPress(views: site.app.views, config: site.app.config, clock: site.app.clock) {
                waker.yield()
            }
            await #expect(throws: Undone.self) {
                try await site.app.database.write { transaction in
                    try transaction.post(Self.letter(.leaving, .korean), by: press)
                    throw Undone()
                }
            }
            try await site.app.database.write { try $0.post(Self.letter(.back, .korean), by: press) }
            waker.finish()
            #expect(await wakes.reduce(0) { count, _ in count + 1 } == 1)
            let waiting = try await site.app.database.read { try $0.waitingMails(to: "haneul@mail.example") }
            #expect(waiting.map(\.kind) == ["back"])
            #expect(waiting.first?.messageID.wholeMatch(of: /[0-9a-f]{32}@moeum\.example/) != nil)
        }
    }
}
