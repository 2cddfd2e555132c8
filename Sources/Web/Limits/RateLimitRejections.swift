import Synchronization

/// How often each rate limit has refused somebody, since the process began.
package final class RateLimitRejections: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    package init() {}

    func record(_ limit: String) { counts.withLock { $0[limit, default: 0] += 1 } }

    /// By the limits' names.
    package var byName: [String: Int] { counts.withLock { $0 } }
}
