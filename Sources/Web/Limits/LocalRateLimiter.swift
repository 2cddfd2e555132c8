import Synchronization

/// Rate limits that each process counts for itself, in memory: for what is asked so often that a row for each would cost more
/// than it guards.
final class LocalRateLimiter: Sendable {
    private struct Buckets {
        /// When each is empty again, in milliseconds.
        var arrivals: [String: Int64] = [:]
        /// How many there may be before full ones are let go.
        var room = 4_096

        /// When a bucket is empty again. One that was filled before the clock was set back is empty now.
        func arrival(_ key: String, _ limit: RateLimit, at now: Int64) -> Int64 {
            guard let arrival = arrivals[key], arrival <= now + limit.tolerance + limit.interval else { return now }
            return max(arrival, now)
        }
    }

    private let buckets = Mutex(Buckets())

    /// Takes one from each bucket, or from none of them.
    /// - Returns: seconds to wait for the first that is empty.
    func consume(_ several: [(limit: RateLimit?, subject: String)], at now: Int64) -> Int? {
        let wanted = several.compactMap { bucket in bucket.limit.map { ($0, "\($0.name) \(bucket.subject)") } }
        return buckets.withLock { buckets in
            for (limit, key) in wanted {
                let arrival = buckets.arrival(key, limit, at: now)
                if arrival <= now + limit.tolerance { continue }
                limit.rejections?.record(limit.name)
                return limit.seconds(until: arrival, from: now)
            }
            for (limit, key) in wanted {
                buckets.arrivals[key] = buckets.arrival(key, limit, at: now) + limit.interval
            }
            if buckets.arrivals.count > buckets.room {
                buckets.arrivals = buckets.arrivals.filter { $0.value > now }
                buckets.room = max(4_096, 2 * buckets.arrivals.count)
            }
            return nil
        }
    }

    var count: Int { buckets.withLock(\.arrivals.count) }
}
