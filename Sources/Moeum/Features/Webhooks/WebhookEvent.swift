import Foundation

/// Something that another program is told about at once: what somebody of the staff should look at now. Told by a number and a
/// link; names and words stay on the site.
struct WebhookEvent: Sendable, Equatable {
    enum Kind: String, Sendable, CaseIterable {
        /// Somebody reported what may harm a person.
        case urgentReport = "report.urgent"
        case takedown = "takedown.requested"
        case failedImport = "import.failed"
        case failedBackup = "backup.failed"
    }

    let kind: Kind
    /// The number of what it is about; with the kind, told once.
    let subject: Int64
    let at: Date
    let path: String

    /// How far back events are looked for, in seconds: longer than a server is down.
    static let memory: TimeInterval = 7 * 86_400

    /// What is sent.
    /// - Parameters:
    ///   - id: of the delivery, the same for all attempts.
    ///   - base: the site's address.
    func body(_ id: Identifier<WebhookEvent>, base: String) -> String {
        let bytes = JSONRepresentation.encode([
            "event": .text(kind.rawValue), "delivery": .text(String(id)), "at": .time(at), "url": .text(base + path),
        ])
        return String(decoding: bytes, as: UTF8.self)
    }
}
