/// A bar chart drawn by the server in a box of 300 by 150 units, which the page scales.
struct StatisticsChart: ViewModel {
    /// One part of the period.
    struct Bar: ViewModel {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        /// The tooltip.
        let title: String

        static let fields: [Field<Bar>] = [
            .decimal("x") { $0.x }, .decimal("y") { $0.y }, .decimal("width") { $0.width },
            .decimal("height") { $0.height }, .text("title") { $0.title },
        ]
    }

    /// A grid line with its number.
    struct Line: ViewModel {
        let y: Double
        let label: String

        static let fields: [Field<Line>] = [
            .decimal("y") { $0.y }, .decimal("textY") { $0.y + 4 }, .text("label") { $0.label },
        ]
    }

    private static let (left, right, top, bottom) = (42.0, 298.0, 10.0, 126.0)

    let bars: [Bar]
    let lines: [Line]
    let firstLabel: String
    let middleLabel: String
    let lastLabel: String

    /// - Parameters:
    ///   - values: oldest first.
    ///   - titles: of each value.
    ///   - labels: short, of each value; the first, the middle and the last are drawn.
    init(_ values: [Int], titles: [String], labels: [String]) {
        let step = Self.step(values.max() ?? 0)
        let highest = step * max(1, ((values.max() ?? 0) + step - 1) / step)
        let slot = (Self.right - Self.left) / Double(max(1, values.count))
        func y(_ value: Int) -> Double {
            Self.rounded(Self.bottom - (Self.bottom - Self.top) * Double(value) / Double(highest))
        }
        bars = zip(values, titles).enumerated().map { index, bar in
            Bar(
                x: Self.rounded(Self.left + slot * (Double(index) + 0.14)),
                y: y(bar.0),
                width: Self.rounded(slot * 0.72),
                height: Self.rounded(Self.bottom - y(bar.0)),
                title: bar.1
            )
        }
        lines = stride(from: 0, through: highest, by: step).map { Line(y: y($0), label: Self.short($0)) }
        firstLabel = labels.first ?? ""
        middleLabel = labels.count > 2 ? labels[labels.count / 2] : ""
        lastLabel = labels.count > 1 ? labels.last ?? "" : ""
    }

    /// The distance of grid lines: a round number that fits into the highest value four times at most.
    static func step(_ highest: Int) -> Int {
        var unit = 1
        while true {
            for factor in [1, 2, 5] where highest <= unit * factor * 4 { return unit * factor }
            unit *= 10
        }
    }

    /// A short form of a number, to fit beside its grid line.
    private static func short(_ number: Int) -> String {
        if number >= 1_000_000 { return "\(ValueText.oneDecimal(Double(number) / 1_000_000))M" }
        return number >= 10_000 ? "\(number / 1_000)k" : ValueText.grouped(number)
    }

    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }

    static let fields: [Field<StatisticsChart>] = [
        .list("bars") { $0.bars }, .list("lines") { $0.lines }, .text("firstLabel") { $0.firstLabel },
        .text("middleLabel") { $0.middleLabel }, .text("lastLabel") { $0.lastLabel },
    ]
}
