import Foundation

/// So many at once, then one each interval: how often somebody may do a thing that costs others something.
///
/// The generic cell rate algorithm (ITU-T I.371): of each subject one time is kept, that at which its bucket is empty
/// again.
package struct RateLimit: Sendable, Equatable {
    /// Of the limit, not of the subject; begins the row's key.
    package let name: String
    package let burst: Int
    /// In milliseconds.
    package let interval: Int64

    package init(_ name: String, atOnce burst: Int, thenOneEach interval: Duration) {
        self.init(name: name, burst: burst, interval: interval.components.seconds * 1_000)
    }

    private init(name: String, burst: Int, interval: Int64) {
        (self.name, self.burst, self.interval) = (name, burst, interval)
    }

    /// The same for a whole IPv6 site, in which as many people may live as take from one address of IPv4.
    var ofSite: RateLimit {
        let networks = Self.networksOfSite
        return RateLimit(name: "\(name)-site", burst: burst * networks, interval: interval / Int64(networks))
    }

    /// So many networks of a site may use up what is theirs at the same time.
    private static let networksOfSite = 16

    /// How far ahead of the clock a bucket may be and still take one more.
    package var tolerance: Int64 { interval * Int64(burst - 1) }

    /// Of an account, an address of mail or of the network. Hashed, so that the table names nobody.
    package func key(for subject: String) -> String {
        let digest = SHA256.digest(of: "\(name)\n\(subject)")
        return "\(name):\(Hexadecimal.text(digest.prefix(16)))"
    }

    /// A pause as pages say it: in whole minutes, never too few.
    package static func minutes(_ seconds: Int) -> Int { (seconds + 59) / 60 }

    /// Until a bucket takes one more, in whole seconds and at least one.
    package func seconds(until arrival: Int64, from now: Int64) -> Int {
        Int(max(1, (arrival - tolerance - now + 999) / 1_000))
    }
}
