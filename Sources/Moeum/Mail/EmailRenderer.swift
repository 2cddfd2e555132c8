import Foundation

/// Renders e-mail messages as mails: the words of their language, absolute links, one text and one HTML template.
package struct EmailRenderer: Sendable {
    let views: Views
    let config: Config
    let clock: @Sendable () -> Date
    /// Wakes the sender.
    let onPosted: @Sendable () -> Void

    func mail(_ message: EmailMessage) throws -> Mail {
        let page = page(of: message)
        let layout = PageLayout(language: message.language, title: page.subject)
        func part(_ fragment: String?) throws -> String {
            var bytes: [UInt8] = []
            try views.render(page, fragment: fragment, in: layout, message.language, into: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        return Mail(
            id: .next(),
            messageID: MessageID.fresh(config),
            kind: message.kind.rawValue,
            recipient: message.address,
            language: message.language,
            subject: page.subject,
            text: try part(EmailPage.textFragment),
            html: try part(nil),
            createdAt: clock()
        )
    }

    private func page(of message: EmailMessage) -> EmailPage {
        let kind = message.kind.rawValue
        func text(_ key: String, _ arguments: [String: FieldValue] = [:]) -> String {
            views.text(key, arguments, message.language)
        }
        func link(_ path: String?, _ key: String) -> EmailPage.Link? {
            path.map { EmailPage.Link(address: config.baseURL + $0, label: text(key)) }
        }
        let greeting = message.nickname.map { text("mail.greeting", ["nickname": .text(Self.line($0))]) }
        let note = "mail.\(kind).note"
        return EmailPage(
            subject: text("mail.\(kind).subject"),
            greeting: greeting ?? text("mail.greeting-plain"),
            paragraphs: text("mail.\(kind).text").split(separator: "\n\n").map {
                EmailPage.Paragraph(text: String($0))
            },
            link: link(message.link, "mail.\(kind).button"),
            secondLink: link(message.secondLink, "mail.\(kind).second-button"),
            code: message.code.map {
                EmailPage.Code(code: $0, label: text("mail.code"), note: text("mail.code-note"))
            },
            details: rows(message.details, of: message.kind, message.language),
            note: views.hasText(note) ? text(note) : nil,
            footer: text("mail.footer", ["site": .text(config.baseURL)])
        )
    }

    private func rows(_ details: EmailMessage.Details, of kind: EmailMessage.Kind, _ language: Language) -> [EmailPage
        .Detail]
    {
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
                EmailPage.Detail(label: views.text("mail.detail.\(key)", [:], language), value: Self.line($0))
            }
        }
    }

    /// Replaces line breaks: a text that somebody typed must not make a line of its own.
    static func line(_ text: String) -> String {
        String(
            text.map {
                $0.isNewline || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? " " : $0
            }
        )
    }
}

extension EmailMessage.Kind {
    /// Whether the message says that a decision was taken back: its reason is that of the original decision.
    fileprivate var isTakenBack: Bool {
        [.sanctionLifted, .sanctionEnded, .contentRestored, .contentReleased, .photoReleased, .appealOverturned]
            .contains(self)
    }
}

extension Transaction {
    /// Adds a mail to the outbox. It is sent as soon as this transaction is committed, and never when it is rolled back.
    package func enqueue(_ message: EmailMessage, by emailRenderer: EmailRenderer) throws {
        try insertMail(try emailRenderer.mail(message))
        afterCommit(emailRenderer.onPosted)
    }
}
