import Testing

@testable import Moeum

/// Work that goes on as long as its lease is renewed.
struct JobLeaseTests {
    private struct Broken: Error {}

    private func lease(
        _ heartbeat: Duration,
        for length: Duration = .seconds(3_600),
        _ renew: @escaping @Sendable () async throws -> Void
    ) -> JobLease {
        JobLease(heartbeat: heartbeat, length: length, renew: renew)
    }

    @Test("The work's value or error is the result") func returnResult() async throws {
        #expect(try await lease(.seconds(3_600)) {}.hold { 7 } == 7)
        await #expect(throws: Broken.self) { try await lease(.seconds(3_600)) {}.hold { throw Broken() } }
    }

    @Test("Work ends where another process has the job") func endLostWork() async throws {
        await #expect(throws: JobLost.self) {
            try await lease(.milliseconds(1)) { throw JobLost() }.hold { try await Task.sleep(for: .seconds(3_600)) }
        }
    }

    @Test("Work ends once the lease is over and cannot be renewed") func endExpiredWork() async throws {
        await #expect(throws: JobLost.self) {
            try await lease(.milliseconds(1), for: .milliseconds(5)) { throw Broken() }.hold {
                try await Task.sleep(for: .seconds(3_600))
            }
        }
    }

    @Test("A database that does not answer takes no job away") func surviveSilence() async throws {
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
