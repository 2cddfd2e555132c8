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

    init(
        settings: [String: String] = [:],
        limits change: (inout ServerLimits) -> Void = { _ in }
    ) async throws {
        let (cleanup, site) = (try Cleanup.current, try await TestSite(settings: settings))
        var limits = ServerLimits()
        change(&limits)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let group = Server(app: site.app, limits: limits).group { port.yield($0) }
        let running = Task {
            // Anyone who waits for a server that did not start need not.
            defer { port.finish() }
            try await group.run()
        }
        cleanup.add {
            // Never cancelled: a connection that arrives at that moment is dropped unclosed, which SwiftNIO ends the process for.
            await group.triggerGracefulShutdown()
            _ = await running.result
        }
        var iterator = ports.makeAsyncIterator()
        self.port = try #require(await iterator.next())
        app = site.app
        stop = { await group.triggerGracefulShutdown() }
        stopped = { try await running.value }
    }
}
