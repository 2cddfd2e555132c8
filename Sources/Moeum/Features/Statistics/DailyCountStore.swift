extension Transaction {
    /// Adds to a count, which other processes add to as well.
    func addDailyCount(_ count: DailyCount) throws {
        try execute(
            """
            INSERT INTO daily_counts (metric, day, count)
            VALUES (\(count.metric.rawValue), \(count.day.text), \(count.count))
            ON CONFLICT (metric, day) DO UPDATE SET count = daily_counts.count + excluded.count
            """
        )
    }

    /// Counts the words of an empty search, unless the day has too many different ones.
    func addEmptySearch(_ words: String, on day: SeoulDay, count: Int) throws {
        let known = try execute(
            "UPDATE empty_searches SET count = count + \(count) WHERE day = \(day.text) AND words = \(words)"
        )
        if known > 0 { return }
        let others = try first("SELECT COUNT(*) FROM empty_searches WHERE day = \(day.text)") { try $0.int(0) }
        guard (others ?? 0) < EmptySearch.maxPerDay else { return }
        try execute("INSERT INTO empty_searches (day, words, count) VALUES (\(day.text), \(words), \(count))")
    }

    /// The words searched for most often without a result.
    func emptySearches(_ days: ClosedRange<SeoulDay>, limit: Int) throws -> [EmptySearch] {
        try rows(
            """
            SELECT words, CAST(SUM(count) AS BIGINT) FROM empty_searches
            WHERE day BETWEEN \(days.lowerBound.text) AND \(days.upperBound.text)
            GROUP BY words ORDER BY 2 DESC, words LIMIT \(limit)
            """
        ).map { EmptySearch(words: try $0.string(0), count: try $0.int(1)) }
    }

    func deleteEmptySearches(before day: SeoulDay, atMost limit: Int) throws -> Int {
        let oldest = try rows(
            "SELECT day, words FROM empty_searches WHERE day < \(day.text) ORDER BY day, words LIMIT \(limit)"
        ).map { (try $0.string(0), try $0.string(1)) }
        for (day, words) in oldest {
            try execute("DELETE FROM empty_searches WHERE day = \(day) AND words = \(words)")
        }
        return oldest.count
    }

    func dailyCounts(_ days: ClosedRange<SeoulDay>) throws -> DailyCounts {
        var counts = DailyCounts()
        let byText = Dictionary(uniqueKeysWithValues: days.map { ($0.text, $0) })
        try rows(
            """
            SELECT metric, day, count FROM daily_counts
            WHERE metric IN \(list: DailyCount.Metric.allCases.map(\.rawValue))
                AND day BETWEEN \(days.lowerBound.text) AND \(days.upperBound.text) ORDER BY metric, day
            """
        ).forEach { row in
            guard let metric = DailyCount.Metric(rawValue: try row.string(0)), let day = byText[try row.string(1)]
            else { return }
            counts.add(DailyCount(metric: metric, day: day, count: try row.int(2)))
        }
        // A day in Seoul begins nine hours before that of UTC; both engines divide integers alike.
        let sources: [(DailyCount.Metric, table: SQL, time: SQL)] = [
            (.signUps, "accounts", "verified_at"), (.reviews, "reviews", "created_at"),
        ]
        for (metric, table, time) in sources {
            try rows(
                """
                SELECT (\(time) + 32400000) / 86400000, COUNT(*) FROM \(table)
                WHERE \(time) >= \(days.lowerBound.start.milliseconds)
                    AND \(time) < \(days.upperBound.advanced(by: 1).start.milliseconds)
                GROUP BY (\(time) + 32400000) / 86400000 ORDER BY 1
                """
            ).forEach { row in
                counts.add(DailyCount(metric: metric, day: SeoulDay(number: try row.int(0)), count: try row.int(1)))
            }
        }
        return counts
    }
}
