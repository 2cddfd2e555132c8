/// The page of a mail's templates. Fields that end in `Text` are for the text part, where nothing is escaped.
struct EmailPage: Page {
    static let template = "mail/message"
    static let textFragment = "text"
    static let fragments = [textFragment: "mail/message-text"]

    struct Paragraph: ViewModel {
        let text: String

        static let fields = Field<Paragraph>.both("paragraph") { $0.text }
    }

    /// A link, shown as a button.
    struct Link: ViewModel {
        let address: String
        let label: String

        static let fields = Field<Link>.both("address") { $0.address } + Field.both("label") { $0.label }
    }

    /// Six digits, for readers who cannot open the link.
    struct Code: ViewModel {
        let code: String
        let label: String
        let note: String

        static let fields =
            Field<Code>.both("digits") { $0.code } + Field.both("label") { $0.label }
            + Field.both("codeNote") { $0.note }
    }

    /// One row of the message's details.
    struct Detail: ViewModel {
        let label: String
        let value: String

        static let fields = Field<Detail>.both("label") { $0.label } + Field.both("value") { $0.value }
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

    static let fields: [Field<EmailPage>] =
        [
            .text("subject") { $0.subject },
            .list("paragraphs") { $0.paragraphs },
            .object("link") { $0.link },
            .object("secondLink") { $0.secondLink },
            .object("code") { $0.code },
            .list("details") { $0.details },
        ] + Field.both("greeting") { $0.greeting } + Field.both("note") { $0.note } + Field.both("footer") { $0.footer }
}

extension Field {
    /// A field for the HTML part, and one for the text part, which is not escaped.
    fileprivate static func both(_ name: String, _ read: @escaping @Sendable (Model) -> String?) -> [Field] {
        [.text(name, read), .markup("\(name)Text") { read($0).map { Markup(Array($0.utf8)) } }]
    }
}
