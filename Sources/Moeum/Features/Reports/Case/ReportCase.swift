import Foundation

/// Every report of one thing until staff have decided: what was reported, how urgent it is, who looks at it.
struct ReportCase: Sendable, Identifiable {
    typealias ID = Int64

    enum State: String, Sendable, CaseIterable, Codable {
        case open, taken, closed
    }

    enum Outcome: String, Sendable, Codable {
        /// Nothing is wrong with it: it takes no new reports until it is edited.
        case approved
        case acted
        /// Before staff decided it was deleted, and nothing else was done: nobody was right or wrong about it.
        case gone
    }

    let id: ID
    let target: AuditEntry.Target
    /// Whoever wrote it or whose account it is; nil where nobody, or where they have left.
    let account: Account.ID?
    let place: Place.ID?
    let state: State
    let outcome: Outcome?
    let assignee: Account.ID?
    /// Of the people who reported it, in hundredths.
    let weight: Int
    /// How many people reported it.
    let reportCount: Int
    /// Whether the site hides it until staff have looked.
    let isHeld: Bool
    let openedAt: Date
    let reportedAt: Date
    let takenAt: Date?
    let closedAt: Date?
    /// Counts its changes from 1, so that of two who act at once the second notices.
    let rev: Int

    /// From here on a case is urgent: as much as hides something by default, or what may harm somebody.
    static let urgentOrder: Int64 = -300

    /// Where it stands in the queue, ascending: the heavier the earlier; what the site holds and what may harm somebody comes
    /// before what is merely disliked.
    static func queueOrder(weight: Int, isHeld: Bool, isUrgent: Bool) -> Int64 {
        -Int64(weight) - (isUrgent ? 1_000 : 0) - (isHeld ? 300 : 0)
    }
}
