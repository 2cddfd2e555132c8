import Foundation
import Logging
import ServiceLifecycle

/// Removes what is past its time, a bounded number of rows in each write, so that nobody waits long behind it.
struct AccountSweep: Sendable {
    /// Removes up to so many rows that are past their time, and says how many there were.
    typealias Task = @Sendable (Transaction, _ now: Date, _ limit: Int) throws -> Int

    let database: any Database
    var batch = 500
    /// What other features keep for a time only.
    var others: [Task] = []

    /// What each does by itself; the order is of no matter.
    private static let tasks: [Task] = [
        { try $0.deleteExpiredTokens(at: $1, atMost: $2) },
        { try $0.deleteExpiredNicknameHolds(at: $1, atMost: $2) },
        { try $0.deleteUnusedSecrets(at: $1, atMost: $2) },
        { try $0.deleteExpiredChallenges(at: $1, atMost: $2) },
        { try $0.deleteExpiredEmailUndos(at: $1, atMost: $2) },
        { try $0.deleteExpiredSessions(at: $1, atMost: $2) },
        { try $0.deleteOldSecurityEvents(at: $1, atMost: $2) },
        { try $0.deleteOldDevices(at: $1, atMost: $2) },
        { try $0.deleteFullRateLimits(at: $1.milliseconds, atMost: $2) },
        { try $0.deleteDeadMails(at: $1, atMost: $2) },
    ]

    /// - Returns: how many rows were removed.
    @discardableResult
    func run(at now: Date = .now) async throws -> Int {
        var count = 0
        for task in Self.tasks + others {
            var removed = batch
            while removed >= batch, !_Concurrency.Task.isShuttingDownGracefully {
                removed = try await database.write { [batch] in try task($0, now, batch) }
                count += removed
            }
        }
        return count
    }
}

/// What the accounts need done beside the requests, at the start and every hour.
struct AccountMaintenance: Sendable {
    let eraser: AccountEraser
    let sweep: AccountSweep

    func loops(_ logger: Logger) -> [any Service] {
        [
            BackgroundLoop("account eraser", every: .seconds(3_600), logger: logger) { try await eraser.run() },
            BackgroundLoop("account sweep", every: .seconds(3_600), logger: logger) { try await sweep.run() },
        ]
    }
}
