import Foundation

/// Ends what was imposed for a time, once its time is over. What somebody may do is read off the times themselves with every
/// request; this brings their reviews back and tells them.
struct SanctionEnd: Sendable {
    let database: any Database
    let press: LetterPress
    let clock: @Sendable () -> Date

    /// At a time; a run takes the next ones until there are none.
    private static let mostAtOnce = 100

    func run() async throws {
        let (press, now) = (press, clock())
        while try await database.write({ try Self.endSome(at: now, press, $0) }) == Self.mostAtOnce {}
    }

    private static func endSome(at now: Date, _ press: LetterPress, _ transaction: Transaction) throws -> Int {
        let due = try transaction.sanctionsToEnd(at: now, limit: mostAtOnce)
        for sanction in due {
            try transaction.markEnded(sanction.id, at: now)
            guard sanction.liftedAt == nil else { continue }
            var act = Act(actor: .site, reason: sanction.reason, at: now, press: press)
            act.caseID = sanction.caseID
            let target = Deed.Target(.user, sanction.account)
            try transaction.log(
                .lift,
                on: target,
                of: sanction.account,
                act,
                before: Aspect.state(sanction.kind, until: sanction.endsAt)
            )
            try transaction.applySuspension(of: sanction.account, at: now)
            try transaction.tell(sanction.account, .sanctionEnded, act)
        }
        return due.count
    }
}
