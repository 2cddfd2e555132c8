import Foundation

/// A sanction: a warning, no posting, a suspension, or a hidden review, photo or card.
struct Sanction: Sendable, Identifiable {
    enum Kind: String, Sendable, CaseIterable, Codable {
        case warning
        case noPosting = "no-posting"
        case suspension
        case hiddenReview = "hidden-review"
        case hiddenPhoto = "hidden-photo"
        case hiddenCard = "hidden-card"

        /// Whether the sanction is on the person rather than on content.
        var isPersonal: Bool { self == .warning || self == .noPosting || self == .suspension }
    }

    let id: Identifier<Sanction>
    let account: Account.ID
    let kind: Kind
    let reason: ModerationReason?
    /// The note that the person reads.
    let note: String
    let startsAt: Date
    let endsAt: Date?
    let liftedAt: Date?
    /// When the sanction expired.
    let endedAt: Date?
    /// When a lifted sanction was last put into force again; nil where it never was.
    let resumedAt: Date?
    /// The hidden content; nil for a sanction on the person.
    let content: ContentReference?
    let caseID: ReportCase.ID?
    /// Nil where the site or a command imposed it, or where the account was deleted.
    let decidedBy: Account.ID?

    var about: AuditEntry.Target? { content?.target }

    /// How long a decision can be appealed against.
    static let appealPeriod: TimeInterval = 20 * 86_400

    /// Whether the sanction has an effect now; a warning has none. An expired sanction stays so and an imposed one counts at
    /// once, even if the clock is set back.
    func isInForce(at now: Date) -> Bool {
        liftedAt == nil && endedAt == nil && endsAt.map { $0 > now } ?? true
    }
}

extension Sanction {
    /// The suggested next sanction, by the person's history; staff may decide otherwise.
    struct Suggestion: Sendable, Equatable {
        let kind: Kind
        /// Nil is without end.
        let days: Int?

        /// Mildest first.
        private static let ladder: [Suggestion] = [
            Suggestion(kind: .warning, days: nil), Suggestion(kind: .noPosting, days: 7),
            Suggestion(kind: .noPosting, days: 30), Suggestion(kind: .suspension, days: 30),
            Suggestion(kind: .suspension, days: nil),
        ]

        /// How long a sanction counts for later ones.
        static let memory: TimeInterval = 365 * 86_400

        /// One step further for each sanction of the last year that was not lifted, and one more for danger to others.
        init(after history: [Sanction], reason: ModerationReason?, at now: Date) {
            let counted = history.count {
                $0.kind.isPersonal && $0.liftedAt == nil && now.timeIntervalSince($0.startsAt) < Self.memory
            }
            let step = counted + (reason?.isUrgent == true ? 1 : 0)
            self = Self.ladder[min(step, Self.ladder.count - 1)]
        }

        private init(kind: Kind, days: Int?) { (self.kind, self.days) = (kind, days) }
    }
}
