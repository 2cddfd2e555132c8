import Foundation

/// Mails that wait to be sent.
extension Transaction {
    func insertMail(_ mail: Mail) throws {
        try execute(
            """
            INSERT INTO outbox (
                id, message_id, kind, recipient, recipient_key, language, subject, body_text, body_html, created_at,
                due_at, tries
            ) VALUES (
                \(mail.id), \(mail.messageID), \(mail.kind), \(mail.recipient), \(mail.recipient.lowercased()),
                \(mail.language.rawValue), \(mail.subject), \(mail.text), \(mail.html),
                \(mail.createdAt.milliseconds), \(mail.createdAt.milliseconds), 0
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
            SELECT \(Mail.columns)
            FROM outbox WHERE sent_at IS NULL AND body_text IS NOT NULL \(filter) ORDER BY id DESC LIMIT \(limit)
            """
        ).map(Mail.init)
    }

    /// Claims up to `limit` mails that are due and not held; until then nobody else gets them. With each, which try it is.
    func claimMails(due now: Int64, until: Int64, claim: String, limit: Int) throws -> [(mail: Mail, tries: Int)] {
        let held = try mailHeldAt()
        try execute(
            """
            UPDATE outbox SET claim = \(claim), due_at = \(until), tries = tries + 1
            WHERE id IN (
                SELECT id FROM outbox WHERE due_at <= \(now) AND due_at > \(held) ORDER BY due_at, id LIMIT \(limit))
            """
        )
        return try rows(
            """
            SELECT \(Mail.columns), tries
            FROM outbox WHERE claim = \(claim) AND due_at IS NOT NULL ORDER BY id
            """
        ).map { (try Mail($0), try $0.int(9)) }
    }

    /// Marks a mail as sent and erases its text; the recipient too where it was the last mail to a deleted account.
    func markMailSent(_ id: Mail.ID, _ claim: String, at now: Int64) throws {
        try execute(
            """
            UPDATE outbox SET sent_at = \(now), due_at = NULL, claim = NULL, error = NULL, body_text = NULL,
                body_html = NULL, recipient = CASE kind WHEN \(EmailMessage.Kind.left.rawValue) THEN '' ELSE recipient END,
                recipient_key = CASE kind WHEN \(EmailMessage.Kind.left.rawValue) THEN '' ELSE recipient_key END
            WHERE id = \(id) AND claim = \(claim)
            """
        )
    }

    /// Keeps the mail that waits now until somebody lets it go, across restarts; what is written later goes out.
    /// - Returns: how many mails are held.
    func holdMail(at now: Date) throws -> Int {
        let held = try execute(
            "UPDATE outbox SET due_at = \(now.milliseconds), claim = NULL WHERE due_at IS NOT NULL"
        )
        try setSiteValue("mail-held-at", to: held > 0 ? String(now.milliseconds) : nil)
        return held
    }

    func releaseMail() throws { try setSiteValue("mail-held-at", to: nil) }

    /// Mails that are due at this time or before are held; in milliseconds, before all where none are.
    func mailHeldAt() throws -> Int64 {
        try siteValue("mail-held-at").flatMap { Int64($0) } ?? .min
    }

    func postponeMail(_ id: Mail.ID, _ claim: String, _ error: String, to due: Int64) throws {
        try execute(
            "UPDATE outbox SET due_at = \(due), claim = NULL, error = \(error) WHERE id = \(id) AND claim = \(claim)"
        )
    }

    /// Marks a mail as dead: it is tried again only on request.
    func markMailDead(_ id: Mail.ID, _ claim: String, _ error: String, at now: Int64) throws {
        try execute(
            """
            UPDATE outbox SET died_at = \(now), due_at = NULL, claim = NULL, error = \(error)
            WHERE id = \(id) AND claim = \(claim)
            """
        )
    }

    func deleteMails(sentBefore time: Int64) throws {
        try execute("DELETE FROM outbox WHERE sent_at < \(time)")
    }

    /// Erases the text of dead letters once no link or code in them can be valid any more.
    func eraseDeadMailTexts(writtenBefore time: Int64) throws {
        try execute(
            """
            UPDATE outbox SET body_text = NULL, body_html = NULL
            WHERE died_at IS NOT NULL AND body_text IS NOT NULL AND created_at < \(time)
            """
        )
    }

    /// Deletes old dead letters.
    func deleteDeadMails(at now: Date, atMost limit: Int) throws -> Int {
        let oldest = now.milliseconds - OutboxSender.deadLifetime
        return try execute(
            """
            DELETE FROM outbox WHERE id IN (
                SELECT id FROM outbox WHERE died_at <= \(oldest) ORDER BY id LIMIT \(limit))
            """
        )
    }

    /// Deletes all mails to an address that has no account any more; those that wait are not sent.
    func deleteMails(to address: String) throws {
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
