import Foundation

/// Carries one mail out of the house: SMTP, files in development, memory in tests.
protocol Mailer: Sendable {
    /// Returns once somebody else is responsible for the mail.
    func send(_ mail: Mail) async throws(MailError)

    /// Starts and ends its threads.
    func open()
    func close() async
}

/// Why a mail was not taken.
struct MailError: Error, Equatable {
    /// For the dead letter list; may name the recipient, never a password.
    let reason: String
    /// For logs; names nobody.
    let summary: String
    /// Another try would end the same.
    let isPermanent: Bool
}

/// Runs what blocks on threads of its own, so that a server that hangs holds up nobody else.
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
    /// - Parameter name: of the sender, where the setting has none.
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
