import Foundation
import Synchronization

/// A rate limit: so many at once, then one each interval.
///
/// The generic cell rate algorithm (ITU-T I.371): for each subject, one time is kept, at which its bucket is empty again.
package struct RateLimit: Sendable, Equatable {
    /// The name of the limit, which begins the keys of its rows.
    package private(set) var name: String
    package private(set) var burst: Int
    /// In milliseconds.
    package private(set) var interval: Int64
    let rejections: RateLimitRejections?

    package init(
        _ name: String,
        atOnce burst: Int,
        thenOneEach interval: Duration,
        rejections: RateLimitRejections? = nil
    ) {
        (self.name, self.burst, self.rejections) = (name, burst, rejections)
        self.interval = interval.components.seconds * 1_000
    }

    package static func == (one: RateLimit, other: RateLimit) -> Bool {
        (one.name, one.burst, one.interval) == (other.name, other.burst, other.interval)
    }

    /// The limit for a whole IPv6 site, in which as many people may live as share an IPv4 address.
    var ofSite: RateLimit {
        var site = self
        site.name += "-site"
        site.burst *= Self.networksOfSite
        site.interval /= Int64(Self.networksOfSite)
        return site
    }

    /// So many networks of a site can use up their limits at the same time.
    private static let networksOfSite = 16

    /// How far ahead of the clock a bucket may be and still accept one more.
    package var tolerance: Int64 { interval * Int64(burst - 1) }

    /// The key for an account, a mail address or a network. Hashed, so that the table names nobody.
    package func key(for subject: String) -> String {
        let digest = SHA256.digest(of: "\(name)\n\(subject)")
        return "\(name):\(Hexadecimal.text(digest.prefix(16)))"
    }

    /// A wait as pages show it: in whole minutes, rounded up.
    package static func minutes(_ seconds: Int) -> Int { (seconds + 59) / 60 }

    /// Until a bucket accepts one more, in whole seconds and at least one.
    package func seconds(until arrival: Int64, from now: Int64) -> Int {
        Int(max(1, (arrival - tolerance - now + 999) / 1_000))
    }
}

/// The rate limits, or none where they are switched off (`MOEUM_LIMITS`). Each feature declares its own in an extension.
package struct RateLimits: Sendable {
    package let areOn: Bool
    package let rejections = RateLimitRejections()

    package init(areOn: Bool) { self.areOn = areOn }

    package func limit(_ name: String, atOnce burst: Int, thenOneEach interval: Duration) -> RateLimit? {
        areOn ? RateLimit(name, atOnce: burst, thenOneEach: interval, rejections: rejections) : nil
    }
}

/// How often each rate limit has refused somebody, since the process began.
package final class RateLimitRejections: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    package init() {}

    func record(_ limit: String) { counts.withLock { $0[limit, default: 0] += 1 } }

    package var byName: [String: Int] { counts.withLock { $0 } }
}
