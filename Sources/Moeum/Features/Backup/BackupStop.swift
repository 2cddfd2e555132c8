import ServiceLifecycle
import Synchronization

/// Ends a backup between two of its steps, once the server that makes it is asked to end.
final class BackupStop: Sendable {
    private let isAsked = Atomic(false)

    /// - Throws: `CancellationError`.
    func check() throws {
        if isAsked.load(ordering: .relaxed) { throw CancellationError() }
    }

    func onShutdown<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await withGracefulShutdownHandler {
            try await withTaskCancellationHandler(operation: body) { request() }
        } onGracefulShutdown: {
            self.request()
        }
    }

    private func request() { isAsked.store(true, ordering: .relaxed) }
}
