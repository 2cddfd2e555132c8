import Foundation
import Glibc
import Synchronization

/// Hashes passwords on a few threads of its own: a hash takes 20 ms of a core and 19 MiB on purpose, and many logins at once
/// must neither slow pages nor fill the memory. The threads start with the first password and end with the hasher.
package final class PasswordHasher: Sendable {
    private struct Job: Sendable {
        let since: ContinuousClock.Instant
        let run: @Sendable (_ isLate: Bool) -> Void
    }

    /// A waiting caller, resumed exactly once: with a result, or by its cancellation.
    private final class Waiter<Value: Sendable>: Sendable {
        private let continuation = Mutex<CheckedContinuation<Value, any Error>?>(nil)

        func wait(_ next: CheckedContinuation<Value, any Error>) { continuation.withLock { $0 = next } }

        func claim() -> CheckedContinuation<Value, any Error>? {
            continuation.withLock { continuation in
                defer { continuation = nil }
                return continuation
            }
        }
    }

    /// Hashes that may wait: about five seconds of work for two threads.
    package static let queueLimit = 512
    /// The longest wait of a caller.
    static let queueTimeout = Duration.seconds(10)
    /// Lower than the priority of the threads that answer requests.
    private static let niceness: Int32 = 10

    static let busy = Problem(status: .serviceUnavailable, key: "busy", retryAfter: 10)

    package let cost: Argon2Cost
    package let threads: Int
    /// How many hashes wait for a thread.
    var waiting: Int { queue.count }
    private let queueTimeout: Duration
    private let queue: JobQueue<Job>
    private let hasThreads = Mutex(false)
    /// Checked against where the account does not exist.
    private let dummy: String

    package convenience init(cost: Argon2Cost, threads: Int) {
        self.init(cost: cost, threads: threads, queueLimit: Self.queueLimit, queueTimeout: Self.queueTimeout)
    }

    init(cost: Argon2Cost, threads: Int, queueLimit: Int, queueTimeout: Duration) {
        self.cost = cost
        self.threads = max(threads, 1)
        self.queueTimeout = queueTimeout
        queue = JobQueue(limit: queueLimit)
        dummy = Argon2.dummy(cost)
    }

    deinit { queue.finish() }

    /// The hash for the database.
    /// - Throws: a ``Problem`` with 503 where too many wait, `CancellationError` when the caller was cancelled.
    package func hash(_ password: Password) async throws -> String {
        try await run { [cost] in try Argon2.hash(password.secret, cost) }
    }

    /// Whether the password belongs to the hash. Without a hash the answer is false after the same work, so that the response
    /// time does not reveal whether an account exists.
    /// - Throws: as ``hash(_:)`` does.
    package func verify(_ password: Password, against encoded: String?) async throws -> Bool {
        try await run { [dummy, cost] in
            let isRight = try Argon2.verify(password.secret, against: encoded ?? dummy)
            // A hash of a lower cost: the rest of the work is done too, or the response time would reveal the account.
            if !isRight, let rest = encoded.flatMap(Argon2.cost(of:)).flatMap(cost.rest) {
                _ = try Argon2.hash(password.secret, rest)
            }
            return isRight && encoded != nil
        }
    }

    /// Whether a password should be hashed again at the next login, because ours cost more by now.
    func needsRehash(_ encoded: String) -> Bool {
        guard let known = Argon2.cost(of: encoded) else { return true }
        return known.isBelow(cost)
    }

    /// Takes no more passwords, and returns once the waiting ones are done and the threads have ended.
    package func close() async { await queue.close() }

    /// Runs work that takes as long as a hash on one of the threads.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        startThreads()
        let waiter = Waiter<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiter.wait(continuation)
                if Task.isCancelled { waiter.claim()?.resume(throwing: CancellationError()) }
                let isTaken = queue.add(
                    Job(since: .now) { isLate in
                        guard let continuation = waiter.claim() else { return }
                        continuation.resume(with: isLate ? .failure(Self.busy) : Result { try work() })
                    }
                )
                if !isTaken { waiter.claim()?.resume(throwing: Self.busy) }
            }
        } onCancel: {
            waiter.claim()?.resume(throwing: CancellationError())
        }
    }

    private func startThreads() {
        hasThreads.withLock { hasThreads in
            guard !hasThreads else { return }
            hasThreads = true
            for number in 0..<threads { startThread(number) }
        }
    }

    private func startThread(_ number: Int) {
        // Captures the queue only: the thread ends when the hasher is deinitialised.
        queue.startThread(named: "password \(number)", batch: 1) { [queueTimeout] next in
            // On Linux this affects the calling thread only. Where it is refused, hashing has the usual priority.
            setpriority(Int32(PRIO_PROCESS.rawValue), 0, Self.niceness)
            while let jobs = next() {
                for job in jobs { job.run(job.since.duration(to: .now) > queueTimeout) }
            }
        }
    }
}
