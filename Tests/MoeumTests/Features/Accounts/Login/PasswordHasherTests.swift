import Foundation
import Synchronization
import Testing

@testable import Moeum

struct PasswordHasherTests {
    private static let cheap = Argon2Cost(memory: 64, iterations: 1)

    private final class Counter: Sendable {
        let runs = Mutex(0)
    }

    private func password(_ typed: String = "plumtree and pears") throws -> Password {
        try #require(Password(typed: typed))
    }

    private func hasher(
        _ cost: Argon2Cost = cheap,
        threads: Int = 2,
        queue: Int = 512,
        queueTimeout: Duration = .seconds(60)
    )
        -> PasswordHasher
    {
        PasswordHasher(cost: cost, threads: threads, queueLimit: queue, queueTimeout: queueTimeout)
    }

    @Test("A password matches its own hash alone") func verifyOwnHash() async throws {
        let hasher = hasher()
        let hash = try await hasher.hash(try password())
        #expect(hash.hasPrefix("$argon2id$v=19$m=64,t=1,p=1$"))
        #expect(try await hasher.verify(try password(), against: hash))
        #expect(try await !hasher.verify(try password("plumtree and pear"), against: hash))
        #expect(try await hasher.hash(try password()) != hash)
        await hasher.close()
    }

    @Test("No password matches where there is no hash") func noHash() async throws {
        let hasher = hasher()
        #expect(try await !hasher.verify(try password(), against: nil))
        // The stand-in costs what a real one costs, and libargon2 can read it.
        let dummy = Argon2.dummy(.least)
        #expect(Argon2.cost(of: dummy) == .least)
        #expect(try !Argon2.verify(try password().secret, against: dummy))
        #expect(try dummy.count == Argon2.hash(try password().secret, .least).count)
    }

    @Test("What is not a hash is an error and not a wrong password") func malformedHash() async throws {
        let hasher = hasher()
        for encoded in ["", "plumtree", "$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$AAAA", "$2b$10$abcdefghijklmnopqrstuv"]
        {
            await #expect(throws: Argon2.Error.self) { try await hasher.verify(try password(), against: encoded) }
            #expect(hasher.needsRehash(encoded))
        }
    }

    @Test(
        "A hash is due for renewal when the cost grows",
        arguments: [(64, 1, false), (63, 1, false), (65, 1, true), (64, 2, true), (32, 2, true)]
    )
    func needsRehash(_ memory: Int, _ iterations: Int, _ expected: Bool) async throws {
        let hash = try Argon2.hash(try password().secret, Self.cheap)
        let later = hasher(Argon2Cost(memory: memory, iterations: iterations))
        #expect(later.needsRehash(hash) == expected)
        // A hash of before still lets its owner in.
        #expect(try await later.verify(try password(), against: hash))
    }

    @Test("A full queue is answered with 503") func fullQueue() async throws {
        let hasher = hasher(threads: 1, queue: 2)
        let password = try password()
        let gate = await hasher.gate()
        let problems = try await withThrowingTaskGroup(of: Problem?.self) { group in
            for _ in 0..<12 {
                group.addTask {
                    do {
                        _ = try await hasher.hash(password)
                        return nil
                    } catch let problem as Problem { return problem }
                }
            }
            var problems: [Problem?] = []
            for try await problem in group {
                problems.append(problem)
                if problems.count == 10 { gate.signal() }
            }
            return problems
        }
        // Two wait behind the one in hand.
        let refused = problems.prefix(10).compactMap(\.self)
        #expect(refused.count == 10 && problems.suffix(2).allSatisfy { $0 == nil })
        #expect(refused.allSatisfy { $0.status == .serviceUnavailable && ($0.retryAfter ?? 0) > 0 })
    }

    @Test("A password that waited too long is not hashed") func waitedTooLong() async throws {
        let hasher = hasher(queueTimeout: .zero)
        let problem = await #expect(throws: Problem.self) { try await hasher.hash(try password()) }
        #expect(problem?.status == .serviceUnavailable)
    }

    @Test("A cancelled password is not hashed") func cancelled() async throws {
        let hasher = hasher(threads: 1)
        let gate = await hasher.gate()
        let counter = Counter()
        let waiting = (0..<200).map { _ in Task { try await hasher.run { counter.runs.withLock { $0 += 1 } } } }
        while hasher.waiting < 200 { try await Task.sleep(for: .milliseconds(1)) }
        waiting.forEach { $0.cancel() }
        for task in waiting { await #expect(throws: CancellationError.self) { try await task.value } }
        gate.signal()
        #expect(try await hasher.hash(try password()).isEmpty == false)
        #expect(counter.runs.withLock { $0 } == 0)
    }

    @Test("A closed hasher takes no passwords") func closed() async throws {
        let hasher = hasher()
        _ = try await hasher.hash(try password())
        await hasher.close()
        await #expect(throws: Problem.self) { try await hasher.hash(try password()) }
    }
}

extension PasswordHasher {
    /// Holds one of the threads from now on until the gate is signalled.
    func gate() async -> DispatchSemaphore {
        let gate = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        Task {
            defer { begin.finish() }
            try await run {
                begin.finish()
                gate.wait()
            }
        }
        for await _ in begun {}
        return gate
    }
}
