import Testing

@testable import Web

/// Limits that a process counts for itself.
struct LocalRateLimiterTests {
    private let limit = RateLimit("change", atOnce: 3, thenOneEach: .seconds(1))

    @Test("So many pass at once, then one each interval") func allowBurst() {
        let limiter = LocalRateLimiter()
        func waits(_ subject: String, _ now: Int64) -> Int? { limiter.consume([(limit, subject)], at: now) }
        #expect((1...3).map { _ in waits("가", 10_000) } == [nil, nil, nil])
        #expect(waits("가", 10_000) == 1)
        #expect(waits("나", 10_000) == nil)
        #expect(waits("가", 11_000) == nil)
        #expect(waits("가", 11_999) == 1)
        #expect((1...4).map { _ in waits("가", 20_000) } == [nil, nil, nil, 1])
    }

    @Test("One is taken from each bucket or from none") func consumeAll() {
        let limiter = LocalRateLimiter()
        for _ in 1...3 { #expect(limiter.consume([(limit, "집"), (limit, "동네")], at: 0) == nil) }
        for _ in 1...3 { #expect(limiter.consume([(limit, "옆집"), (limit, "동네")], at: 0) == 1) }
        #expect((1...4).map { _ in limiter.consume([(limit, "옆집")], at: 0) } == [nil, nil, nil, 1])
        #expect(limiter.consume([(nil, "아무나")], at: 0) == nil)
    }

    @Test("A clock that is set back holds nobody up") func surviveClock() {
        let limiter = LocalRateLimiter()
        for _ in 1...3 { #expect(limiter.consume([(limit, "가")], at: 90_000_000) == nil) }
        #expect((1...4).map { _ in limiter.consume([(limit, "가")], at: 0) } == [nil, nil, nil, 1])
    }

    @Test("Idle subjects are forgotten") func forgetIdle() {
        let limiter = LocalRateLimiter()
        for number in 0..<100_000 {
            #expect(limiter.consume([(limit, "\(number)")], at: Int64(number)) == nil)
        }
        #expect(limiter.count <= 4_097)
    }
}
