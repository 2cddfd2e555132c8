import Foundation

/// An import that staff asked for: any process may run it, but only one at a time.
package struct ImportJob: Sendable, Identifiable {
    /// Why the job failed.
    enum Failure: String, Sendable {
        /// The program has no key for the districts' APIs.
        case noKey = "no-key"
        /// The program failed several times.
        case internalError = "fault"
    }

    /// Also the `batch` of its runs.
    package let id: Identifier<ImportJob>
    /// Slugs of the districts.
    let districts: [String]
    let allowsMassCancel: Bool
    let failure: Failure?
    /// How often it was started; 0 while it waits.
    let tries: Int
    /// The lease of the process that runs the job; a changed number means that another process runs it now.
    let lease: Identifier<JobLease>
    let createdAt: Date
    let endedAt: Date?
    /// Nickname of the person who asked for it; nil where the account is gone.
    let askedBy: String?

    /// How long a job is its process's after the last renewal, in seconds; then another process continues it.
    static let leaseLength: TimeInterval = 60
    /// After this many failed tries the job fails.
    static let maxTries = 3

    var isInHand: Bool { endedAt == nil }
}

/// The lease of the job has gone to another process.
struct ImportJobLost: Error {}
