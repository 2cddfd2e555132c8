import Foundation

/// Sends the mails of the outbox, each as a job of its own.
struct OutboxSender: JobKind {
    static let name = "mail"
    /// How long the rows of sent mails are kept, in seconds.
    static let sentLifetime: TimeInterval = 7 * 86_400
    /// How long the text of a mail that could not be delivered is kept, in seconds: as long as the longest-lived link in any.
    static let textLifetime: TimeInterval = 7 * 86_400

    let mailer: any Mailer
    var sentMails: SentMails?
    var name: String { Self.name }
    var rules = JobRules(concurrency: 4)

    func run(_ hold: JobHold) async throws -> JobResult {
        // The address may have no account any more.
        guard let id = Mail.ID(hold.job.key), let mail = try await hold.database.read({ try $0.mail(id) }) else {
            return JobResult()
        }
        do throws(MailError) { try await mailer.send(mail) } catch {
            throw JobFailure(reason: error.reason, summary: error.summary, isPermanent: error.isPermanent)
        }
        sentMails?.store(mail)
        // Where this fails, the mail is sent again under the same Message-ID.
        return JobResult(commit: { [now = hold.clock()] in try $0.markMailSent(id, at: now) })
    }

    func prepareRetry(of key: String, _ transaction: Transaction) throws -> Bool {
        try Mail.ID(key).flatMap { try transaction.mail($0) } != nil
    }

    func subject(of key: String, _ language: Language, _ transaction: Transaction) throws -> JobSubject? {
        try Mail.ID(key).flatMap { try transaction.mailSubject($0) }
    }
}
