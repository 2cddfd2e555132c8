import Hummingbird
import Logging

/// A router behind a real socket, on a free port.
enum LiveRouter {
    static func run<Value: Sendable, Context: RequestContext>(
        _ router: Router<Context>,
        _ body: @Sendable (_ port: Int) async throws -> Value
    ) async throws -> Value where Context.Source == ApplicationRequestContextSource {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            defer { group.cancelAll() }
            var iterator = ports.makeAsyncIterator()
            return try await body(await iterator.next() ?? 0)
        }
    }
}
