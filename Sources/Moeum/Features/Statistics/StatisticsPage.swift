/// The site's statistics over a period.
struct StatisticsPage: Page {
    static let template = "administration/statistics"

    /// A link to a period.
    struct PeriodLink: ViewModel {
        let days: Int
        let label: String
        let isCurrent: Bool

        static let fields: [Field<PeriodLink>] = [
            .integer("days") { $0.days }, .text("label") { $0.label }.viewOnly,
            .text("href") { "/admin/statistics?days=\($0.days)" }, .flag("isCurrent") { $0.isCurrent },
        ]
    }

    /// A part of the period: a day, or a month.
    struct Point: ViewModel {
        let days: ClosedRange<SeoulDay>
        let count: Int
        let label: String

        static let fields: [Field<Point>] = [
            .text("from") { $0.days.lowerBound.text }, .text("to") { $0.days.upperBound.text },
            .integer("number") { $0.count }, .text("label") { $0.label }.viewOnly,
        ]
    }

    /// One count over the period.
    struct Figure: ViewModel {
        let metric: DailyCount.Metric
        let label: String
        let about: String
        let total: Int
        let before: Int
        /// In percent; nil where the period before has none.
        let change: Int?
        let changeText: String
        let summary: String
        let series: [Point]
        let chart: StatisticsChart

        static let fields: [Field<Figure>] = [
            .text("metric") { $0.metric.rawValue }, .text("label") { $0.label }, .text("about") { $0.about }.viewOnly,
            .integer("total") { $0.total }, .integer("before") { $0.before }, .integer("change") { $0.change },
            .text("changeText") { $0.changeText }.viewOnly, .text("summary") { $0.summary }.viewOnly,
            .list("series") { $0.series }, .object("chart") { $0.chart }.viewOnly,
        ]
    }

    let period: DailyCount.Period
    let days: ClosedRange<SeoulDay>
    let periods: [PeriodLink]
    let figures: [Figure]
    let emptySearches: [EmptySearch]

    static let fields: [Field<StatisticsPage>] = [
        .integer("days") { $0.period.rawValue },
        .text("from") { $0.days.lowerBound.text },
        .text("to") { $0.days.upperBound.text },
        .list("periods") { $0.periods },
        .list("figures") { $0.figures },
        .list("emptySearches") { $0.emptySearches },
        .integer("keptDays") { _ in EmptySearch.keptDays },
        .text("csv") { "/admin/statistics?days=\($0.period.rawValue)&format=csv" },
    ]
}
