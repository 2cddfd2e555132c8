import Foundation

/// An import that staff asked for, one at a time.
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
    var districts: [String] = []
    let allowsMassCancel: Bool
    let failure: Failure?
    /// Whether somebody has taken it yet.
    let hasBegun: Bool
    let createdAt: Date
    let endedAt: Date?
    /// Nickname of the person who asked for it; nil where the account is gone.
    let askedBy: String?

    var isActive: Bool { endedAt == nil }
}
