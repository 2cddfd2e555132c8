import Foundation

/// A year on one strip: how much each day holds.
struct DiaryYear: ViewModel {
    struct Cell: ViewModel {
        let day: SeoulDay
        let today: SeoulDay
        /// From 0 to 5.
        let level: Int
        /// In days from the Sunday with which the first column begins.
        let position: Int

        static let fields: [Field<Cell>] = [
            .integer("x") { $0.position / 7 * 12 },
            .integer("y") { $0.position % 7 * 12 },
            .integer("level") { $0.level },
            .flag("isNow") { $0.day == $0.today },
            .flag("isComing") { $0.day > $0.today },
        ]
    }

    struct Month: ViewModel {
        let month: CalendarMonth
        let name: String
        /// Days with something in them.
        let count: Int
        /// From 0 to 5.
        let level: Int
        let isCurrent: Bool
        let isComing: Bool

        static let fields: [Field<Month>] = [
            .text("month") { $0.month.text },
            .integer("days") { $0.count },
            .text("name") { $0.name }.viewOnly,
            .text("monthHref") { $0.isComing ? nil : $0.month.path }.viewOnly,
            .integer("level") { $0.level }.viewOnly,
            .flag("isCurrent") { $0.isCurrent }.viewOnly,
            .integer("count") { $0.count }.viewOnly,
        ]
    }

    let year: String
    let cells: [Cell]
    let months: [Month]
    let total: Int
    let isAlone: Bool

    /// A year of an address; not found for one that nobody can have written of.
    static func number(_ text: String?, now: Date) throws -> Int {
        guard let text, text.utf8.count == 4, let year = Int(text), (1900...SeoulDay(now).time.year).contains(year)
        else {
            throw Problem.notFound
        }
        return year
    }

    static let fields: [Field<DiaryYear>] = [
        .text("yearHref") { $0.isAlone ? nil : "/diary/\($0.year)" },
        .text("year") { $0.year },
        .list("yearCells") { $0.cells },
        .list("yearMonths") { $0.months },
        .integer("count") { $0.total },
    ]
}

/// A year by itself.
struct DiaryYearPage: Page {
    static let template = "diary/year"

    let account: Account.ID
    let strip: DiaryYear
    let previous: String?
    let next: String?
    /// Nil for a year without visits.
    let review: YearReviewView?

    static let fields: [Field<DiaryYearPage>] = [
        .text("year") { $0.strip.year },
        .object("review") { $0.review },
        .integer("days") { $0.strip.total },
        .list("months") { $0.strip.months },
        .object("strip") { $0.strip }.viewOnly,
        .text("previousYear") { $0.previous }.viewOnly,
        .text("nextYear") { $0.next }.viewOnly,
        .text("account") { String($0.account) }.viewOnly,
    ]
}

/// The days of a month, or all days at a place, latest first.
struct DiaryListPage: Page {
    static let template = "diary/list"
    /// Days at a place.
    static let pageSize = 30

    let frame: DiaryFrame
    let days: [DiaryDayView]
    let next: String?
    let nextText: String?
    /// The place.
    let subject: Place?
    let weatherAttributions: [WeatherAttribution]

    static let fields: [Field<DiaryListPage>] = [
        .list("days") { $0.days },
        .text("next") { $0.next },
        .text("nextText") { $0.nextText }.viewOnly,
        .object("frame") { $0.frame }.viewOnly,
        .list("weatherCredits") { $0.weatherAttributions }.viewOnly,
        .text("subject") { $0.subject?.name }.viewOnly,
        .text("subjectHref") { page in page.subject.map { "/places/\($0.id)" } }.viewOnly,
    ]
}
