import Foundation
import Templates

/// What an answer wants the next page to say once: a key under `flash.` in the texts and, where that can be taken back,
/// the number of what it was done to, and what else that takes. Written `KEY`, `KEY.NUMBER` or `KEY.NUMBER.DETAIL`, with the
/// detail percent-encoded.
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

    /// What its text may name: of how many something was done as `{count}`, and `{detail}`.
    package var arguments: [String: FieldValue] {
        var arguments: [String: FieldValue] = [:]
        if let count = subject.flatMap({ Int(exactly: $0) }) { arguments["count"] = .integer(count) }
        if let detail { arguments["detail"] = .text(detail) }
        return arguments
    }

    /// What is said of something that can be taken back, or of so many.
    package static func text(_ key: String, of subject: Int64) -> String { "\(key).\(subject)" }
}
