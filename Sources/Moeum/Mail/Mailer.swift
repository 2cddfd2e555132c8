import Foundation

/// Delivers a mail: by SMTP, into files in development, into memory in tests.
protocol Mailer: Sendable {
    /// Returns once another server (or the disk) is responsible for the mail.
    func send(_ mail: Mail) async throws(MailError)

    /// Starts its threads and ends them afterwards.
    func open()
    func close() async
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

/// Runs blocking work on threads of its own, so that a server that hangs delays nobody else.
struct MailThreads: Sendable {
    private let queue = JobQueue<@Sendable () -> Void>(limit: 256)
    let count: Int

    func open() {
        for number in 0..<count {
            queue.startThread(named: "mail \(number)", batch: 1) { next in
                while let jobs = next() { for job in jobs { job() } }
            }
        }
    }

    func close() async { await queue.close() }

    func run(_ work: @escaping @Sendable () -> MailError?) async throws(MailError) {
        let error = await withCheckedContinuation { continuation in
            let isTaken = queue.add { continuation.resume(returning: work()) }
            if !isTaken {
                let words = "too many mails are being sent"
                continuation.resume(returning: MailError(reason: words, summary: words, isPermanent: false))
            }
        }
        if let error { throw error }
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
