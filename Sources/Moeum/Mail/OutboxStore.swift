import Foundation

/// The mails that wait to be sent.
extension Transaction {
    func insert(_ mail: Mail) throws {
        try execute(
            """
            INSERT INTO outbox (
                id, message_id, kind, recipient, language, subject, body_text, body_html, created_at, due_at, tries
            ) VALUES (
                \(mail.id), \(mail.messageID), \(mail.kind), \(mail.recipient), \(mail.language.rawValue),
                \(mail.subject), \(mail.text), \(mail.html), \(mail.createdAt.milliseconds),
                \(mail.createdAt.milliseconds), 0
            )
            """
        )
    }

    /// The mails that have not been sent yet, newest first.
    /// - Parameter recipient: only those to this address.
    func waitingMails(to recipient: String? = nil, limit: Int = 100) throws -> [Mail] {
        let filter: SQL = recipient.map { "AND recipient = \($0)" } ?? ""
        return try rows(
            """
            SELECT id, message_id, kind, recipient, language, subject, body_text, body_html, created_at
            FROM outbox WHERE sent_at IS NULL \(filter) ORDER BY id DESC LIMIT \(limit)
            """
        ).map(Mail.init)
    }
}

extension Mail {
    init(_ row: any Row) throws {
        id = try row.int64(0)
        messageID = try row.string(1)
        kind = try row.string(2)
        recipient = try row.string(3)
        language = Language(rawValue: try row.string(4)) ?? .korean
        subject = try row.string(5)
        text = try row.string(6)
        html = try row.string(7)
        createdAt = Date(timeIntervalSince1970: Double(try row.int64(8)) / 1_000)
    }
}
