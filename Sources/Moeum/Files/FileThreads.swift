import Foundation
import Synchronization

/// Threads of their own for long work on files, such as making an archive: libzip and the disk block, and the threads that
/// serve requests must not. They start with the first work and end with the last reference to this.
final class FileThreads: Sendable {
    /// Too much is waiting.
    struct Refusal: Error {}

    private let queue = JobQueue<@Sendable () -> Void>(limit: 256)
    private let threads: Int
    private let areRunning = Mutex(false)

    init(threads: Int = 2) { self.threads = threads }

    deinit {
        let queue = queue
        Task { await queue.close() }
    }

    /// Runs blocking work on one of the threads.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        start()
        return try await withCheckedThrowingContinuation { continuation in
            let isTaken = queue.add { continuation.resume(with: Result { try work() }) }
            if !isTaken { continuation.resume(throwing: Refusal()) }
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
