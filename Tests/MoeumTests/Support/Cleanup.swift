import Synchronization
import Testing

/// What a test has opened and is closed when it ends, also when it throws. A suite whose tests open a site or a database
/// says so: `@Suite(.cleanup)`.
final class Cleanup: Sendable {
    typealias Action = @Sendable () async throws -> Void

    @TaskLocal private static var innermost: Cleanup?
    private let actions = Mutex<[Action]>([])

    private init() {}

    /// The one of the test that runs.
    static var current: Cleanup {
        get throws {
            guard let innermost else { throw NoCleanup() }
            return innermost
        }
    }

    /// Adds what is done at the end, before what was added earlier.
    func add(_ action: @escaping Action) { actions.withLock { $0.append(action) } }

    /// Closes what a body opens as soon as that has ended: in each round of a loop, or for a test that looks at what is left.
    static func run<Value>(_ body: () async throws -> Value) async throws -> Value {
        let cleanup = Cleanup()
        let result: Result<Value, any Error>
        do { result = .success(try await $innermost.withValue(cleanup, operation: body)) } catch {
            result = .failure(error)
        }
        while let action = cleanup.actions.withLock({ $0.popLast() }) {
            do { try await action() } catch { Issue.record(error, "a test's cleanup failed") }
        }
        return try result.get()
    }
}

/// Says which trait is missing.
struct NoCleanup: Error, CustomStringConvertible {
    let description = "nothing would close what this test opens: its suite needs @Suite(.cleanup)"
}

/// Gives each test of a suite a ``Cleanup`` of its own; each case, where a test has arguments.
struct CleanupTrait: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Cleanup.run(function)
    }
}

extension Trait where Self == CleanupTrait {
    static var cleanup: Self { Self() }
}
