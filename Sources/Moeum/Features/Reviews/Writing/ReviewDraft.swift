import Foundation

/// What somebody is writing of a place, kept as they write.
struct ReviewDraft: Sendable {
    let form: ReviewForm
    let savedAt: Date

    static let lifetime: TimeInterval = 30 * 86_400
    /// Of what is kept, as a form sends it.
    static let maxBytes = 65_536

    /// Whether a form can be kept. Asked of what came first: writing a megabyte as a form sends it takes long.
    static func canKeep(_ form: ReviewForm) -> Bool {
        let form = form.form
        return form.bytes <= maxBytes && form.encoded.utf8.count <= maxBytes
    }

    /// Forgets what nobody goes on with.
    static let sweep: AccountSweep.Task = { try $0.deleteOldReviewDrafts(at: $1, atMost: $2) }
}
