import Foundation

/// Delivers a mail: by SMTP, into files in development, into memory in tests.
protocol Mailer: Sendable {
    /// Returns once another server (or the disk) is responsible for the mail.
    func send(_ mail: Mail) async throws(MailError)
}

/// Why a mail was refused.
struct MailError: Error, Equatable {
    /// For the list of dead letters; may name the recipient, never a password.
    let reason: String
    /// For logs; without addresses.
    let summary: String
    /// Whether another try would fail in the same way.
    let isPermanent: Bool
}

extension BlockingThreadPool {
    /// Sends a mail, on threads of the mailer's own, so that a server that hangs delays nobody else.
    func send(_ work: @escaping @Sendable () -> MailError?) async throws(MailError) {
        let failure: MailError?
        do { failure = try await run(work) } catch {
            let words = "too many mails are being sent"
            failure = MailError(reason: words, summary: words, isPermanent: false)
        }
        if let failure { throw failure }
    }
}

extension Config {
    /// SMTP where it is configured, else files.
    /// - Parameter name: the sender's name, where the setting has none.
    func mailer(name: String) throws -> any Mailer {
        let sender = MailSenderName(mailFrom, name: name)
        guard let smtpURL else { return FileMailer(directory: mailDirectory, sender: sender) }
        let host = URL(string: baseURL)?.host() ?? "localhost"
        return SMTPMailer(
            address: try SMTPAddress(smtpURL),
            sender: sender,
            authorityFile: smtpAuthorityFile,
            helloName: host
        )
    }
}
