import Foundation
import Logging
import ServiceLifecycle

/// Work beside the requests that is done again and again: at the start, whenever it is woken, and after an interval at the
/// latest. What fails is tried again later. Runs once, as one of `App.services`.
struct BackgroundLoop: Service {
    /// What the log calls it.
    let name: String
    /// The longest time between the end of a run and the next.
    let interval: Duration
    /// Brings the next run forward to now.
    var wake = Wake()
    let logger: Logger
    /// One run. After the signal to stop it may finish; a long one should look at `Task.isShuttingDownGracefully` between its
    /// steps, because ten seconds after the signal the program ends.
    let work: @Sendable () async throws -> Void

    /// Ends after the signal to stop, once the run in hand is done.
    package func run() async throws {
        await withGracefulShutdownHandler {
            var wakes = wake.stream.makeAsyncIterator()
            repeat { await runOnce() } while await isWokenAgain(&wakes)
        } onGracefulShutdown: {
            wake.end()
        }
    }

    private func runOnce() async {
        do { try await work() } catch is CancellationError {} catch {
            logger.error("background work failed", metadata: ["work": .string(name), "error": .string("\(error)")])
        }
    }

    /// Waits for a wake or the interval; false when it is time to stop.
    private func isWokenAgain(_ wakes: inout AsyncStream<Void>.Iterator) async -> Bool {
        let alarm = Task {
            try await Task.sleep(for: interval)
            wake.send()
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
