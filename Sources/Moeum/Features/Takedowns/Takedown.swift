import Foundation

/// What somebody whose rights are infringed asked to be blocked, and what became of it: for up to thirty days readers see
/// that it is blocked instead of it (Act on Promotion of Information and Communications Network Utilization and
/// Information Protection, Republic of Korea, article 44-2).
struct Takedown: Sendable, Identifiable {
    typealias ID = Int64

    /// Which right is infringed.
    enum Claim: String, Sendable, CaseIterable {
        case privacy, defamation, copyright, other

        /// As the log and people's standing name it.
        var reason: ModerationReason {
            switch self {
            case .privacy: .personalInformation
            case .defamation: .illegal
            case .copyright: .copyright
            case .other: .other
            }
        }
    }

    enum State: String, Sendable, CaseIterable, Codable {
        /// For staff to decide.
        case waiting
        case blocked, refused, ended
    }

    /// Why a request came to its end after it was not refused.
    enum Ending: String, Sendable, Codable {
        /// Its thirty days were over.
        case time
        /// Staff ended the block before.
        case staff
        /// What it was about is there no more.
        case gone
    }

    let id: ID
    let target: AuditEntry.Target
    /// The target, or the review that the photo is of.
    let review: Review.ID
    /// Whoever wrote it; nil where they have left.
    let account: Account.ID?
    let claim: Claim
    /// These are of whoever asks, and nil once they are erased.
    let name: String?
    let email: String?
    let reason: String?
    let language: Language
    /// What it said when it was asked for; nil once it is erased.
    let excerpt: String?
    let state: State
    let ending: Ending?
    let confirmedAt: Date
    let until: Date?
    /// What staff wrote to both sides.
    let answer: String
    let objection: String?
    let objectedAt: Date?
    /// When staff let the block stand although its author objected.
    let keptAt: Date?
    /// Counts its changes from 1, so that of two who act at once the second notices.
    let rev: Int

    var path: String { "/reviews/\(review)" }

    /// Whether its author may say something against it.
    var takesObjection: Bool { state == .blocked && objectedAt == nil }

    /// The law's longest.
    static let period: TimeInterval = 30 * 86_400
    /// For so long the link that proves the address is good.
    static let linkLifetime: TimeInterval = 86_400
    /// For so long after its end it is known who asked, and why.
    static let memory: TimeInterval = 365 * 86_400
    static let maxAnswerLength = 1_000
    static let objectionLength = 10...2_000

    /// Forgets links that nobody used, and who asked what long ago.
    static let sweeps: [AccountSweep.Task] = [
        { try $0.deleteExpiredTakedownRequests(at: $1, atMost: $2) },
        { try $0.eraseOldTakedowns(at: $1, atMost: $2) },
    ]
}
