import Foundation
import Logging
import ServiceLifecycle

/// Work beside the requests that is done again and again: at the start, whenever it is woken, and after an interval at the
/// latest. What fails is tried again later. Runs once, as one of `App.services`.
final class BackgroundLoop: Service {
    private let name: String
    private let interval: Duration
    private let logger: Logger
    private let work: @Sendable () async throws -> Void
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - name: what the log calls it.
    ///   - interval: the longest time between the end of a run and the next.
    ///   - work: one run. After the signal to stop it may finish; a long one should look at
    ///     `Task.isShuttingDownGracefully` between its steps, because ten seconds after the signal the program ends.
    init(
        _ name: String,
        every interval: Duration,
        logger: Logger,
        work: @escaping @Sendable () async throws -> Void
    ) {
        self.name = name
        self.interval = interval
        self.logger = logger
        self.work = work
        // One wake is enough, however often it is asked for; one during a run brings another run.
        (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Brings the next run forward to now. For `Transaction.afterCommit`, so that the run finds what was written.
    func wake() { waker.yield() }

    /// Ends after the signal to stop, once the run in hand is done.
    package func run() async throws {
        await withGracefulShutdownHandler {
            var wakes = wakes.makeAsyncIterator()
            repeat { await runOnce() } while await isWokenAgain(&wakes)
        } onGracefulShutdown: {
            self.waker.finish()
        }
    }

    private func runOnce() async {
        do { try await work() } catch is CancellationError {} catch {
            logger.error("background work failed", metadata: ["work": .string(name), "error": .string("\(error)")])
        }
    }

    /// Waits for a wake or the interval; false when it is time to stop.
    private func isWokenAgain(_ wakes: inout AsyncStream<Void>.Iterator) async -> Bool {
        let (waker, interval) = (waker, interval)
        let alarm = Task {
            try await Task.sleep(for: interval)
            waker.yield()
        }
        defer { alarm.cancel() }
        return await wakes.next() != nil && !Task.isCancelled && !Task.isShuttingDownGracefully
    }
}
