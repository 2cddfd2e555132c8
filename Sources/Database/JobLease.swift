/// The right to do a job that any process could do: it holds for a while and is renewed as long as the work goes on.
package struct JobLease: Sendable {
    /// How often it is renewed.
    package let heartbeat: Duration
    /// Whether it holds for another while; not where somebody else has the job.
    package let renew: @Sendable () async throws -> Bool
    /// What is thrown where it is lost.
    package let loss: any Error

    package init(heartbeat: Duration, renew: @escaping @Sendable () async throws -> Bool, loss: any Error) {
        self.heartbeat = heartbeat
        self.renew = renew
        self.loss = loss
    }

    /// Does the work, and gives it up where the lease is lost.
    package func hold(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask {
                while true {
                    try await Task.sleep(for: heartbeat)
                    // A database that does not answer decides nothing; the end of the job asks it again.
                    let isHeld = (try? await renew()) ?? true
                    if !isHeld { throw loss }
                }
            }
            // Whichever comes first: the work's end, its error, or the loss. What the other says of being stopped is no news.
            defer { group.cancelAll() }
            _ = try await group.next()
        }
    }
}
