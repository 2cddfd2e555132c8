import Foundation
import Logging
import ServiceLifecycle

/// Since when an account must have been left, or unused, to be erased.
enum Erasure {
    struct Limits: Sendable {
        let left: Date
        let unverified: Date

        init(at now: Date) {
            // Whoever gave the password in time and is looking for their authenticator still gets in.
            left = now - Account.leavingPeriod - LoginChallenge.lifetime
            unverified = now - Account.unverifiedLifetime
        }
    }

    /// Removes what an account has outside the database, before its row goes. Done again after a crash, and by two programs
    /// at once, so doing it twice must be as good as once.
    typealias Step = @Sendable (Account.ID) async throws -> Void

    /// Sees to rows that do not simply go with the account's, in the write that removes it. What is to become of the
    /// person's words is nil where they never said so.
    typealias BeforeErase = @Sendable (Transaction, Account.ID, Leaving.Reviews?) throws -> Void
}

/// Erases accounts whose people left, and those that were never anybody's. Another program at the same work is no harm:
/// the row goes once, and the mail that says so goes with it.
struct AccountEraser: Sendable {
    private static let batch = 50

    let database: any Database
    let emailRenderer: EmailRenderer
    let steps: [Erasure.Step]
    var beforeErase: [Erasure.BeforeErase] = []
    let logger: Logger

    /// Erases everything that is due. What fails is left for the next run.
    /// - Returns: how many accounts this run erased.
    @discardableResult
    func run(at now: Date = .now) async throws -> Int {
        let limits = Erasure.Limits(at: now)
        var last: Account.ID = 0
        var count = 0
        while !Task.isShuttingDownGracefully {
            let after = last
            let due = try await database.read {
                try $0.accountsToErase(limits, after: after, limit: Self.batch)
            }
            guard let end = due.last else { break }
            last = end
            for account in due where !Task.isShuttingDownGracefully {
                if await erase(account, limits) { count += 1 }
            }
        }
        return count
    }

    private func erase(_ account: Account.ID, _ limits: Erasure.Limits) async -> Bool {
        do {
            for step in steps { try await step(account) }
            let isErased = try await database.write { [emailRenderer, beforeErase] in
                try $0.eraseAccount(account, limits, beforeErase, by: emailRenderer)
            }
            if isErased { logger.info("account erased", metadata: ["account": "\(account)"]) }
            return isErased
        } catch {
            logger.error("account not erased", metadata: ["account": "\(account)", "error": "\(error)"])
            return false
        }
    }
}
