import Foundation

/// An import that staff asked for: a row, so that whichever process is free does it, and only one at a time.
struct ImportJob: Sendable {
    typealias ID = Int64

    /// Why it ended without having been done.
    enum Failure: String, Sendable {
        /// The program has no key for the districts' APIs.
        case noKey = "no-key"
        /// It was begun several times and never came to its end.
        case internalError = "fault"
    }

    /// Also the batch of its runs.
    let id: ID
    /// Slugs.
    let districts: [String]
    let allowsMassCancel: Bool
    let failure: Failure?
    /// How often it was begun; 0 while it waits.
    let tries: Int
    /// Told to whoever has it in hand; another number means that somebody else does now.
    let lease: Int64
    let createdAt: Date
    let endedAt: Date?
    /// Who asked for it; nil where that person has left.
    let askedBy: String?

    /// For how long a job is its process's without a word from it; what a dead one left is taken on after that.
    static let leaseLength: TimeInterval = 60
    /// A job that ends a process as often as that is no longer begun.
    static let maxTries = 3

    var isInHand: Bool { endedAt == nil }
}

/// The rows of another process were touched: it has the job now.
struct ImportJobLost: Error {}
