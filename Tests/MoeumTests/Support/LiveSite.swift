import ServiceLifecycle
import Testing

@testable import Moeum

/// The whole site behind a real socket, on a free port.
struct LiveSite: Sendable {
    let app: App
    let port: Int
    /// Asks it to stop, as SIGTERM does.
    let stop: @Sendable () async -> Void
    /// Ends once it has stopped.
    let stopped: @Sendable () async throws -> Void

    static func run(
        settings: [String: String] = [:],
        limits change: (inout ServerLimits) -> Void = { _ in },
        _ body: @escaping @Sendable (LiveSite) async throws -> Void
    ) async throws {
        var limits = ServerLimits()
        change(&limits)
        try await TestSite.withSample(settings: settings) { [limits] site in
            let (ports, port) = AsyncStream.makeStream(of: Int.self)
            let group = Server(app: site.app, limits: limits).group { port.yield($0) }
            let running = Task {
                // Whoever waits for a server that did not start need not.
                defer { port.finish() }
                try await group.run()
            }
            var iterator = ports.makeAsyncIterator()
            let number = try #require(await iterator.next())
            let live = LiveSite(
                app: site.app,
                port: number,
                stop: { await group.triggerGracefulShutdown() },
                stopped: { try await running.value }
            )
            let result: Result<Void, any Error>
            do { result = .success(try await body(live)) } catch { result = .failure(error) }
            // Never cancelled: a connection that arrives at that moment is dropped unclosed, which SwiftNIO ends the process for.
            await group.triggerGracefulShutdown()
            _ = await running.result
            try result.get()
        }
    }
}
