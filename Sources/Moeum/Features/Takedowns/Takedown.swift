import Foundation

/// A takedown: somebody whose rights are infringed asked for content to be blocked. For up to thirty days readers see only that
/// it is blocked (Act on Promotion of Information and Communications Network Utilization and Information Protection, Republic
/// of Korea, article 44-2).
struct Takedown: Sendable, Identifiable {
    /// The infringed right.
    enum Claim: String, Sendable, CaseIterable {
        case privacy, defamation, copyright, other

        /// The reason in audit entries and in the author's moderation history.
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
        /// Waiting for a decision of staff.
        case waiting
        case blocked, refused, ended
    }

    /// Why an accepted request ended.
    enum Ending: String, Sendable, Codable {
        /// The thirty days are over.
        case time
        /// Staff ended the block early.
        case staff
        /// The content was deleted.
        case gone
    }

    let id: Identifier<Takedown>
    let target: AuditEntry.Target
    /// The review, or the photo's review.
    let review: Review.ID
    /// The author; nil where the account was deleted.
    let account: Account.ID?
    let claim: Claim
    /// The requester's details (this and below); nil once they are erased.
    let name: String?
    let email: String?
    let reason: String?
    let language: Language
    /// The content's words at the time of the request; nil once they are erased.
    let excerpt: String?
    let state: State
    let ending: Ending?
    let confirmedAt: Date
    let until: Date?
    /// The answer of staff to both sides.
    let answer: String
    let objection: String?
    let objectedAt: Date?
    /// When staff kept the block in spite of the author's objection.
    let keptAt: Date?
    /// Counts changes from 1, so that of two simultaneous decisions the second is refused.
    let rev: Int

    var path: String { "/reviews/\(review)" }

    /// Whether the author can object.
    var takesObjection: Bool { state == .blocked && objectedAt == nil }

    /// The longest block that the law allows.
    static let period: TimeInterval = 30 * 86_400
    /// How long the link that confirms the address is valid.
    static let linkLifetime: TimeInterval = 86_400
    /// How long after the end the request's details are kept.
    static let memory: TimeInterval = 365 * 86_400
    static let maxAnswerLength = 1_000
    static let objectionLength = 10...2_000

    /// Deletes unused links, and the details of old requests.
    static let sweeps: [AccountSweep.Task] = [
        { try $0.deleteExpiredTakedownRequests(at: $1, atMost: $2) },
        { try $0.eraseOldTakedowns(at: $1, atMost: $2) },
    ]
}
