import Foundation
import Testing

@testable import Moeum

@Suite(.cleanup)
struct RateLimitTests {
    private let limit = RateLimit("test", atOnce: 3, thenOneEach: .seconds(10))
    private let start: Int64 = 1_800_000_000_000

    @Test("So many pass at once, then one each interval", arguments: TestEngine.available)
    func allowBurst(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        func consume(after milliseconds: Int64) async throws -> Int? {
            try await database.write { try $0.consumeRateLimit(limit, for: "somebody", at: start + milliseconds) }
        }
        var waits: [Int?] = []
        for time: Int64 in [0, 0, 0, 0, 9_001, 9_999, 10_000, 10_000] { waits.append(try await consume(after: time)) }
        #expect(waits == [nil, nil, nil, 10, 1, 1, nil, 10])
        // Unused, it fills up to its burst and no further.
        waits = []
        for _ in 0..<4 { waits.append(try await consume(after: 1_000_000)) }
        #expect(waits == [nil, nil, nil, 10])
    }

    @Test("Of many at the same moment the burst passes", arguments: TestEngine.available)
    func allowTogether(_ engine: TestEngine) async throws {
        let limit = RateLimit("test", atOnce: 30, thenOneEach: .seconds(60))
        let database = try await engine.database(.tables)
        let passed = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await database.write { try $0.consumeRateLimit(limit, for: "somebody", at: start) == nil }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(passed == 30)
    }

    @Test("Subjects and limits have buckets of their own", arguments: TestEngine.available)
    func separateBuckets(_ engine: TestEngine) async throws {
        let other = RateLimit("other", atOnce: 1, thenOneEach: .seconds(10))
        let database = try await engine.database(.tables)
        try await database.write { transaction in
            let waits = try [(other, "somebody"), (other, "somebody"), (other, "another"), (limit, "somebody")].map {
                try transaction.consumeRateLimit($0, for: $1, at: start)
            }
            #expect(waits == [nil, 10, nil, nil])
        }
    }

    @Test("Several buckets are taken from together or not at all", arguments: TestEngine.available)
    func consumeAll(_ engine: TestEngine) async throws {
        let narrow = RateLimit("narrow", atOnce: 1, thenOneEach: .seconds(30))
        let database = try await engine.database(.tables)
        try await database.write { transaction in
            func consume() throws -> Int? {
                try transaction.consumeRateLimit([(limit, "address"), (narrow, "account"), (nil, "nobody")], at: start)
            }
            let waits = try (0..<6).map { _ in try consume() }
            #expect(waits == [nil, 30, 30, 30, 30, 30])
            // The refused ones took nothing: two of three are left.
            let left = try (0..<3).map { _ in try transaction.consumeRateLimit(limit, for: "address", at: start) }
            #expect(left == [nil, nil, 10])
        }
    }

    @Test("What did not count is given back", arguments: TestEngine.available)
    func refund(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        try await database.write { transaction in
            for _ in 0..<3 { _ = try transaction.consumeRateLimit(limit, for: "somebody", at: start) }
            #expect(try transaction.rateLimitDelay(limit, for: "somebody", at: start) == 10)
            try transaction.refundRateLimit(limit, for: "somebody")
            #expect(try transaction.rateLimitDelay(limit, for: "somebody", at: start) == nil)
            var waits = try (0..<2).map { _ in try transaction.consumeRateLimit(limit, for: "somebody", at: start) }
            #expect(waits == [nil, 10])
            try transaction.resetRateLimit(limit, for: "somebody")
            waits = try (0..<4).map { _ in try transaction.consumeRateLimit(limit, for: "somebody", at: start) }
            #expect(waits == [nil, nil, nil, 10])
            #expect(try transaction.rateLimitDelay(limit, for: "nobody", at: start) == nil)
        }
    }

    @Test("Full buckets are removed", arguments: TestEngine.available)
    func deleteFull(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        try await database.write { transaction in
            for number in 0..<5 { _ = try transaction.consumeRateLimit(limit, for: "\(number)", at: start) }
            _ = try transaction.consumeRateLimit(limit, for: "late", at: start + 60_000)
            #expect(try transaction.deleteFullRateLimits(at: start + 10_000) == 0)
            #expect(try transaction.deleteFullRateLimits(at: start + 10_001, atMost: 3) == 3)
            #expect(try transaction.deleteFullRateLimits(at: start + 10_001) == 2)
            let left = try transaction.rows("SELECT key FROM rate_limits ORDER BY key").map { try $0.string(0) }
            #expect(left == [limit.key(for: "late")])
        }
    }

