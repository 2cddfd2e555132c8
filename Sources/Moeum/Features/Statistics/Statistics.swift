import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import Synchronization

/// Counts requests in memory and adds the counts to the database every few seconds; those of several processes add up.
final class Statistics: Service {
    /// Counts that are not in the database yet.
    private struct Pending {
        var counts: [Key: Int] = [:]
        var words: [Words: Int] = [:]

        struct Key: Hashable {
            let metric: DailyCount.Metric
            let day: SeoulDay

            var order: (SeoulDay, String) { (day, metric.rawValue) }
        }

        struct Words: Hashable {
            let day: SeoulDay
            let text: String

            var order: (SeoulDay, String) { (day, text) }
        }

        var isEmpty: Bool { counts.isEmpty && words.isEmpty }

        mutating func merge(_ other: Pending) {
            counts.merge(other.counts, uniquingKeysWith: +)
            words.merge(other.words, uniquingKeysWith: +)
        }
    }

    let traffic: Traffic
    private let database: any Database
    private let logger: Logger
    private let clock: @Sendable () -> Date
    private let pending = Mutex(Pending())

    init(config: Config, database: any Database, logger: Logger, clock: @escaping @Sendable () -> Date) {
        traffic = Traffic(origin: config.baseURL, clock: clock)
        (self.database, self.logger, self.clock) = (database, logger, clock)
    }

    /// Counts a search without results, once for all of its pages. Its words are kept only where there was no other filter.
    func recordEmptySearch(_ query: PlaceQuery, _ request: Request) {
        guard let typed = query.text, query.after == nil, !Traffic.isRobot(request.headers[.userAgent]) else { return }
        let day = SeoulDay(clock())
        var plain = PlaceQuery()
        (plain.text, plain.sort, plain.isMapView) = (query.text, query.sort, query.isMapView)
        let words = query == plain ? EmptySearch.normalized(typed) : nil
        pending.withLock { pending in
            pending.counts[Pending.Key(metric: .emptySearches, day: day), default: 0] += 1
            guard let words else { return }
            let key = Pending.Words(day: day, text: words)
            if pending.words[key] == nil, pending.words.count >= EmptySearch.maxPerDay { return }
            pending.words[key, default: 0] += 1
        }
    }

    /// Adds the counts to the database; where that fails they are kept for the next time.
    func save() async throws {
        let taken = drain()
        if taken.isEmpty { return }
        do {
            try await database.write { transaction in
                // In a fixed order, so that two processes do not wait for each other's rows.
                for (key, count) in taken.counts.sorted(by: { $0.key.order < $1.key.order }) {
                    try transaction.addDailyCount(DailyCount(metric: key.metric, day: key.day, count: count))
                }
                for (key, count) in taken.words.sorted(by: { $0.key.order < $1.key.order }) {
                    try transaction.addEmptySearch(key.text, on: key.day, count: count)
                }
            }
        } catch {
            pending.withLock { $0.merge(taken) }
            throw error
        }
    }

    private func drain() -> Pending {
        var taken = pending.withLock { pending in
            defer { pending = Pending() }
            return pending
        }
        for (day, tally) in traffic.drain() {
            for (metric, count) in [(DailyCount.Metric.views, tally.views), (.visits, tally.visits)] where count > 0 {
                taken.counts[Pending.Key(metric: metric, day: day), default: 0] += count
            }
        }
        return taken
    }

    /// Saves every few seconds, and once more at the end, after the server's last answer.
    func run() async throws {
        try await BackgroundLoop(name: "statistics", interval: .seconds(10), logger: logger) { try await self.save() }
            .run()
        do { try await save() } catch {
            logger.error("statistics are lost", metadata: ["error": .string("\(error)")])
        }
    }
}
