import Synchronization

@testable import Moeum

/// Keeps mails in memory, for tests.
final class MemoryMailer: Mailer {
    private let mails = Mutex<[Mail]>([])
    private let error: @Sendable (Mail) -> MailError?

    /// - Parameter error: what goes wrong with a mail.
    init(error: @escaping @Sendable (Mail) -> MailError? = { _ in nil }) { self.error = error }

    var sent: [Mail] { mails.withLock { $0 } }

    func send(_ mail: Mail) async throws(MailError) {
        if let error = error(mail) { throw error }
        mails.withLock { $0.append(mail) }
    }
}
