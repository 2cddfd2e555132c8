import Synchronization

/// Rate limits that each process counts for itself, in memory: for what is asked so often that a row for each would cost more
/// than it guards.
final class LocalRateLimiter: Sendable {
    private struct Buckets {
        /// When each is empty again, in milliseconds.
        var arrivals: [String: Int64] = [:]
        /// How many there may be before full ones are let go.
        var room = 4_096
    }

    private let buckets = Mutex(Buckets())

    /// Takes one from each bucket, or from none of them.
    /// - Returns: seconds to wait for the first that is empty.
    func consume(_ several: [(limit: RateLimit?, subject: String)], at now: Int64) -> Int? {
        let wanted = several.compactMap { bucket in bucket.limit.map { ($0, "\($0.name) \(bucket.subject)") } }
        return buckets.withLock { buckets in
            for (limit, key) in wanted {
                guard let arrival = buckets.arrivals[key], arrival > now + limit.tolerance else { continue }
                limit.refusals?.note(limit.name)
                return limit.seconds(until: arrival, from: now)
            }
            for (limit, key) in wanted {
                buckets.arrivals[key] = max(buckets.arrivals[key] ?? now, now) + limit.interval
            }
            if buckets.arrivals.count > buckets.room {
                buckets.arrivals = buckets.arrivals.filter { $0.value > now }
                buckets.room = max(4_096, 2 * buckets.arrivals.count)
            }
            return nil
        }
    }

    /// How many subjects are remembered.
    var count: Int { buckets.withLock(\.arrivals.count) }
}
