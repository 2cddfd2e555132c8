import Database
import Foundation

/// The buckets of rate limits. A limit that is nil is switched off: it allows everything and stores nothing.
extension Transaction {
    /// Takes one from a subject's bucket.
    /// - Returns: seconds to wait, where the bucket is empty; nil where it was not.
    package func consumeRateLimit(_ limit: RateLimit?, for subject: String, at now: Int64) throws -> Int? {
        guard let limit else { return nil }
        let key = limit.key(for: subject)
        // One statement, so that two at the same moment cannot both take the last one.
        let taken = try first(
            """
            INSERT INTO rate_limits (key, theoretical_arrival) VALUES (\(key), \(now + limit.interval))
            ON CONFLICT (key) DO UPDATE SET theoretical_arrival =
                CASE WHEN rate_limits.theoretical_arrival < \(now) THEN \(now)
                    ELSE rate_limits.theoretical_arrival END + \(limit.interval)
                WHERE rate_limits.theoretical_arrival <= \(now + limit.tolerance)
            RETURNING theoretical_arrival
            """
        ) { try $0.int64(0) }
        if taken != nil { return nil }
        limit.rejections?.record(limit.name)
        return limit.seconds(until: try theoreticalArrivalTime(key) ?? now, from: now)
    }

    /// Takes one from an account's bucket; throws 429 where it is empty.
    package func enforce(_ limit: RateLimit?, for account: Identifier<some Any>, at now: Date) throws {
        if let seconds = try consumeRateLimit(limit, for: String(account), at: now.milliseconds) {
            throw Problem.rateLimited(retryAfter: seconds)
        }
    }

    /// Takes one from every bucket of a network address; throws 429 where one of them is empty.
    package func enforce(_ limit: RateLimit?, for network: NetworkAddress, at now: Date) throws {
        if let seconds = try consumeRateLimit(limit, for: network, at: now.milliseconds) {
            throw Problem.rateLimited(retryAfter: seconds)
        }
    }

    /// Takes one from each of several buckets, or from none of them, always in the given order, which is the same for all
    /// callers with the same buckets: so that two do not wait for each other, and nothing is stored in the later ones once an
    /// earlier one refuses.
    /// - Returns: seconds to wait for the first that is empty.
    package func consumeRateLimit(_ several: [(limit: RateLimit?, subject: String)], at now: Int64) throws -> Int? {
        for (index, bucket) in several.enumerated() {
            guard let retryAfter = try consumeRateLimit(bucket.limit, for: bucket.subject, at: now) else { continue }
            for taken in several[..<index] { try refundRateLimit(taken.limit, for: taken.subject) }
            return retryAfter
        }
        return nil
    }

    /// Takes one from every bucket of a network address, or from none of them.
    /// - Returns: seconds to wait for the first that is empty.
    package func consumeRateLimit(_ limit: RateLimit?, for network: NetworkAddress, at now: Int64) throws -> Int? {
        try consumeRateLimit(network.buckets(of: limit), at: now)
    }

    /// Seconds until a subject's bucket allows one more, without taking it; nil where it does now.
    package func rateLimitDelay(_ limit: RateLimit?, for subject: String, at now: Int64) throws -> Int? {
        guard let limit, let arrival = try theoreticalArrivalTime(limit.key(for: subject)),
            arrival > now + limit.tolerance
        else {
            return nil
        }
        return limit.seconds(until: arrival, from: now)
    }

    /// Gives one back that does not count after all, such as for a successful login.
    package func refundRateLimit(_ limit: RateLimit?, for subject: String) throws {
        guard let limit else { return }
        try execute(
            """
            UPDATE rate_limits SET theoretical_arrival = theoretical_arrival - \(limit.interval)
            WHERE key = \(limit.key(for: subject))
            """
        )
    }

    package func refundRateLimit(_ limit: RateLimit?, for network: NetworkAddress) throws {
        for bucket in network.buckets(of: limit) { try refundRateLimit(bucket.limit, for: bucket.subject) }
    }

    package func resetRateLimit(_ limit: RateLimit?, for subject: String) throws {
        guard let limit else { return }
        try execute("DELETE FROM rate_limits WHERE key = \(limit.key(for: subject))")
    }

    /// Removes buckets that are full again, a bounded number at a time, and returns how many.
    @discardableResult
    package func deleteFullRateLimits(at now: Int64, atMost limit: Int = 1_000) throws -> Int {
        try execute(
            """
            DELETE FROM rate_limits WHERE theoretical_arrival < \(now) AND key IN (
                SELECT key FROM rate_limits WHERE theoretical_arrival < \(now) ORDER BY key LIMIT \(limit))
            """
        )
    }

    private func theoreticalArrivalTime(_ key: String) throws -> Int64? {
        try first("SELECT theoretical_arrival FROM rate_limits WHERE key = \(key)") { try $0.int64(0) }
    }
}
