import Foundation

/// What was imposed on somebody: a warning, something they may not do for a time, or words and photos of theirs that were
/// hidden.
struct Sanction: Sendable, Identifiable {
    typealias ID = Int64

    enum Kind: String, Sendable, CaseIterable, Codable {
        case warning
        case noPosting = "no-posting"
        case suspension
        case hiddenReview = "hidden-review"
        case hiddenPhoto = "hidden-photo"

        /// Whether it is imposed on the person, not on something they wrote.
        var isPersonal: Bool { self == .warning || self == .noPosting || self == .suspension }
    }

    let id: ID
    let account: Account.ID
    let kind: Kind
    let reason: ModerationReason?
    /// What the person reads.
    let note: String
    let startsAt: Date
    let endsAt: Date?
    let liftedAt: Date?
    /// When it came to its end by itself.
    let endedAt: Date?
    /// Since when it is in force again after it was taken back; nil where it never was.
    let resumedAt: Date?
    /// The review or photo that was hidden.
    let target: Int64?
    let caseID: ReportCase.ID?
    /// Nil where the site or a command did it, or that person has left.
    let decidedBy: Account.ID?

    /// What was hidden; nil where it is imposed on the person.
    var about: AuditEntry.Target? {
        switch kind {
        case .hiddenReview: target.map { AuditEntry.Target(.review, $0) }
        case .hiddenPhoto: target.map { AuditEntry.Target(.photo, $0) }
        case .warning, .noPosting, .suspension: nil
        }
    }

    /// For so long a decision can be appealed against.
    static let appealPeriod: TimeInterval = 20 * 86_400

    /// Whether it has an effect now. A warning has none but to be known. One that was ended stays so, and one that was imposed
    /// holds, whatever a clock that is set back says.
    func isInForce(at now: Date) -> Bool {
        liftedAt == nil && endedAt == nil && endsAt.map { $0 > now } ?? true
    }
}

extension Sanction {
    /// What staff would do next, by what was done before; they decide otherwise as they see fit.
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

        /// How long something counts against somebody.
        static let memory: TimeInterval = 365 * 86_400

        /// One step further for each sanction of the last year that stood, and one more for what may harm others.
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
