import Synchronization
import Testing

@testable import Moeum

/// One costly answer of an account at a time.
struct AccountTurnsTests {
    private let garam = Account.ID(rawValue: 1)
    private let narae = Account.ID(rawValue: 2)

    @Test("Other accounts do not wait, and more than may wait are refused") func limitWaiting() async throws {
        let turns = AccountTurns()
        let first = try await turns.acquire(for: garam, maxWaiting: 0)
        await #expect(throws: Problem.rateLimited(retryAfter: 1)) {
            _ = try await turns.acquire(for: garam, maxWaiting: 0)
        }
        let other = try await turns.acquire(for: narae, maxWaiting: 0)
        withExtendedLifetime((first, other)) {}
    }

    @Test("A turn ends once") func endOnce() async throws {
        let turns = AccountTurns()
        let first = try await turns.acquire(for: garam, maxWaiting: 0)
        first.end()
        let second = try await turns.acquire(for: garam, maxWaiting: 0)
        first.end()
        await #expect(throws: Problem.badRequest) {
            _ = try await turns.acquire(for: garam, maxWaiting: 0, orThrow: .badRequest)
        }
        second.end()
        _ = try await turns.acquire(for: garam, maxWaiting: 0)
    }

    @Test("The next one waiting gets the turn, and an ended one leaves nothing") func passTurnOn() async throws {
        let turns = AccountTurns()
        let running = RunningCount()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...20 {
                group.addTask { [garam] in
                    let turn = try await turns.acquire(for: garam, maxWaiting: 20)
                    #expect(running.add(1) == 1)
                    await Task.yield()
                    running.add(-1)
                    withExtendedLifetime(turn) {}
                }
            }
            try await group.waitForAll()
        }
        _ = try await turns.acquire(for: garam, maxWaiting: 0)
        _ = try await turns.acquire(for: garam, maxWaiting: 0)
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
