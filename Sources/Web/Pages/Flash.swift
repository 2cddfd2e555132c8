import Foundation
import Templates

/// A message that the next page shows once: a key under `flash.` in the texts and, where the action can be undone, the id of
/// its subject and further details. Written `KEY`, `KEY.NUMBER` or `KEY.NUMBER.DETAIL`, with the detail percent-encoded.
package struct Flash: Sendable, Equatable {
    package let key: String
    package let subject: Int64?
    package let detail: String?

    package init(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        key = String(parts[0])
        subject = parts.count > 1 ? Int64(parts[1]) : nil
        detail = parts.count > 2 ? parts[2].removingPercentEncoding : nil
    }

    /// Arguments for its text: the number as `{count}`, and `{detail}`.
    package var arguments: [String: FieldValue] {
        var arguments: [String: FieldValue] = [:]
        if let count = subject.flatMap({ Int(exactly: $0) }) { arguments["count"] = .integer(count) }
        if let detail { arguments["detail"] = .text(detail) }
        return arguments
    }

    /// A message about something that can be undone, or about so many things.
    package static func text(_ key: String, of subject: some LosslessStringConvertible) -> String {
        "\(key).\(subject)"
    }
}
