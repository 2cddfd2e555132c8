/// The right of one process to do a job that any could do: valid for a while, and renewed while the work goes on.
package struct JobLease: Sendable {
    /// How often it is renewed.
    package let heartbeat: Duration
    /// How long it is valid after the last renewal.
    package let length: Duration
    /// Renews the lease; false where another process has the job.
    package let renew: @Sendable () async throws -> Bool
    /// The error that is thrown where the lease is lost.
    package let loss: any Error

    package init(
        heartbeat: Duration,
        length: Duration,
        renew: @escaping @Sendable () async throws -> Bool,
        loss: any Error
    ) {
        self.heartbeat = heartbeat
        self.length = length
        self.renew = renew
        self.loss = loss
    }

    /// Does the work, and cancels it where the lease is lost.
    package func hold(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask {
                var end = ContinuousClock.now + length
                while true {
                    try await Task.sleep(for: heartbeat)
                    let now = ContinuousClock.now
                    // A database that does not answer takes nothing away before the time that it has given is over.
                    let isRenewed = try? await renew()
                    if isRenewed == true { end = now + length }
                    if isRenewed == false || ContinuousClock.now >= end { throw loss }
                }
            }
            // Whichever comes first: the work's end, its error, or the loss. The other task's cancellation is ignored.
            defer { group.cancelAll() }
            _ = try await group.next()
        }
    }
}

/// Leases of work that has no row of its own, by its name.
extension Transaction {
    /// Takes a lease that nobody has, or renews one's own.
    /// - Parameter end: in milliseconds since 1970, as `now`.
    /// - Returns: false where another process has it.
    package func takeLease(_ name: String, as holder: Identifier<JobLease>, until end: Int64, at now: Int64) throws
        -> Bool
    {
        try execute(
            """
            INSERT INTO leases (name, holder, free_at) VALUES (\(name), \(holder), \(end))
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, free_at = excluded.free_at
            WHERE leases.holder = excluded.holder OR leases.free_at <= \(now)
            """
        ) > 0
    }

    package func endLease(_ name: String, of holder: Identifier<JobLease>) throws {
        try execute("DELETE FROM leases WHERE name = \(name) AND holder = \(holder)")
    }
}
