import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// Counts pages shown by browsers, and visits that came from elsewhere. Keeps nothing about visitors: no cookie, no address.
package final class Traffic: Sendable {
    /// The counts of one day.
    package struct Counts: Equatable {
        package var views = 0
        package var visits = 0

        package init(views: Int = 0, visits: Int = 0) {
            self.views = views
            self.visits = visits
        }
    }

    private let origin: String
    private let clock: @Sendable () -> Date
    private let counts = Mutex<[SeoulDay: Counts]>([:])

    /// - Parameter origin: the site's own address, such as `https://moeum.example`.
    package init(origin: String, clock: @escaping @Sendable () -> Date) {
        self.origin = origin
        self.clock = clock
    }

    /// Counts an answer where it is a page that a browser shows, a 304 too.
    func record(_ answered: AnsweredRequest) {
        let head = answered.head
        guard head.method == .get, answered.status == 200 || answered.status == 304, answered.isPage,
            Self.isShown(head), !answered.path.begins(with: "/admin"), !Self.isRobot(head.headerFields[.userAgent])
        else { return }
        let (day, isVisit) = (SeoulDay(clock()), isFromElsewhere(head))
        counts.withLock { counts in
            counts[day, default: Counts()].views += 1
            if isVisit { counts[day, default: Counts()].visits += 1 }
        }
    }

    /// Returns the counts since the last call and resets them.
    package func drain() -> [SeoulDay: Counts] {
        counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
    }

    /// Whether a browser shows the answer: no fragment for a script, no prefetch.
    private static func isShown(_ head: HTTPRequest) -> Bool {
        head.headerFields[.fragment] == nil && head.headerFields[.secPurpose] == nil
            && head.headerFields[.secFetchDest].map { $0 == "document" } ?? true
    }

    /// Browsers send `same-origin` for a link within the site; older ones only the referrer.
    private func isFromElsewhere(_ head: HTTPRequest) -> Bool {
        if head.headerFields[.secFetchSite] == "same-origin" { return false }
        guard let referrer = head.headerFields[.referer] else { return true }
        let own = [origin, "http://\(head.authority ?? "-")", "https://\(head.authority ?? "-")"]
        return !own.contains { referrer == $0 || referrer.begins(with: "\($0)/") }
    }

    package static func isRobot(_ agent: String?) -> Bool {
        guard var agent, agent.begins(with: "Mozilla/") else { return true }
        // Byte by byte: this runs for every page, and the functions of strings take a hundred times as long.
        return agent.withUTF8 { bytes in
            robots.contains { word in
                word.withUTF8Buffer { word in
                    var start = 0
                    while start + word.count <= bytes.count {
                        var length = 0
                        while length < word.count, bytes[start + length] | 0x20 == word[length] { length += 1 }
                        if length == word.count { return true }
                        start += 1
                    }
                    return false
                }
            }
        }
    }

    /// Parts of robots' user agents; most of them contain an address.
    private static let robots: [StaticString] = [
        "bot", "crawl", "spider", "slurp", "scrap", "preview", "monitor", "+http",
    ]
}
