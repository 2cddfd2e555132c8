import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import Moeum

/// Work beside the requests: when it runs, and that nothing but the signal to stop ends it.
struct BackgroundLoopTests {
    private struct Failure: Error {}

    private let logger: Logger = {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }()

    /// Runs a loop as the server does and hands out the number of each of its runs as it begins.
    private func withLoop(
        every interval: Duration = .seconds(3_600),
        work: @escaping @Sendable (Int) async throws -> Void = { _ in },
        _ body: (BackgroundLoop, inout AsyncStream<Int>.Iterator, ServiceGroup) async throws -> Void
    ) async throws {
        let (runs, run) = AsyncStream.makeStream(of: Int.self)
        let count = Mutex(0)
        let loop = BackgroundLoop(name: "test", interval: interval, logger: logger) {
            let number = count.withLock { count in
                count += 1
                return count
            }
            run.yield(number)
            try await work(number)
        }
        let group = ServiceGroup(configuration: .init(services: [loop], logger: logger))
        let running = Task { try await group.run() }
        var iterator = runs.makeAsyncIterator()
        try await body(loop, &iterator, group)
        await group.triggerGracefulShutdown()
        try await running.value
    }

    @Test("It runs at the start and whenever it is woken") func runWhenWoken() async throws {
        try await withLoop { loop, runs, _ in
            #expect(await runs.next() == 1)
            loop.wake.send()
            #expect(await runs.next() == 2)
            loop.wake.send()
            #expect(await runs.next() == 3)
        }
    }

    @Test("It runs again after its interval") func runAfterInterval() async throws {
        try await withLoop(every: .milliseconds(1)) { _, runs, _ in
            for number in 1...4 { #expect(await runs.next() == number) }
        }
    }

    @Test("A wake during a run brings another run") func runAfterWake() async throws {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        try await withLoop { number in
            if number == 1 { for await _ in gate { break } }
        } _: { loop, runs, _ in
            #expect(await runs.next() == 1)
            loop.wake.send()
            loop.wake.send()
            opener.yield()
            #expect(await runs.next() == 2)
        }
    }

    @Test("A failure ends nothing") func surviveFailure() async throws {
        try await withLoop { number in
            if number < 3 { throw Failure() }
        } _: { loop, runs, _ in
            for number in 1...4 {
                #expect(await runs.next() == number)
                loop.wake.send()
            }
        }
    }

    @Test("It finishes the run in hand and begins no other") func finishRun() async throws {
        let finished = Mutex<[Int]>([])
        try await withLoop { number in
            try await gracefulShutdown()
            finished.withLock { $0.append(number) }
        } _: { loop, runs, _ in
            #expect(await runs.next() == 1)
            loop.wake.send()
        }
        #expect(finished.withLock { $0 } == [1])
    }
}
