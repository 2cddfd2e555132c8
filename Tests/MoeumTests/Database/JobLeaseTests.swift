import Testing

@testable import Moeum

/// Work that goes on as long as its lease is renewed.
struct JobLeaseTests {
    private struct Lost: Error {}
    private struct Broken: Error {}

    private func lease(_ heartbeat: Duration, _ renew: @escaping @Sendable () async throws -> Bool) -> JobLease {
        JobLease(heartbeat: heartbeat, renew: renew, loss: Lost())
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
