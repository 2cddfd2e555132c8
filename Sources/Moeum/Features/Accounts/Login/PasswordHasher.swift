import Foundation
import Glibc
import Synchronization

/// Hashes passwords on a few threads of its own: a hash takes 20 ms of a core and 19 MiB on purpose, and a flood of logins
/// must neither slow pages nor fill the memory. Threads start with the first password and end with the hasher.
package final class PasswordHasher: Sendable {
    private struct Job: Sendable {
        let since: ContinuousClock.Instant
        let run: @Sendable (_ isLate: Bool) -> Void
    }

    /// Somebody waiting, who is answered once: by a thread, or by a cancellation that was faster.
    private final class Waiter<Value: Sendable>: Sendable {
        private let continuation: Mutex<CheckedContinuation<Value, any Error>?>

        init(_ continuation: CheckedContinuation<Value, any Error>?) { self.continuation = Mutex(continuation) }

        func wait(_ next: CheckedContinuation<Value, any Error>) { continuation.withLock { $0 = next } }

        func take() -> CheckedContinuation<Value, any Error>? {
            continuation.withLock { continuation in
                defer { continuation = nil }
                return continuation
            }
        }
    }

    /// Hashes that may wait; at two threads about five seconds of work.
    package static let queueLimit = 512
    /// What a person waits at most.
    static let patience = Duration.seconds(10)
    /// Behind everything that answers pages.
    private static let niceness: Int32 = 10

    static let busy = Problem(status: .serviceUnavailable, key: "busy", retryAfter: 10)

    package let cost: Argon2Cost
    package let threads: Int
    /// How many wait for a thread.
    var waiting: Int { queue.count }
    private let patience: Duration
    private let queue: JobQueue<Job>
    private let hasThreads = Mutex(false)
    /// Stands in for the hash of an account that does not exist.
    private let dummy: String

    package convenience init(cost: Argon2Cost, threads: Int) {
        self.init(cost: cost, threads: threads, queueLimit: Self.queueLimit, patience: Self.patience)
    }

    init(cost: Argon2Cost, threads: Int, queueLimit: Int, patience: Duration) {
        self.cost = cost
        self.threads = max(threads, 1)
        self.patience = patience
        queue = JobQueue(limit: queueLimit)
        dummy = Argon2.dummy(cost)
    }

    deinit { queue.finish() }

    /// What the database keeps of a password.
    /// - Throws: a ``Problem`` with 503 where too many wait, `CancellationError` when nobody waits for the answer.
    package func hash(_ password: Password) async throws -> String {
        try await run { [cost] in try Argon2.hash(password.secret, cost) }
    }

    /// Whether this is the password that was hashed. Without a hash the answer is false after the same work, so that the
    /// time does not tell whether an account exists.
    /// - Throws: as ``hash(_:)`` does.
    package func verify(_ password: Password, against encoded: String?) async throws -> Bool {
        try await run { [dummy, cost] in
            let isRight = try Argon2.verify(password.secret, against: encoded ?? dummy)
            // A hash from when ours cost less: the rest of the work is done too, or the time would tell that it is there.
            if !isRight, let rest = encoded.flatMap(Argon2.cost(of:)).flatMap(cost.rest) {
                _ = try Argon2.hash(password.secret, rest)
            }
            return isRight && encoded != nil
        }
    }

    /// Whether a password should be hashed anew at the next login, because ours cost more by now.
    func needsRehash(_ encoded: String) -> Bool {
        guard let known = Argon2.cost(of: encoded) else { return true }
        return known.isBelow(cost)
    }

    /// Takes no more passwords and returns once those in hand are done and the threads are gone.
    package func close() async { await queue.close() }

    /// Runs what takes as long as a hash on one of the threads, in turn.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        startThreads()
        let waiter = Waiter<Value>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiter.wait(continuation)
                if Task.isCancelled { waiter.take()?.resume(throwing: CancellationError()) }
                let isTaken = queue.add(
                    Job(since: .now) { isLate in
                        guard let continuation = waiter.take() else { return }
                        continuation.resume(with: isLate ? .failure(Self.busy) : Result { try work() })
                    }
                )
                if !isTaken { waiter.take()?.resume(throwing: Self.busy) }
            }
        } onCancel: {
            waiter.take()?.resume(throwing: CancellationError())
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
        // Holds the queue and not the hasher, whose end is what ends the thread.
        queue.startThread(named: "password \(number)", batch: 1) { [patience] next in
            // On Linux this is about the calling thread alone. Where it is refused, hashing has the usual priority.
            setpriority(Int32(PRIO_PROCESS.rawValue), 0, Self.niceness)
            while let jobs = next() {
                for job in jobs { job.run(job.since.duration(to: .now) > patience) }
            }
        }
    }
}
