import Foundation

/// What a person answered to whether a place is still there.
struct Confirmation: Sendable, Equatable, Identifiable {
    enum State: String, Sendable, CaseIterable {
        case open, closed, unsure
    }

    let id: Identifier<Confirmation>
    let place: Place.ID
    let state: State
    /// `yyyy-MM-dd`, in Seoul.
    let on: String

    /// For so many days nobody is asked again about the same place, and another answer replaces theirs.
    static let daysUntilAskedAgain = 90
    /// Older answers are not counted.
    static let daysCounted = 365

    /// The last day that is too old for a period that ends now, `yyyy-MM-dd` in Seoul.
    static func day(_ days: Int, before now: Date) -> String { SeoulTime(now - Double(days) * 86_400).isoDay }
}

/// What people answered about a place, each by their latest answer.
struct ConfirmationCounts: Sendable, Equatable {
    /// How many said that it is there.
    var open = 0
    /// How many said that it has closed.
    var closed = 0
    /// The day on which somebody last said that it is there, `yyyy-MM-dd`; nil where nobody did.
    var lastOn: String?
    /// Whether enough people said that it has closed, and nobody since that it is there.
    var isSaidClosed = false
}

/// An answer that a place has closed, given after the last one that it is there, and not yet decided by staff.
struct Contradiction: Sendable {
    let id: Confirmation.ID
    /// In hundredths, as of reports; never 0.
    let weight: Int
    let on: String
    let caseID: ReportCase.ID?
    /// Whether it is among those that made the case as urgent as it is.
    let isCounted: Bool

    /// How many people are enough, and how much their answers have to weigh: as much as that many reports of people whose
    /// reports were never judged.
    static let least = (count: 3, weight: 3 * ReporterWeight.usual)
    /// A place is not said to have closed for longer than this after the last one said so, in days.
    static let daysShown = 180

    static func areEnough(_ contradictions: [Contradiction]) -> Bool {
        contradictions.count >= least.count && contradictions.reduce(0) { $0 + $1.weight } >= least.weight
    }
}

extension RateLimits {
    /// Answers of one account to whether places are still there.
    package var confirmations: RateLimit? { limit("confirmation", atOnce: 60, thenOneEach: .seconds(30)) }
    /// Answers taken back by one account. A limit of its own, so that a slip can always be undone.
    var confirmationDeletions: RateLimit? { limit("confirmation-deletion", atOnce: 120, thenOneEach: .seconds(15)) }
}
