import ServiceLifecycle
import Synchronization

/// Ends a backup between two of its steps, once the server that makes it is told to end.
final class BackupStop: Sendable {
    private let isAsked = Atomic(false)

    /// - Throws: `CancellationError`.
    func check() throws {
        if isAsked.load(ordering: .relaxed) { throw CancellationError() }
    }

    func onShutdown<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await withGracefulShutdownHandler {
            try await withTaskCancellationHandler(operation: body) { ask() }
        } onGracefulShutdown: {
            self.ask()
        }
    }

    private func ask() { isAsked.store(true, ordering: .relaxed) }
}
