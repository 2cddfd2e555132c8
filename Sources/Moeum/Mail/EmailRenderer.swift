import Foundation

/// Turns letters into mails: the words of their language, absolute links, one text and one HTML template.
package struct LetterPress: Sendable {
    let views: Views
    let config: Config
    let clock: @Sendable () -> Date
    /// Wakes whoever sends.
    let onPosted: @Sendable () -> Void

    func mail(_ letter: Letter) throws -> Mail {
        let page = page(of: letter)
        let chrome = Chrome(language: letter.language, title: page.subject)
        func part(_ fragment: String?) throws -> String {
            var bytes: [UInt8] = []
            try views.render(page, fragment: fragment, in: chrome, letter.language, into: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        return Mail(
            id: Identifier.next(),
            messageID: MessageID.fresh(config),
            kind: letter.kind.rawValue,
            recipient: letter.address,
            language: letter.language,
            subject: page.subject,
            text: try part(LetterPage.textFragment),
            html: try part(nil),
            createdAt: clock()
        )
    }

    private func page(of letter: Letter) -> LetterPage {
        let kind = letter.kind.rawValue
        func words(_ key: String, _ arguments: [String: FieldValue] = [:]) -> String {
            views.text(key, arguments, letter.language)
        }
        func link(_ path: String?, _ key: String) -> LetterPage.Link? {
            path.map { LetterPage.Link(address: config.baseURL + $0, label: words(key)) }
        }
        let greeting = letter.nickname.map { words("mail.greeting", ["nickname": .text(Self.line($0))]) }
        let note = "mail.\(kind).note"
        return LetterPage(
            subject: words("mail.\(kind).subject"),
            greeting: greeting ?? words("mail.greeting-plain"),
            paragraphs: words("mail.\(kind).text").split(separator: "\n\n").map {
                LetterPage.Paragraph(text: String($0))
            },
            link: link(letter.link, "mail.\(kind).button"),
            secondLink: link(letter.secondLink, "mail.\(kind).second-button"),
            code: letter.code.map {
                LetterPage.Code(code: $0, label: words("mail.code"), note: words("mail.code-note"))
            },
            details: rows(letter.details, of: letter.kind, letter.language),
            note: views.hasText(note) ? words(note) : nil,
            footer: words("mail.footer", ["site": .text(config.baseURL)])
        )
    }

    private func rows(_ details: Letter.Details, of kind: Letter.Kind, _ language: Language) -> [LetterPage.Detail] {
        let times = [("time", details.time), ("until", details.until)].map { key, date in
            (key, date.map { views.text("mail.in-seoul", ["at": .time($0)], language) })
        }
        let texts = [("device", details.device), ("place", details.place), ("address", details.address)]
        let reason = details.reason.map { views.text("reason.\($0)", [:], language) }
        let about = details.about.map { about in
            let arguments: [String: FieldValue] = [
                "place": .text(about.place), "words": .text(about.words), "at": .time(about.day ?? clock()),
            ]
            return views.text("mail.about.\(about.kind)", arguments, language)
        }
        let role = details.role.map { views.text("mail.role.\($0)", [:], language) }
        let decision = [
            ("about", about), ("role", role), (kind.isTakenBack ? "first-reason" : "reason", reason),
            ("note", details.note.flatMap { $0.isEmpty ? nil : $0 }),
            ("until", details.hasNoEnd ? views.text("mail.no-end", [:], language) : nil),
        ]
        return (texts + decision + times).compactMap { key, value in
            value.map {
                LetterPage.Detail(label: views.text("mail.detail.\(key)", [:], language), value: Self.line($0))
            }
        }
    }

    /// On one line: a break in what a person typed must not make a line of ours.
    static func line(_ text: String) -> String {
        String(
            text.map {
                $0.isNewline || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? " " : $0
            }
        )
    }
}

extension Letter.Kind {
    /// Whether it tells that something is no more: its reason is why that was done at first.
    fileprivate var isTakenBack: Bool {
        [.sanctionLifted, .sanctionEnded, .contentRestored, .contentReleased, .photoReleased, .appealOverturned]
            .contains(self)
    }
}

extension Transaction {
    /// Puts a letter into the outbox. It leaves as soon as this transaction is committed, and not at all when it is undone.
    package func post(_ letter: Letter, by press: LetterPress) throws {
        try insert(try press.mail(letter))
        afterCommit(press.onPosted)
    }
}
