import Synchronization

/// The last sent mails, for `/dev/mail`. In memory only.
final class Mailbox: Sendable {
    private let mails = Mutex<[Mail]>([])

    /// Newest first.
    var all: [Mail] { mails.withLock { $0.reversed() } }

    func store(_ mail: Mail) {
        mails.withLock { mails in
            mails.removeAll { $0.id == mail.id }
            mails.append(mail)
            if mails.count > 500 { mails.removeFirst() }
        }
    }
}
