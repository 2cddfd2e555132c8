/// A daily count of the site's statistics.
struct DailyCount: Sendable {
    enum Metric: String, Sendable, CaseIterable {
        /// Visits that came from elsewhere.
        case visits
        case views
        /// Accounts verified that day that still exist.
        case signUps = "sign-ups"
        /// Reviews written that day that still exist; hidden ones too.
        case reviews
        case emptySearches = "empty-searches"
    }

    /// The period of the page.
    enum Period: Int, Sendable, CaseIterable {
        case week = 7
        case month = 30
        case quarter = 90
        /// This month and the eleven before it.
        case year = 365

        static let standard = Period.month

        /// The parts of the period up to today, oldest first: days, or months.
        func parts(endingAt today: SeoulDay) -> [ClosedRange<SeoulDay>] {
            guard self == .year else {
                return (today.advanced(by: 1 - rawValue)...today).map { $0...$0 }
            }
            var parts = [today.firstOfMonth...today]
            while parts.count < 12, let first = parts.last?.lowerBound {
                let end = first.advanced(by: -1)
                parts.append(end.firstOfMonth...end)
            }
            return parts.reversed()
        }

        /// The same number of days right before.
        func before(_ days: ClosedRange<SeoulDay>) -> ClosedRange<SeoulDay> {
            days.lowerBound.advanced(by: -days.count)...days.lowerBound.advanced(by: -1)
        }
    }

    let metric: Metric
    let day: SeoulDay
    let count: Int
}

/// Counts by metric and day.
struct DailyCounts: Sendable {
    private var counts: [DailyCount.Metric: [SeoulDay: Int]] = [:]

    mutating func add(_ count: DailyCount) { counts[count.metric, default: [:]][count.day, default: 0] += count.count }

    func sum(_ metric: DailyCount.Metric, _ days: ClosedRange<SeoulDay>) -> Int {
        guard let counts = counts[metric] else { return 0 }
        return days.reduce(0) { $0 + (counts[$1] ?? 0) }
    }
}
