import Foundation

/// Ends blocks once their thirty days are over, and requests about what is gone meanwhile.
struct TakedownEnd: Sendable {
    let database: any Database
    let emailRenderer: EmailRenderer
    let clock: @Sendable () -> Date

    /// At a time; a run takes the next ones until there are none.
    private static let maxAtOnce = 100

    func run() async throws {
        let (emailRenderer, now) = (emailRenderer, clock())
        while try await database.write({ try Self.endSome(at: now, emailRenderer, $0) }) >= Self.maxAtOnce {}
    }

    /// - Returns: how many of either kind there were, at most.
    private static func endSome(at now: Date, _ emailRenderer: EmailRenderer, _ transaction: Transaction) throws -> Int
    {
        func audit(_ takedown: Takedown) -> AuditContext {
            AuditContext(actor: .site, reason: takedown.claim.reason, at: now, emailRenderer: emailRenderer)
        }
        let gone = try transaction.takedownsWithoutTarget(limit: maxAtOnce)
        for takedown in gone {
            try transaction.recordTakedownChange(.close, on: takedown, audit(takedown)) { $0.end(.gone) }
        }
        let due = try transaction.takedownsToEnd(at: now, limit: maxAtOnce)
        for takedown in due {
            try transaction.recordTakedownChange(.unblock, on: takedown, audit(takedown)) { $0.end(.time) }
        }
        return max(gone.count, due.count)
    }
}
