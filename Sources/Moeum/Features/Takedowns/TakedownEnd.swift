import Foundation

/// Ends blocks once their thirty days are over, and requests about what is gone meanwhile.
struct TakedownEnd: Sendable {
    let database: any Database
    let press: LetterPress
    let clock: @Sendable () -> Date

    /// At a time; a run takes the next ones until there are none.
    private static let mostAtOnce = 100

    func run() async throws {
        let (press, now) = (press, clock())
        while try await database.write({ try Self.endSome(at: now, press, $0) }) >= Self.mostAtOnce {}
    }

    /// - Returns: how many of either kind there were, at most.
    private static func endSome(at now: Date, _ press: LetterPress, _ transaction: Transaction) throws -> Int {
        func act(_ takedown: Takedown) -> Act {
            Act(actor: .site, reason: takedown.claim.reason, at: now, press: press)
        }
        let gone = try transaction.takedownsWithoutTarget(limit: mostAtOnce)
        for takedown in gone {
            try transaction.perform(.close, on: takedown, act(takedown)) { $0.end(.gone) }
        }
        let due = try transaction.takedownsToEnd(at: now, limit: mostAtOnce)
        for takedown in due {
            try transaction.perform(.unblock, on: takedown, act(takedown)) { $0.end(.time) }
        }
        return max(gone.count, due.count)
    }
}
