import Foundation

/// The XML that an S3-compatible storage answers: flat lists of elements, whose texts are all that is needed of them.
struct S3Answer: Sendable {
    let text: String

    init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }
    private init(_ text: Substring) { self.text = String(text) }

    /// The text of the first element with a name.
    subscript(_ name: String) -> String? { elements(name).first?.plainText }

    /// The elements with a name, in order.
    func elements(_ name: String) -> [S3Answer] {
        text.split(separator: "<\(name)>", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
            rest.firstRange(of: "</\(name)>").map { S3Answer(rest[..<$0.lowerBound]) }
        }
    }

    private var plainText: String {
        [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&#39;", "'"),
            ("&amp;", "&"),
        ]
        .reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
