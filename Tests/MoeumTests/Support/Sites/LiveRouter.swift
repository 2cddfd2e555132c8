import Hummingbird
import Logging
import ServiceLifecycle

/// A router behind a real socket, on a free port.
enum LiveRouter {
    /// - Returns: the port.
    static func start<Context: RequestContext>(_ router: Router<Context>) async throws -> Int
    where Context.Source == ApplicationRequestContextSource {
        let cleanup = try Cleanup.current
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) },
            logger: logger
        )
        let group = ServiceGroup(configuration: .init(services: [application], logger: logger))
        let running = Task {
            // Anyone who waits for a server that did not start need not.
            defer { port.finish() }
            try await group.run()
        }
        cleanup.add {
            // Never cancelled: a connection that arrives at that moment is dropped unclosed, which SwiftNIO ends the process for.
            await group.triggerGracefulShutdown()
            try await running.value
        }
        var iterator = ports.makeAsyncIterator()
        return await iterator.next() ?? 0
    }
}
