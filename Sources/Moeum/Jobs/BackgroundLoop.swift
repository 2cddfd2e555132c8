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
    private let signal: Wake

    /// - Parameters:
    ///   - name: what the log calls it.
    ///   - interval: the longest time between the end of a run and the next.
    ///   - wake: one that others know already.
    ///   - work: one run. After the signal to stop it may finish; a long one should look at
    ///     `Task.isShuttingDownGracefully` between its steps, because ten seconds after the signal the program ends.
    init(
        _ name: String,
        every interval: Duration,
        wake: Wake = Wake(),
        logger: Logger,
        work: @escaping @Sendable () async throws -> Void
    ) {
        self.name = name
        self.interval = interval
        self.logger = logger
        self.work = work
        signal = wake
    }

    /// Brings the next run forward to now. For `Transaction.afterCommit`, so that the run finds what was written.
    func wake() { signal.send() }

    /// Ends after the signal to stop, once the run in hand is done.
    package func run() async throws {
        await withGracefulShutdownHandler {
            var wakes = signal.stream.makeAsyncIterator()
            repeat { await runOnce() } while await isWokenAgain(&wakes)
        } onGracefulShutdown: {
            self.signal.end()
        }
    }

    private func runOnce() async {
        do { try await work() } catch is CancellationError {} catch {
            logger.error("background work failed", metadata: ["work": .string(name), "error": .string("\(error)")])
        }
    }

    /// Waits for a wake or the interval; false when it is time to stop.
    private func isWokenAgain(_ wakes: inout AsyncStream<Void>.Iterator) async -> Bool {
        let (signal, interval) = (signal, interval)
        let alarm = Task {
            try await Task.sleep(for: interval)
            signal.send()
        }
        defer { alarm.cancel() }
        return await wakes.next() != nil && !Task.isCancelled && !Task.isShuttingDownGracefully
    }
}

/// Brings work forward that waits for its next time.
struct Wake: Sendable {
    fileprivate let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        // One is enough, however often it is asked for; one during a run brings another run.
        (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    @Sendable func send() { continuation.yield() }

    fileprivate func end() { continuation.finish() }
}
