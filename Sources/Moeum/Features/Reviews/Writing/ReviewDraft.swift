import Foundation

/// A review that is being written, saved while its author types.
struct ReviewDraft: Sendable {
    let form: ReviewForm
    let savedAt: Date

    /// Tells one text from another: a save names the one that it was made from.
    var rev: String { Self.rev(of: form) }

    static func rev(of form: ReviewForm) -> String {
        Hexadecimal.text(SHA256.digest(of: form.form.encoded).prefix(8))
    }

    static let lifetime: TimeInterval = 30 * 86_400
    /// The largest draft, in bytes of an encoded form.
    static let maxBytes = 65_536

    /// Whether a form is small enough to be saved. The parts are measured first: encoding a megabyte takes long.
    static func fits(_ form: ReviewForm) -> Bool {
        let form = form.form
        return form.bytes <= maxBytes && form.encoded.utf8.count <= maxBytes
    }

    /// Deletes old drafts.
    static let sweep: AccountSweep.Task = { try $0.deleteOldReviewDrafts(at: $1, atMost: $2) }
}
