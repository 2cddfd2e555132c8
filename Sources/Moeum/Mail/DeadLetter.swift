import Foundation

/// A mail that could not be delivered.
struct DeadLetter: Sendable, Equatable {
    let id: Mail.ID
    let kind: String
    let recipient: String
    let subject: String
    let reason: String
    let tries: Int
    let createdAt: Date
    let diedAt: Date
    /// Whether its text is still kept; without, it cannot be tried again.
    let hasWords: Bool
}

/// The state of the outbox.
struct OutboxState: Sendable, Equatable {
    let waiting: Int
    /// Mails that a restore holds; they are not among those that wait.
    var held = 0
    /// When the mail was written that has waited longest.
    let waitingSince: Date?
    let dead: Int
    /// Nil a week later, when the mail's row is deleted.
    let lastSentAt: Date?
}

/// The dead letters to retry or discard.
enum DeadLetterChoice: Sendable, Equatable {
    case one(Mail.ID)
    /// All up to this time, so that later ones that staff have not seen stay.
    case all(until: Int64)
}
