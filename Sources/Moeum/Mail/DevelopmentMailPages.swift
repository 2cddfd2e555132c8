import Foundation

/// The last mails of a site under development, newest first.
struct DevelopmentMailListPage: Page {
    static let template = "mail/list"

    let mails: [DevelopmentMail]

    static let fields: [Field<DevelopmentMailListPage>] = [
        .list("mails") { $0.mails }
    ]
}

/// One mail, with the source of its HTML as text.
struct DevelopmentMailPage: Page {
    static let template = "mail/one"

    let mail: DevelopmentMail

    static let fields: [Field<DevelopmentMailPage>] = [.object("mail") { $0.mail }]
}

/// A mail as developers see it.
struct DevelopmentMail: ViewModel {
    let mail: Mail
    let isSent: Bool

    static let fields: [Field<DevelopmentMail>] = [
        .text("id") { "\($0.mail.id)" },
        .text("kind") { $0.mail.kind },
        .text("to") { $0.mail.recipient },
        .text("subject") { $0.mail.subject },
        .text("text") { $0.mail.text },
        .text("html") { $0.mail.html },
        .time("at") { $0.mail.createdAt },
        .flag("isSent") { $0.isSent },
    ]
}