    /// Anyone who has a whole IPv6 site has 65,536 networks of 64 bits; all of them together have so much and no more.
    @Test("A whole IPv6 site has a limit beside its networks", arguments: TestEngine.available)
    func limitIPv6Site(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        try await database.write { transaction in
            func passed(_ networks: Range<Int>, of site: String) throws -> Int {
                try networks.filter { number in
                    let network = NetworkAddress("\(site):\(String(number, radix: 16))::7")
                    return try transaction.consumeRateLimit(limit, for: network, at: start) == nil
                }.count
            }
            #expect(try passed(0..<1_000, of: "2001:db8:1") == 48)
            #expect(try passed(0..<10, of: "2001:db8:2") == 10)
            // A network of one's own has no more than before.
            let own = NetworkAddress("2001:db8:3::1")
            let waits = try (0..<4).map { _ in try transaction.consumeRateLimit(limit, for: own, at: start) }
            #expect(waits == [nil, nil, nil, 10])
            // What is given back is given back to both.
            for _ in 0..<48 { try transaction.refundRateLimit(limit, for: NetworkAddress("2001:db8:1:ffff::1")) }
            #expect(try passed(1_000..<1_100, of: "2001:db8:1") == 48)
            // An address of IPv4 is one customer.
            for number in 0..<60 {
                #expect(
                    try transaction.consumeRateLimit(limit, for: NetworkAddress("203.0.113.\(number)"), at: start)
                        == nil
                )
            }
        }
    }

    @Test("Keys name nobody") func hashSubjects() {
        let key = limit.key(for: "minji@a.example")
        #expect(key.wholeMatch(of: /test:[0-9a-f]{32}/) != nil)
        #expect(key != limit.key(for: "minji@b.example"))
    }

    @Test("Switched off, limits keep nothing") func storeNothing() async throws {
        let limits = RateLimits(areOn: false)
        let database = try await TestEngine.sqlite.database(.tables)
        try await database.write { transaction in
            var waits: [Int?] = []
            for _ in 0..<100 {
                waits.append(try transaction.consumeRateLimit(limits.loginOfAccount, for: "a", at: start))
            }
            waits.append(try transaction.rateLimitDelay(limits.loginOfAccount, for: "a", at: start))
            #expect(waits.allSatisfy { $0 == nil })
            let rows = try transaction.first("SELECT COUNT(*) FROM rate_limits") { try $0.int(0) }
            #expect(rows == 0)
        }
    }

    @Test("Each limit of accounts has a name of its own") func nameLimits() {
        let limits = RateLimits(areOn: true)
        let named: [RateLimit] = [
            limits.loginOfAccount, limits.loginFromAddress, limits.loginCodes.first, limits.passwordChecks,
            limits.signUpFromAddress, limits.recoveryMails, limits.mailsFromAddress, limits.verificationMails,
            limits.unlockMails, limits.codesFromAddress, limits.exports, limits.imports,
        ].compactMap { $0 }
        #expect(named.count == 12 && Set(named.map(\.name)).count == 12)
        #expect(limits.recoveryMails.map { $0.burst == 3 && $0.interval * 3 == 3_600_000 } == true)
    }
}

struct NetworkAddressTests {
    @Test(
        "An address is shortened for limits and for people",
        arguments: [
            ("203.0.113.77", "203.0.113.77", "203.0.113.x"),
            ("::ffff:203.0.113.77", "203.0.113.77", "203.0.113.x"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::x"),
            ("2001:DB8::1", "2001:db8:0:0::/64", "2001:db8:0::x"),
            ("fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::x"),
            ("-", "-", ""), ("", "-", ""), ("203.0.113", "-", ""), ("moeum.example", "-", ""),
        ]
    )
    func shortenAddress(_ text: String, _ forLimits: String, _ place: String) {
        #expect(NetworkAddress(text).forLimits == forLimits)
        #expect(NetworkAddress(text).place == place)
    }
}
