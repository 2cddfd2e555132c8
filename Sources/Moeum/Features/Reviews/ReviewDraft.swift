import Foundation

/// What somebody is writing of a place, kept as they write.
struct ReviewDraft: Sendable {
    let form: ReviewForm
    let savedAt: Date

    static let lifetime: TimeInterval = 30 * 86_400
    /// Of what is kept, as a form sends it.
    static let mostBytes = 65_536

    /// Forgets what nobody goes on with.
    static let sweep: AccountSweep.Task = { try $0.deleteOldReviewDrafts(at: $1, atMost: $2) }
}
