/// Makes words, tables and charts of the counts.
struct StatisticsBuilder: Sendable, Localized {
    let views: Views
    let language: Language
    let period: DailyCount.Period
    /// The parts of the period, oldest first.
    let parts: [ClosedRange<SeoulDay>]

    init(_ period: DailyCount.Period, endingAt today: SeoulDay, views: Views, _ language: Language) {
        (self.views, self.language, self.period) = (views, language, period)
        parts = period.parts(endingAt: today)
    }

    var days: ClosedRange<SeoulDay> {
        guard let first = parts.first, let last = parts.last else { preconditionFailure("a period has days") }
        return first.lowerBound...last.upperBound
    }

    /// All days of the period and of the one before it, with which it is compared.
    var daysWithBefore: ClosedRange<SeoulDay> { period.before(days).lowerBound...days.upperBound }

    func page(_ counts: DailyCounts, _ searches: [EmptySearch]) -> StatisticsPage {
        StatisticsPage(
            period: period,
            days: days,
            periods: DailyCount.Period.allCases.map { each in
                StatisticsPage.PeriodLink(
                    days: each.rawValue,
                    label: text("admin.statistics.last-\(each.rawValue)"),
                    isCurrent: each == period
                )
            },
            figures: DailyCount.Metric.allCases.map { figure($0, counts) },
            emptySearches: searches
        )
    }

    /// A row for each day, even where the page groups them by month.
    func csv(_ counts: DailyCounts) -> [UInt8] {
        let metrics = DailyCount.Metric.allCases
        var writer = CSVWriter(header: [text("admin.statistics.day")] + metrics.map(label))
        for day in days {
            writer.append([.text(day.text)] + metrics.map { .number(String(counts.sum($0, day...day))) })
        }
        return writer.bytes
    }

    private func figure(_ metric: DailyCount.Metric, _ counts: DailyCounts) -> StatisticsPage.Figure {
        let series = parts.map { part in
            StatisticsPage.Point(days: part, count: counts.sum(metric, part), label: name(part))
        }
        let (total, before) = (counts.sum(metric, days), counts.sum(metric, period.before(days)))
        let change = before == 0 ? nil : Int((Double(total - before) * 100 / Double(before)).rounded())
        return StatisticsPage.Figure(
            metric: metric,
            label: label(metric),
            about: text("admin.statistics.about.\(metric.rawValue)"),
            total: total,
            before: before,
            change: change,
            changeText: total == before
                ? text("admin.statistics.same", ["before": .integer(before)]) : words(change, before: before),
            summary: summary(metric, series, total),
            series: series,
            chart: StatisticsChart(
                series.map(\.count),
                titles: series.map { "\($0.label): \(ValueText.grouped($0.count))" },
                // Digits only: short, and the same in every language.
                labels: parts.map {
                    String(period == .year ? $0.lowerBound.text.prefix(7) : $0.lowerBound.text.suffix(5))
                }
            )
        )
    }

    private func summary(_ metric: DailyCount.Metric, _ series: [StatisticsPage.Point], _ total: Int) -> String {
        guard total > 0, let peak = series.max(by: { $0.count < $1.count }) else {
            return text("admin.statistics.chart-empty", ["label": .text(label(metric))])
        }
        return text(
            "admin.statistics.chart-label",
            [
                "label": .text(label(metric)), "from": .text(days.lowerBound.text),
                "to": .text(days.upperBound.text), "total": .integer(total), "peak": .text(peak.label),
                "highest": .integer(peak.count),
            ]
        )
    }

    private func words(_ percent: Int?, before: Int) -> String {
        guard let percent else { return text("admin.statistics.first") }
        let sign = percent < 0 ? "−" : "+"
        return text(
            "admin.statistics.change",
            ["percent": .text("\(sign)\(ValueText.grouped(abs(percent)))"), "before": .integer(before)]
        )
    }

    private func name(_ part: ClosedRange<SeoulDay>) -> String {
        part.lowerBound.time.text(withDay: period != .year, language)
    }

    private func label(_ metric: DailyCount.Metric) -> String { text("admin.statistics.metric.\(metric.rawValue)") }
}
