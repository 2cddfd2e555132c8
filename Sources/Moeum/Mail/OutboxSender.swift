import Foundation
import Logging
import ServiceLifecycle

/// Sends the mails of the outbox: claims them with a lease, so that of several processes only one sends each, and tries again
/// those that were refused for now.
struct OutboxSender: Sendable {
    /// In milliseconds; longer than a mailer may take.
    static let lease: Int64 = 120_000
    /// How long the rows of sent mails are kept.
    static let sentLifetime: Int64 = 7 * 86_400_000
    /// How long dead letters are kept.
    static let deadLifetime: Int64 = 30 * 86_400_000
    /// How long the text of a dead letter is kept: as long as the longest-lived link in any mail.
    static let textLifetime: Int64 = 7 * 86_400_000
    private static let maxAtOnce = 4

    let database: any Database
    let mailer: any Mailer
    let logger: Logger
    var mailbox: Mailbox?
    var backoff = RetryBackoff()

    /// Sends all mails that are due.
    /// - Parameter rounds: the most claims.
    func run(rounds: Int = .max) async throws {
        let start = Date.now.milliseconds
        try await database.write { transaction in
            try transaction.deleteMails(sentBefore: start - Self.sentLifetime)
            try transaction.eraseDeadMailTexts(writtenBefore: start - Self.textLifetime)
        }
        var rounds = rounds
        while rounds > 0, !Task.isCancelled, !Task.isShuttingDownGracefully {
            rounds -= 1
            let claim = SystemRandom.name()
            let now = Date.now.milliseconds
            let claimed = try await database.write {
                try $0.claimMails(due: now, until: now + Self.lease, claim: claim, limit: Self.maxAtOnce)
            }
            if claimed.isEmpty { return }
            await withTaskGroup { group in
                for (mail, tries) in claimed { group.addTask { await send(mail, tries, claim) } }
            }
        }
    }

    private func send(_ mail: Mail, _ tries: Int, _ claim: String) async {
        var failure: MailError?
        do throws(MailError) { try await mailer.send(mail) } catch { failure = error }
        let now = Date.now.milliseconds
        let isDead = failure.map { $0.isPermanent || tries >= backoff.tries } ?? false
        let next = now + backoff.pause(after: tries)
        do {
            try await database.write { [failure] transaction in
                if let failure, isDead {
                    try transaction.markMailDead(mail.id, claim, failure.reason, at: now)
                } else if let failure {
                    try transaction.postponeMail(mail.id, claim, failure.reason, to: next)
                } else {
                    try transaction.markMailSent(mail.id, claim, at: now)
                }
            }
        } catch {
            // The lease expires, and the mail is then tried again under the same Message-ID.
            log("a mail's state was not kept", mail, tries, "\(error)")
        }
        guard let failure else {
            mailbox?.keep(mail)
            return
        }
        log(isDead ? "a mail cannot be delivered" : "a mail was not taken", mail, tries, failure.summary)
    }

    private func log(_ words: Logger.Message, _ mail: Mail, _ tries: Int, _ reason: String) {
        logger.warning(
            words,
            metadata: [
                "mail": "\(mail.id)", "kind": .string(mail.kind), "try": .stringConvertible(tries),
                "reason": .string(reason),
            ]
        )
    }
}

/// The sender as a service, whose threads end with it.
struct MailService: Service {
    let mailer: any Mailer
    let loop: BackgroundLoop

    func run() async throws {
        mailer.open()
        try await loop.run()
        await mailer.close()
    }
}
