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
