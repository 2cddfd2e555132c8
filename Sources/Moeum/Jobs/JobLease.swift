import Foundation

/// The lease of the job has gone to another process, or has run out: the work ends, and nothing of it is committed any more.
struct JobLost: Error {}

/// The right of one process to do a job that any could do: valid for a while, and renewed while the work goes on.
struct JobLease: Sendable {
    /// How long a job is its process's after the last renewal, in seconds.
    static let length: TimeInterval = 60

    let heartbeat: Duration
    /// How long it is valid after the last renewal.
    var length = Duration.seconds(JobLease.length)
    /// Renews the lease.
    /// - Throws: `JobLost` where another process has the job.
    let renew: @Sendable () async throws -> Void

    /// Does the work, and cancels it where the lease is lost.
    func hold<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await work() }
            group.addTask {
                var end = ContinuousClock.now + length
                while true {
                    try await Task.sleep(for: heartbeat)
                    let now = ContinuousClock.now
                    do {
                        try await renew()
                        end = now + length
                    } catch is JobLost {
                        throw JobLost()
                    } catch {
                        // A database that does not answer takes nothing away before the time that it has given is over.
                        if ContinuousClock.now >= end { throw JobLost() }
                    }
                }
            }
            // Whichever comes first: the work's end, its error, or the loss. The other task's cancellation is ignored.
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw JobLost() }
            return value
        }
    }
}
