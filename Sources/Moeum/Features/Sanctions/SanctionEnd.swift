import Foundation

/// Ends what was imposed for a time, once its time is over. What somebody may do is read off the times themselves with every
/// request; this brings their reviews back and tells them.
struct SanctionEnd: Sendable {
    let database: any Database
    let emailRenderer: EmailRenderer
    let clock: @Sendable () -> Date

    /// At a time; a run takes the next ones until there are none.
    private static let maxAtOnce = 100

    func run() async throws {
        let (emailRenderer, now) = (emailRenderer, clock())
        while try await database.write({ try Self.endSome(at: now, emailRenderer, $0) }) == Self.maxAtOnce {}
    }

    private static func endSome(at now: Date, _ emailRenderer: EmailRenderer, _ transaction: Transaction) throws -> Int
    {
        let due = try transaction.sanctionsToEnd(at: now, limit: maxAtOnce)
        for sanction in due {
            try transaction.markSanctionEnded(sanction.id, at: now)
            guard sanction.liftedAt == nil else { continue }
            var audit = AuditContext(actor: .site, reason: sanction.reason, at: now, emailRenderer: emailRenderer)
            audit.caseID = sanction.caseID
            let target = AuditEntry.Target(.user, sanction.account)
            try transaction.recordEvent(
                .lift,
                on: target,
                of: sanction.account,
                audit,
                before: SanctionState(kind: sanction.kind, until: sanction.endsAt)
            )
            try transaction.applySuspension(of: sanction.account, at: now)
            try transaction.enqueueDecisionEmail(sanction.account, .sanctionEnded, audit)
        }
        return due.count
    }
}
