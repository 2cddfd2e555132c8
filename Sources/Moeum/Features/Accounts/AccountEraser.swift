import Foundation
import Logging
import ServiceLifecycle

/// Recurring work of the accounts.
struct AccountMaintenance: Sendable {
    let eraser: AccountEraser
    let sweep: AccountSweep
}

/// When accounts are due to be erased: after a withdrawal, or unverified and unused for long enough.
enum Erasure {
    struct Limits: Sendable {
        let left: Date
        let unverified: Date

        init(at now: Date) {
            // Somebody who gave the password in time and still looks for their authenticator gets in.
            left = now - Account.leavingPeriod - LoginChallenge.lifetime
            unverified = now - Account.unverifiedLifetime
        }
    }

    /// Removes what an account has outside the database, before its row goes. Must be idempotent: it runs again after a crash,
    /// and several programs may run it at once.
    typealias Step = @Sendable (Account.ID) async throws -> Void

    /// Handles rows that the account's deletion does not cascade to, in the same write. The person's choice for their reviews
    /// is nil where they made none.
    typealias BeforeErase = @Sendable (Transaction, Account.ID, Withdrawal.Reviews?) throws -> Void
}

/// Erases accounts whose withdrawal is over, and accounts that were never verified. Several programs may run it at once: the
/// row is deleted once, and the e-mail about it is queued in the same write.
struct AccountEraser: Sendable {
    private static let batch = 50

    let database: any Database
    let emailRenderer: EmailRenderer
    let steps: [Erasure.Step]
    var beforeErase: [Erasure.BeforeErase] = []
    let logger: Logger

    /// Erases every account that is due. An account that fails is left for the next run.
    /// - Returns: how many accounts this run erased.
    @discardableResult
    func run(at now: Date = .now) async throws -> Int {
        let limits = Erasure.Limits(at: now)
        var last: Account.ID = .absent
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
