import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// Counts the pages that browsers show, and how often somebody came in from elsewhere. Of who it was nothing is kept: no
/// cookie is set, and no address looked at.
package final class Traffic: Sendable {
    /// Of one day.
    package struct Tally: Equatable {
        package var views = 0
        package var visits = 0

        package init(views: Int = 0, visits: Int = 0) {
            self.views = views
            self.visits = visits
        }
    }

    private let origin: String
    private let clock: @Sendable () -> Date
    private let tallies = Mutex<[SeoulDay: Tally]>([:])

    /// - Parameter origin: this site's own address, such as `https://moeum.example`.
    package init(origin: String, clock: @escaping @Sendable () -> Date) {
        self.origin = origin
        self.clock = clock
    }

    /// Counts one answer where it is a page that a browser shows: also one that it had already and that is still the same.
    package func note(_ request: Request, _ response: Response) {
        guard request.method == .get, response.status == .ok || response.status == .notModified,
            response.headers[.contentType]?.hasPrefix("text/html") == true, Self.isShown(request),
            !request.uri.path.hasPrefix("/admin"), !Self.isRobot(request.headers[.userAgent])
        else { return }
        let (day, isVisit) = (SeoulDay(clock()), isFromElsewhere(request))
        tallies.withLock { tallies in
            tallies[day, default: Tally()].views += 1
            if isVisit { tallies[day, default: Tally()].visits += 1 }
        }
    }

    /// What was counted since it was last taken.
    package func take() -> [SeoulDay: Tally] {
        tallies.withLock { tallies in
            defer { tallies = [:] }
            return tallies
        }
    }

    /// Whether it is for the eyes: no part for a script, nothing fetched in case it is wanted.
    private static func isShown(_ request: Request) -> Bool {
        request.headers[.fragment] == nil && request.headers[.secPurpose] == nil
            && request.headers[.secFetchDest].map { $0 == "document" } ?? true
    }

    /// Browsers say `same-origin` of a link of this site's; older ones say where it was.
    private func isFromElsewhere(_ request: Request) -> Bool {
        if request.headers[.secFetchSite] == "same-origin" { return false }
        guard let referrer = request.headers[.referer] else { return true }
        let own = [origin, "http://\(request.head.authority ?? "-")", "https://\(request.head.authority ?? "-")"]
        return !own.contains { referrer == $0 || referrer.hasPrefix("\($0)/") }
    }

    /// Whether a program says of itself that it is none that people read with.
    package static func isRobot(_ agent: String?) -> Bool {
        guard var agent, agent.hasPrefix("Mozilla/") else { return true }
        // Byte by byte: this is asked for every page, and what strings offer takes a hundred times as long.
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

    /// What robots call themselves; most name an address where they say more.
    private static let robots: [StaticString] = [
        "bot", "crawl", "spider", "slurp", "scrap", "preview", "monitor", "+http",
    ]
}

extension HTTPField.Name {
    private static func named(_ name: String) -> HTTPField.Name {
        // Every name here is a literal token, so the initialiser cannot refuse it.
        HTTPField.Name(name) ?? .server
    }

    package static let secFetchDest = named("Sec-Fetch-Dest")
}
