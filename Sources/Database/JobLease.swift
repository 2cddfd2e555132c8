/// The right of one process to do a job that any could do: valid for a while, and renewed while the work goes on.
package struct JobLease: Sendable {
    /// How often it is renewed.
    package let heartbeat: Duration
    /// Renews the lease; false where another process has the job.
    package let renew: @Sendable () async throws -> Bool
    /// The error that is thrown where the lease is lost.
    package let loss: any Error

    package init(heartbeat: Duration, renew: @escaping @Sendable () async throws -> Bool, loss: any Error) {
        self.heartbeat = heartbeat
        self.renew = renew
        self.loss = loss
    }

    /// Does the work, and cancels it where the lease is lost.
    package func hold(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask {
                while true {
                    try await Task.sleep(for: heartbeat)
                    // A database that does not answer decides nothing; it is asked again at the end of the job.
                    let isHeld = (try? await renew()) ?? true
                    if !isHeld { throw loss }
                }
            }
            // Whichever comes first: the work's end, its error, or the loss. The other task's cancellation is ignored.
            defer { group.cancelAll() }
            _ = try await group.next()
        }
    }
}
