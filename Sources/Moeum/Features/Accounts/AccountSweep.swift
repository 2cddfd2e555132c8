import Foundation
import ServiceLifecycle

/// Deletes expired rows, a bounded number in each write, so that other writes do not wait long.
struct AccountSweep: Sendable {
    /// Deletes up to `limit` expired rows, and returns how many it deleted.
    typealias Task = @Sendable (Transaction, _ now: Date, _ limit: Int) throws -> Int

    let database: any Database
    var batch = 500
    /// Tasks of other features.
    var others: [Task] = []

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
        { try $0.deleteOldJobs(at: $1, atMost: $2) },
        // After the jobs.
        { try $0.deleteOldMails(at: $1, atMost: $2) },
    ]

    /// - Returns: how many rows were deleted.
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
