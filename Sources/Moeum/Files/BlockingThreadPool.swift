import Foundation
import Synchronization

/// Threads for long work, such as making an archive or sending a mail: libzip, the disk and libcurl block, and the threads that
/// serve requests must not. They start with the first work and end with the last reference to this.
final class BlockingThreadPool: Sendable {
    private let queue: JobQueue<@Sendable () -> Void>
    private let threads: Int
    private let areRunning = Mutex(false)

    /// - Parameter limit: more waiting work than this is refused.
    init(threads: Int = 2, limit: Int = 256) {
        self.threads = threads
        queue = JobQueue(limit: limit)
    }

    deinit {
        let queue = queue
        Task { await queue.close() }
    }

    /// Runs blocking work on one of the threads.
    /// - Throws: a `Problem` with 503 where too much is waiting, besides what the work throws.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        start()
        return try await withCheckedThrowingContinuation { continuation in
            let isTaken = queue.add { continuation.resume(with: Result { try work() }) }
            if !isTaken { continuation.resume(throwing: Problem.unavailable) }
        }
    }

    private func start() {
        let isFirst = areRunning.withLock { running in
            defer { running = true }
            return !running
        }
        guard isFirst else { return }
        for number in 1...threads {
            queue.startThread(named: "files-\(number)", batch: 1) { next in
                while let jobs = next() { for job in jobs { job() } }
            }
        }
    }
}
