import Foundation
import Testing

@testable import Moeum

/// What each e-mail says, in both languages.
@Suite(.cleanup)
struct EmailMessageTests {
    /// One of each, with all that it takes.
    static func message(_ kind: EmailMessage.Kind, _ language: Language, nickname: String? = nil) -> EmailMessage {
        let second: String? = kind == .alreadyRegistered ? "/recover" : nil
        let withoutLink: Set<EmailMessage.Kind> = [.left, .test]
        let withCode: Set<EmailMessage.Kind> = [.verify, .alreadyRegisteredUnverified, .loginUnverified, .recover]
        return EmailMessage(
            kind,
            to: "haneul@mail.example",
            nickname: nickname,
            language: language,
            link: withoutLink.contains(kind) ? nil : "/somewhere/TOKEN",
            secondLink: second,
            code: withCode.contains(kind) ? "123456" : nil
        )
    }

    /// Every kind that a feature declares.
    private static func kinds() throws -> [EmailMessage.Kind] {
        let declared = try Project.files("Sources", ending: ".swift").map { try Project.text($0) }
            .filter { $0.contains("extension EmailMessage.Kind {") }
            .flatMap { $0.matches(of: /static let \w+ = Self\("([a-z-]+)"\)/).map { String($0.output.1) } }
        try #require(Set(declared).count == declared.count && declared.count > 50)
        return declared.map { EmailMessage.Kind($0) }
    }

    /// An e-mail renderer without a site around it.
    private static func emailRenderer() throws -> EmailRenderer {
        let settings = ["MOEUM_BASE_URL": "http://moeum.example", "MOEUM_RESOURCES": Project.root.path]
        let views = try Views(
            directory: Project.root.appendingPathComponent("Views").path,
            assets: [:],
            pages: [EmailPage.self],
            layout: PageLayout.self,
            reloads: false
        )
        return EmailRenderer(views: views, config: try Config { settings[$0] }, clock: { .now }) {}
    }

    @Test("Each kind of message has its words", arguments: Language.allCases) func words(_ language: Language) throws {
        let emailRenderer = try Self.emailRenderer()
        for kind in try Self.kinds() {
            let message = Self.message(kind, language)
            let mail = try emailRenderer.mail(message)
            for part in [mail.subject, mail.text, mail.html] {
                #expect(part.firstMatch(of: /mail\.[a-z]/) == nil, "\(part)")
                #expect(!part.contains("{") && !part.contains("}"), "\(part)")
            }
            let lines = mail.text.split(separator: "\n", omittingEmptySubsequences: false)
            let links = lines.filter { $0.hasPrefix("http") }
            #expect(links.first == (message.link == nil ? nil : "http://moeum.example/somewhere/TOKEN"))
            let html = try HTMLDocument(mail.html)
            #expect(html.has("a[href=http://moeum.example/somewhere/TOKEN]") == (message.link != nil))
            #expect(html.has("html[lang=\(language.rawValue)]"))
            #expect(!html.has("img") && !html.has("script"))
        }
    }

    @Test("Each button's text belongs to a link") func buttons() throws {
        let views = try Self.emailRenderer().views
        for kind in try Self.kinds() {
            let message = Self.message(kind, .english)
            #expect(views.hasText("mail.\(kind.rawValue).button") == (message.link != nil))
            #expect(views.hasText("mail.\(kind.rawValue).second-button") == (message.secondLink != nil))
        }
    }

    @Test("Typed words are escaped in HTML and plain in text") func escaping() async throws {
        let site = try await TestSite()
        let details = EmailMessage.Details(
            device: "<b>Fox</b>\r\nBcc: x",
            place: "203.0.113.x",
            time: Date(timeIntervalSince1970: 1_767_225_600)
        )
        let mail = try site.app.emailRenderer.mail(
            EmailMessage(.newDevice, to: "a@b.example", nickname: "별 & <i>", language: .english, details: details)
        )
        #expect(mail.html.contains("Hello 별 &amp; &lt;i&gt;,"))
        #expect(try mail.html.contains("&lt;b&gt;Fox&lt;/b&gt;") && !HTMLDocument(mail.html).has("b"))
        #expect(mail.text.contains("Hello 별 & <i>,"))
        #expect(mail.text.contains("Device: <b>Fox</b> Bcc: x\n"))
        #expect(mail.text.contains("Time: 1 January 2026 09:00 (Seoul time)\n"))
        #expect(mail.text.contains("we haven’t seen") && !mail.text.contains("&#39;"))
    }

    @Test("A mail is queued only when its write is committed", arguments: TestEngine.available)
    func committedWrite(_ engine: TestEngine) async throws {
        struct Undone: Error {}
        let site = try await TestSite(on: engine)
        let (wakes, waker) = AsyncStream.makeStream(of: Void.self)
        let emailRenderer = EmailRenderer(views: site.app.views, config: site.app.config, clock: site.app.clock) {
            waker.yield()
        }
        await #expect(throws: Undone.self) {
            try await site.app.database.write { transaction in
                try transaction.enqueue(Self.message(.leaving, .korean), by: emailRenderer)
                throw Undone()
            }
        }
        try await site.app.database.write { try $0.enqueue(Self.message(.back, .korean), by: emailRenderer) }
        waker.finish()
        #expect(await wakes.reduce(0) { count, _ in count + 1 } == 1)
        let waiting = try await site.app.database.read { try $0.waitingMails(to: "haneul@mail.example") }
        #expect(waiting.map(\.kind) == ["back"])
        #expect(waiting.first?.messageID.wholeMatch(of: /[0-9a-f]{32}@moeum\.example/) != nil)
    }
}
