import Foundation

/// Ends blocks after their thirty days, and requests about content that was deleted meanwhile.
struct TakedownEnd: Sendable {
    let database: any Database
    let emailRenderer: EmailRenderer
    let clock: @Sendable () -> Date

    /// Takedowns in one write; a run continues until none is left.
    private static let maxAtOnce = 100

    @Sendable static func hasWork(_ transaction: Transaction, at now: Date) throws -> Bool {
        try !transaction.takedownsToEnd(at: now, limit: 1).isEmpty
            || !transaction.takedownsWithoutTarget(limit: 1).isEmpty
    }

    func run() async throws {
        let (emailRenderer, now) = (emailRenderer, clock())
        while try await database.write({ try Self.endSome(at: now, emailRenderer, $0) }) >= Self.maxAtOnce {}
    }

    /// - Returns: the larger of the numbers of blocks and of requests that were ended.
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
