import Testing

@testable import Moeum

/// Work that goes on as long as its lease is renewed.
@Suite(.cleanup)
struct JobLeaseTests {
    private struct Lost: Error {}
    private struct Broken: Error {}

    private func lease(
        _ heartbeat: Duration,
        for length: Duration = .seconds(3_600),
        _ renew: @escaping @Sendable () async throws -> Bool
    ) -> JobLease {
        JobLease(heartbeat: heartbeat, length: length, renew: renew, loss: Lost())
    }

    @Test func theWorksEndIsTheEnd() async throws {
        try await lease(.seconds(3_600)) { true }.hold {}
        await #expect(throws: Broken.self) { try await lease(.seconds(3_600)) { true }.hold { throw Broken() } }
    }

    @Test func workIsGivenUpWhereSomebodyElseHasTheJob() async throws {
        await #expect(throws: Lost.self) {
            try await lease(.milliseconds(1)) { false }.hold { try await Task.sleep(for: .seconds(3_600)) }
        }
    }

    @Test func workIsGivenUpOnceTheLeaseIsOverAndNobodyRenewsIt() async throws {
        await #expect(throws: Lost.self) {
            try await lease(.milliseconds(1), for: .milliseconds(5)) { throw Broken() }.hold {
                try await Task.sleep(for: .seconds(3_600))
            }
        }
    }

    @Test(arguments: TestEngine.available) func aLeaseIsOneHoldersUntilItIsOver(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        let (one, other) = (Identifier<JobLease>.next(), Identifier<JobLease>.next())
        func take(_ holder: Identifier<JobLease>, _ now: Int64) async throws -> Bool {
            try await database.write { try $0.takeLease("work", as: holder, until: now + 60, at: now) }
        }
        #expect(try await take(one, 0))
        #expect(try await !take(other, 59))
        #expect(try await take(one, 59))
        #expect(try await !take(other, 118))
        #expect(try await take(other, 119))
        // What one no longer has it does not give away.
        try await database.write { try $0.endLease("work", of: one) }
        #expect(try await !take(one, 120))
        try await database.write { try $0.endLease("work", of: other) }
        #expect(try await take(one, 120))
    }

    @Test func aDatabaseThatDoesNotAnswerTakesNoJobAway() async throws {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let lease = lease(.milliseconds(1)) {
            ask.yield()
            throw Broken()
        }
        try await lease.hold {
            var answers = asked.makeAsyncIterator()
            for _ in 1...3 { _ = await answers.next() }
        }
    }
}
