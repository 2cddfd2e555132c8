import Foundation

/// The public page on moderation: monthly counts that name nobody.
struct TransparencyPage: Page {
    static let template = "audit/transparency"

    let months: [TransparencyMonth]

    static let fields: [Field<TransparencyPage>] = [
        .list("months") { $0.months }
    ]
}

struct TransparencyMonth: ViewModel {
    /// One count.
    struct Figure: ViewModel {
        let name: MonthFigures.Name
        let label: String
        let count: Int

        static let fields: [Field<Figure>] = [
            .text("name") { $0.name.rawValue }, .text("label") { $0.label }.viewOnly, .integer("count") { $0.count },
        ]
    }

    let month: CalendarMonth
    let label: String
    /// Figures other than 0.
    let figures: [Figure]
    let medianMinutes: Int?
    let median: String?

    init(_ month: CalendarMonth, _ figures: MonthFigures, _ views: Views, _ language: Language) {
        self.month = month
        label = month.label(language)
        self.figures = MonthFigures.Name.allCases.filter { figures[$0] != 0 }.map {
            Figure(name: $0, label: views.text("transparency.\($0.rawValue)", [:], language), count: figures[$0])
        }
        medianMinutes = figures.medianMinutes
        median = figures.medianMinutes.map { minutes in
            let (key, count) =
                switch minutes {
                case ..<120: ("minutes", minutes)
                case ..<2_880: ("hours", minutes / 60)
                default: ("days", minutes / 1_440)
                }
            return views.text("transparency.in-\(key)", ["count": .integer(count)], language)
        }
    }

    static let fields: [Field<TransparencyMonth>] = [
        .text("month") { $0.month.text },
        .text("label") { $0.label }.viewOnly,
        .list("figures") { $0.figures },
        .integer("medianMinutes") { $0.medianMinutes },
        .text("median") { $0.median }.viewOnly,
    ]
}
