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
    /// The page that shows it.
    let path: String

    /// How far back events are looked for, in seconds: longer than a server is down.
    static let memory: TimeInterval = 7 * 86_400

    /// What is sent.
    /// - Parameters:
    ///   - id: of the delivery, the same for all attempts.
    ///   - base: the site's address.
    func body(_ id: Identifier<WebhookEvent>, base: String) -> String {
        var bytes = Array("{".utf8)
        let fields = [
            ("event", kind.rawValue), ("delivery", String(id)), ("at", SeoulTime(at).rfc3339), ("url", base + path),
        ]
        for (index, (name, value)) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONRepresentation.append(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            JSONRepresentation.append(value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return String(decoding: bytes, as: UTF8.self)
    }
}
