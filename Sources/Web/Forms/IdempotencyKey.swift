import Database
import Foundation

/// The idempotency key of a form that creates something: sent twice, it creates one thing.
package enum IdempotencyKey {
    /// How long a key is kept; nobody sends a form again later.
    package static let lifetime: TimeInterval = 7 * 86_400

    package static let sweep: @Sendable (Transaction, Date, Int) throws -> Int = {
        try $0.deleteOldIdempotencyKeys(at: $1, atMost: $2)
    }

    /// Nil for a text that is no key of ours: 10 to 40 letters and digits.
    package static func checked(_ text: String?) -> String? {
        guard let text, (10...40).contains(text.utf8.count), text.utf8.allSatisfy(\.isLetterOrDigit) else { return nil }
        return text
    }
}
