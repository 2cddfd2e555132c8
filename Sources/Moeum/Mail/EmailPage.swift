/// The page of a mail's templates. Fields that end in `Text` are for the text part, where nothing is escaped.
struct EmailPage: Page {
    static let template = "mail/message"
    static let textFragment = "text"
    static let fragments = [textFragment: "mail/message-text"]

    struct Paragraph: ViewModel {
        let text: String

        static let fields: [Field<Paragraph>] = [
            .text("paragraph") { $0.text }, .plain("paragraphText") { $0.text },
        ]
    }

    /// A link, shown as a button.
    struct Link: ViewModel {
        let address: String
        let label: String

        static let fields: [Field<Link>] = [
            .text("address") { $0.address }, .plain("addressText") { $0.address },
            .text("label") { $0.label }, .plain("labelText") { $0.label },
        ]
    }

    /// Six digits, for readers who cannot open the link.
    struct Code: ViewModel {
        let code: String
        let label: String
        let note: String

        static let fields: [Field<Code>] = [
            .text("digits") { $0.code }, .plain("digitsText") { $0.code },
            .text("label") { $0.label }, .plain("labelText") { $0.label },
            .text("codeNote") { $0.note }, .plain("codeNoteText") { $0.note },
        ]
    }

    /// One row of the message's details.
    struct Detail: ViewModel {
        let label: String
        let value: String

        static let fields: [Field<Detail>] = [
            .text("label") { $0.label }, .plain("labelText") { $0.label },
            .text("value") { $0.value }, .plain("valueText") { $0.value },
        ]
    }

    let subject: String
    let greeting: String
    let paragraphs: [Paragraph]
    let link: Link?
    let secondLink: Link?
    let code: Code?
    let details: [Detail]
    let note: String?
    let footer: String

    static let fields: [Field<EmailPage>] = [
        .text("subject") { $0.subject },
        .text("greeting") { $0.greeting },
        .plain("greetingText") { $0.greeting },
        .list("paragraphs") { $0.paragraphs },
        .object("link") { $0.link },
        .object("secondLink") { $0.secondLink },
        .object("code") { $0.code },
        .list("details") { $0.details },
        .text("note") { $0.note },
        .plain("noteText") { $0.note },
        .text("footer") { $0.footer },
        .plain("footerText") { $0.footer },
    ]
}

extension Field {
    /// A field for the text part, which is not escaped for HTML.
    fileprivate static func plain(_ name: String, _ read: @escaping @Sendable (Model) -> String?) -> Field {
        .markup(name) { read($0).map { Markup(Array($0.utf8)) } }
    }
}
