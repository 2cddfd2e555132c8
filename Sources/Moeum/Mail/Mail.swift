import Foundation
import Synchronization

/// A rendered mail: what the outbox keeps and a mailer sends.
struct Mail: Sendable, Identifiable, Equatable {
    let id: Identifier<Mail>
    /// The same at every try, so that mail programs show a repeated mail once. Without the angle brackets.
    let messageID: String
    let kind: String
    let recipient: String
    let language: Language
    let subject: String
    let text: String
    let html: String
    let createdAt: Date
}

/// Unique Message-IDs (RFC 5322 §3.6.4).
enum MessageID {
    static func fresh(_ config: Config) -> String {
        "\(SystemRandom.name())@\(host(of: config.baseURL))"
    }

    /// The host of the base URL, without port.
    private static func host(of baseURL: String) -> String {
        guard let match = baseURL.prefixMatch(of: /https?:\/\/([A-Za-z0-9.-]+)/) else { return "localhost" }
        return String(match.1)
    }
}

/// The last sent mails, for `/dev/mail`. In memory only.
final class SentMails: Sendable {
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
