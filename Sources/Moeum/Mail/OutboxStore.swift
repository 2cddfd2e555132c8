import Foundation

/// Mails that wait to be sent, each with its job.
extension Transaction {
    func insertMail(_ mail: Mail) throws {
        try execute(
            """
            INSERT INTO outbox (
                id, message_id, kind, recipient, recipient_key, language, subject, body_text, body_html, created_at
            ) VALUES (
                \(mail.id), \(mail.messageID), \(mail.kind), \(mail.recipient), \(mail.recipient.lowercased()),
                \(mail.language.rawValue), \(mail.subject), \(mail.text), \(mail.html),
                \(mail.createdAt.milliseconds)
            )
            """
        )
        try addJob(OutboxSender.name, String(mail.id), due: mail.createdAt)
    }

    /// A mail that still has its text.
    func mail(_ id: Mail.ID) throws -> Mail? {
        try first("SELECT \(Mail.columns) FROM outbox WHERE id = \(id) AND body_text IS NOT NULL", Mail.init)
    }

    func mailSubject(_ id: Mail.ID) throws -> JobSubject? {
        try first("SELECT subject, recipient, body_text FROM outbox WHERE id = \(id)") { row in
            JobSubject(title: try row.string(0), recipient: try row.string(1), canRetry: !row.isNull(2))
        }
    }

    /// The mails that have not been sent yet, newest first.
    /// - Parameter recipient: only those to this address.
    func waitingMails(to recipient: String? = nil, limit: Int = 100) throws -> [Mail] {
        let filter: SQL = recipient.map { "AND recipient = \($0)" } ?? ""
        return try rows(
            """
            SELECT \(Mail.columns)
            FROM outbox WHERE sent_at IS NULL AND body_text IS NOT NULL \(filter) ORDER BY id DESC LIMIT \(limit)
            """
        ).map(Mail.init)
    }

    /// Marks a mail as sent and erases its text; the recipient too where it was the last mail to a deleted account.
    func markMailSent(_ id: Mail.ID, at now: Date) throws {
        try execute(
            """
            UPDATE outbox SET sent_at = \(now.milliseconds), body_text = NULL, body_html = NULL,
                recipient = CASE kind WHEN \(EmailMessage.Kind.left.rawValue) THEN '' ELSE recipient END,
                recipient_key = CASE kind WHEN \(EmailMessage.Kind.left.rawValue) THEN '' ELSE recipient_key END
            WHERE id = \(id)
            """
        )
    }

    func lastMailSentAt() throws -> Date? {
        try first("SELECT MAX(sent_at) FROM outbox WHERE sent_at IS NOT NULL") { try $0.optionalDate(0) } ?? nil
    }

    /// Keeps the mail that waits now until somebody lets it go, across restarts; what is written later goes out.
    /// - Returns: how many mails are held.
    func holdMail() throws -> Int {
        try execute(
            "UPDATE jobs SET available_at = NULL, lease = NULL WHERE kind = \(OutboxSender.name) AND died_at IS NULL"
        )
    }

    /// - Returns: how many mails were held.
    func releaseMail(at now: Date) throws -> Int {
        try execute(
            """
            UPDATE jobs SET available_at = \(now.milliseconds)
            WHERE kind = \(OutboxSender.name) AND available_at IS NULL AND died_at IS NULL
            """
        )
    }

    /// Deletes what is past its time: sent mails, those whose job is gone, and the texts of those that were given up, once no
    /// link or code in them can be valid any more.
    /// - Returns: how many mails were deleted.
    func deleteOldMails(at now: Date, atMost limit: Int) throws -> Int {
        let (sent, written) = (now - OutboxSender.sentLifetime, now - OutboxSender.textLifetime)
        try execute(
            """
            UPDATE outbox SET body_text = NULL, body_html = NULL
            WHERE body_text IS NOT NULL AND created_at < \(written.milliseconds) AND EXISTS (
                SELECT 1 FROM jobs WHERE kind = \(OutboxSender.name) AND key = CAST(outbox.id AS TEXT)
                    AND died_at IS NOT NULL)
            """
        )
        return try execute(
            """
            DELETE FROM outbox WHERE id IN (
                SELECT id FROM outbox WHERE sent_at < \(sent.milliseconds) ORDER BY sent_at LIMIT \(limit))
            """
        ) + deleteMailsWithoutJob(atMost: limit)
    }

    /// Deletes mails that will not be sent because their job is gone.
    @discardableResult
    func deleteMailsWithoutJob(atMost limit: Int) throws -> Int {
        try execute(
            """
            DELETE FROM outbox WHERE id IN (
                SELECT id FROM outbox WHERE sent_at IS NULL AND NOT EXISTS (
                    SELECT 1 FROM jobs j WHERE j.kind = \(OutboxSender.name) AND j.key = CAST(outbox.id AS TEXT))
                ORDER BY id LIMIT \(limit))
            """
        )
    }

    /// Deletes all mails to an address that has no account any more; those that wait are not sent.
    func deleteMails(to address: String) throws {
        try execute(
            """
            DELETE FROM jobs WHERE kind = \(OutboxSender.name) AND key IN (
                SELECT CAST(id AS TEXT) FROM outbox WHERE recipient_key = \(address.lowercased()) AND sent_at IS NULL)
            """
        )
        try execute("DELETE FROM outbox WHERE recipient_key = \(address.lowercased())")
    }
}

extension Mail {
    static let columns: SQL = "id, message_id, kind, recipient, language, subject, body_text, body_html, created_at"

    /// From its columns.
    init(_ row: any Row) throws {
        id = try row.id(0)
        messageID = try row.string(1)
        kind = try row.string(2)
        recipient = try row.string(3)
        language = Language(rawValue: try row.string(4)) ?? .korean
        subject = try row.string(5)
        text = try row.string(6)
        html = try row.string(7)
        createdAt = try row.date(8)
    }
}

/// Mail that a restore holds: it may have been sent after the backup was made.
package enum HeldMail {
    /// Lets it go; a running server sends it within seconds.
    /// - Returns: how many were held.
    package static func release(in database: any Database) async throws -> Int {
        try await database.write { try $0.releaseMail(at: .now) }
    }

    /// What operators are shown.
    package static func notice(_ held: Int) -> String? {
        held > 0 ? "mails held since the restore: \(held); `moeum mail release` sends them" : nil
    }
}
