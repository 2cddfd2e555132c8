import Foundation

/// All reports of one target until staff have decided: what was reported, how urgent it is, who is assigned.
struct ReportCase: Sendable, Identifiable {
    enum State: String, Sendable, CaseIterable, Codable {
        case open, taken, closed
    }

    enum Outcome: String, Sendable, Codable {
        /// Staff found nothing wrong: the content takes no new reports until it is edited.
        case approved
        case acted
        /// The content was deleted before staff did anything else; its reporters were neither right nor wrong.
        case gone
    }

    let id: Identifier<ReportCase>
    let target: AuditEntry.Target
    /// The author or the reported account; nil where there is none, or where it was deleted.
    let account: Account.ID?
    let place: Place.ID?
    let state: State
    let outcome: Outcome?
    let assignee: Account.ID?
    /// The sum of the reporters' weights, in hundredths.
    let weight: Int
    /// The number of reporters.
    let reportCount: Int
    /// Whether the content is held until staff have looked.
    let isHeld: Bool
    let openedAt: Date
    let reportedAt: Date
    let takenAt: Date?
    let closedAt: Date?
    /// Counts the case's changes from 1, so that of two simultaneous actions the second is refused.
    let rev: Int

    /// Cases up to here are urgent: their weight is enough to hide content by default, or somebody may be harmed.
    static let urgentOrder: Int64 = -300

    /// The case's position in the queue, ascending: heavier cases first; held content and danger to somebody come before
    /// everything else.
    static func queueOrder(weight: Int, isHeld: Bool, isUrgent: Bool) -> Int64 {
        -Int64(weight) - (isUrgent ? 1_000 : 0) - (isHeld ? 300 : 0)
    }
}
