import Foundation

/// A month as a calendar, with what one day of it holds.
struct DiaryMonthPage: Page {
    static let template = "diary/month"

    let frame: DiaryFrame
    let month: CalendarMonth
    let days: [DiaryDayView]
    let weeks: [DiaryWeek]
    let weekdays: [DiaryWeekday]
    let chosen: DiaryDayView?
    let totals: String
    let memories: [DiaryMemory]
    let year: DiaryYear
    let preferences: DiaryPreferences
    let weatherAttributions: [WeatherAttribution]

    static let fields: [Field<DiaryMonthPage>] = [
        .text("month") { $0.month.text },
        .list("days") { $0.days },
        .list("memories") { $0.memories },
        .list("year") { $0.year.months },
        .object("frame") { $0.frame }.viewOnly,
        .list("weeks") { $0.weeks }.viewOnly,
        .list("weekdays") { $0.weekdays }.viewOnly,
        .object("chosen") { $0.chosen }.viewOnly,
        .text("totals") { $0.totals }.viewOnly,
        .integer("count") { $0.days.count }.viewOnly,
        .object("strip") { $0.year }.viewOnly,
        .flag("isMondayFirst") { $0.preferences.weekStart == .monday }.viewOnly,
        .flag("recalls") { $0.preferences.recalls }.viewOnly,
        .list("weatherCredits") { $0.weatherAttributions }.viewOnly,
    ]
}

/// The head of the calendar and the list: the month, its neighbours, the views.
struct DiaryFrame: ViewModel {
    let title: String
    let month: CalendarMonth
    let today: SeoulDay
    let isList: Bool
    /// Whether it is of all days at one place, which have no months beside them.
    let isOfPlace: Bool
    let language: Language
    let account: Account.ID

    private var view: String { isList ? "?view=list" : "" }
    private var isFirst: Bool { month.previous.first.text < Visit.earliestDay }

    static let fields: [Field<DiaryFrame>] = [
        .text("monthText") { $0.title },
        .text("previousHref") { $0.isFirst || $0.isOfPlace ? nil : $0.month.previous.path + $0.view },
        .text("previousText") { $0.month.previous.label($0.language) },
        .text("nextHref") { $0.month.days.contains($0.today) || $0.isOfPlace ? nil : $0.month.next.path + $0.view },
        .text("nextText") { $0.month.next.label($0.language) },
        .text("todayHref") { CalendarMonth(of: $0.today).path + ($0.isList ? $0.view : "?day=\($0.today.text)") },
        .text("calendarHref") { $0.month.path },
        .text("listHref") { "\($0.month.path)?view=list" },
        .flag("isList") { $0.isList },
        .text("account") { String($0.account) },
    ]
}

struct DiaryWeekday: ViewModel {
    let name: String
    let short: String
    let weekday: Int

    static let fields: [Field<DiaryWeekday>] = [
        .text("name") { $0.name }, .text("short") { $0.short }, .flag("isSunday") { $0.weekday == 7 },
        .flag("isSaturday") { $0.weekday == 6 },
    ]
}

struct DiaryWeek: ViewModel {
    let days: [DiaryCell]

    static let fields: [Field<DiaryWeek>] = [.list("cells") { $0.days }]
}

/// A day of the calendar.
struct DiaryCell: ViewModel {
    let day: SeoulDay
    let isOutside: Bool
    let isComing: Bool
    let isToday: Bool
    let isChosen: Bool
    let label: String
    let dayView: DiaryDayView?

    /// Shapes for places and words.
    private var marks: [DiaryMark] {
        let entries = (dayView?.entries ?? []).map { entry in entry.place.map { DiaryMark(kind: $0.kind) } ?? .words }
        return entries + (dayView?.visits ?? []).map { DiaryMark(kind: $0.place.kind) }
    }

    private var first: DiaryItemView? { dayView?.entries.first }
    private var pictured: DiaryItemView? { dayView?.entries.first { !$0.item.photos.isEmpty } }

    static let fields: [Field<DiaryCell>] = [
        .text("number") { String($0.day.time.day) },
        .text("date") { $0.day.text },
        .text("label") { $0.label },
        .flag("isLink") { !$0.isComing && !$0.isOutside },
        .text("cellHref") { "/diary/\($0.day.text.prefix(7))?day=\($0.day.text)#day" },
        .flag("isOutside") { $0.isOutside },
        .flag("isComing") { $0.isComing },
        .flag("isToday") { $0.isToday },
        .flag("isChosen") { $0.isChosen },
        .flag("isSunday") { $0.day.time.weekday == 7 },
        .flag("isSaturday") { $0.day.time.weekday == 6 },
        .object("weather") { $0.dayView?.weather },
        .text("cellPhoto") { $0.pictured?.item.photos.first?.files.path(.small) },
        .text("cellCaption") { cell in cell.pictured.map { $0.place?.name ?? $0.title } },
        .text("cellTitle") { cell in cell.pictured == nil ? cell.first?.title : nil },
        .flag("isHangul") { cell in cell.first.map { Romanization.hasHangul($0.title) } ?? false },
        .text("cellVisit") { cell in cell.first == nil ? cell.dayView?.visits.first?.place.name : nil },
        .list("marks") { Array($0.marks.prefix(4)) },
        .integer("moreMarks") { max(0, $0.marks.count - 4) },
    ]
}

/// The shape of a place's kind, or of words alone.
struct DiaryMark: ViewModel {
    var kind: Place.Kind?
    var isWords = false

    static let words = DiaryMark(kind: nil, isWords: true)

    static let fields: [Field<DiaryMark>] = [
        .flag("isBook") { $0.kind == .bookshop }, .flag("isWords") { $0.isWords },
    ]
}

/// What was written or noted on this day of an earlier year.
struct DiaryMemory: ViewModel {
    let heading: String
    let entry: DiaryItemView?
    let visit: DiaryVisitView?

    static let fields: [Field<DiaryMemory>] = [
        .text("heading") { $0.heading },
        .object("entry") { $0.entry },
        .object("visit") { $0.visit },
        .text("recallAction") { memory in
            memory.entry.map { "/diary/entries/\($0.item.id)/recall" }
                ?? memory.visit.map { "/visits/\($0.visit.visit.id)/recall" }
        }.viewOnly,
    ]
}
