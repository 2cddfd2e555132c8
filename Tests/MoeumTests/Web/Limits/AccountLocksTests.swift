import Synchronization
import Testing

@testable import Moeum

/// One costly answer of an account at a time.
struct AccountLocksTests {
    private let garam = Account.ID(rawValue: 1)
    private let narae = Account.ID(rawValue: 2)

    @Test("Other accounts do not wait, and more than may wait are refused") func limitWaiting() async throws {
        let locks = AccountLocks()
        let first = try await locks.acquire(for: garam, maxWaiting: 0)
        await #expect(throws: Problem.rateLimited(retryAfter: 1)) {
            _ = try await locks.acquire(for: garam, maxWaiting: 0)
        }
        let other = try await locks.acquire(for: narae, maxWaiting: 0)
        withExtendedLifetime((first, other)) {}
    }

    @Test("A lock is released once") func releaseOnce() async throws {
        let locks = AccountLocks()
        let first = try await locks.acquire(for: garam, maxWaiting: 0)
        first.release()
        let second = try await locks.acquire(for: garam, maxWaiting: 0)
        first.release()
        await #expect(throws: Problem.badRequest) {
            _ = try await locks.acquire(for: garam, maxWaiting: 0, orThrow: .badRequest)
        }
        second.release()
        _ = try await locks.acquire(for: garam, maxWaiting: 0)
    }

    @Test("The next one waiting gets the lock, and a released one leaves nothing") func passLockOn() async throws {
        let locks = AccountLocks()
        let running = RunningCount()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...20 {
                group.addTask { [garam] in
                    let lock = try await locks.acquire(for: garam, maxWaiting: 20)
                    #expect(running.add(1) == 1)
                    await Task.yield()
                    running.add(-1)
                    withExtendedLifetime(lock) {}
                }
            }
            try await group.waitForAll()
        }
        _ = try await locks.acquire(for: garam, maxWaiting: 0)
        _ = try await locks.acquire(for: garam, maxWaiting: 0)
    }
}

private final class RunningCount: Sendable {
    private let count = Mutex(0)

    @discardableResult
    func add(_ change: Int) -> Int {
        count.withLock { count in
            count += change
            return count
        }
    }
}
