import Foundation

/// Ends expired sanctions. What an account may do is computed from the times with every request; this shows its reviews again
/// and mails the person.
struct SanctionEnd: Sendable {
    let database: any Database
    let emailRenderer: EmailRenderer
    let clock: @Sendable () -> Date

    /// Sanctions in one write; a run continues until none is left.
    private static let maxAtOnce = 100

    @Sendable static func hasWork(_ transaction: Transaction, at now: Date) throws -> Bool {
        try !transaction.sanctionsToEnd(at: now, limit: 1).isEmpty
    }

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
            let target = AuditEntry.Target.user(sanction.account)
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
