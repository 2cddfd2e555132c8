import Foundation

/// Formats entries and visits for lists and calendars.
struct DiaryPresenter: Sendable, Localized {
    let views: Views
    let language: Language
    let places: PlacePresenter
    let map: SeoulMap
    let today: String

    init(_ app: App, _ language: Language) {
        let now = SeoulTime(app.clock())
        (views, self.language, map) = (app.views, language, app.map)
        places = PlacePresenter(app, language, now: now)
        today = now.isoDay
    }

    /// `11월 14일 토요일`.
    func dayText(_ day: String) -> String { SeoulTime.fullText(forDay: day, withYear: false, language) ?? day }

    /// `2025년 11월 14일 금요일`.
    func fullDayText(_ day: String) -> String { SeoulTime.fullText(forDay: day, language) ?? day }

    /// Such as `토요일`; empty for a text that is no day.
    func weekdayText(_ day: String) -> String { SeoulDay(day).map { text("day.\($0.time.weekday)") } ?? "" }

    func entry(_ item: DiaryItem) -> DiaryItemView { DiaryItemView(item: item, words: self) }

    func visit(_ visit: DiaryVisit) -> DiaryVisitView { DiaryVisitView(visit: visit, words: self) }

    func day(_ day: String, _ days: DiaryDays) -> DiaryDayView {
        DiaryDayView(
            day: day,
            entries: (days.items[day] ?? []).map(entry),
            visits: (days.visits[day] ?? []).map(visit),
            words: self
        )
    }

    func place(_ mention: PlaceMention) -> DiaryPlace {
        let dong = mention.dong.map { map.dongName($0, in: mention.district, language) }
        let district = mention.district.isEmpty ? nil : places.districtName(mention.district)
        return DiaryPlace(
            id: mention.kind == nil ? nil : mention.place,
            name: mention.name,
            kind: mention.kind,
            whereText: language.area(district, dong),
            isClosed: mention.isClosed
        )
    }
}

/// An entry on a list.
struct DiaryItemView: ViewModel {
    let item: DiaryItem
    let words: DiaryPresenter

    var title: String { item.title.isEmpty ? words.text("diary.photos-only") : item.title }
    var place: DiaryPlace? { item.mention.map(words.place) }
    var weather: WeatherView? { words.weatherView(item.weather) }
    /// The beginning of what follows the title.
    private var clip: String { DiaryText.withoutTitle(item.beginning) }

    static let fields: [Field<DiaryItemView>] = [
        .text("id") { String($0.item.id) },
        .text("title") { $0.title },
        .object("place") { $0.place },
        .integer("photos") { $0.item.photoCount },
        .flag("isHangul") { Romanization.hasHangul($0.title + $0.clip) }.viewOnly,
        .text("clip") { $0.clip }.viewOnly,
        .text("itemDayText") { $0.words.fullDayText($0.item.day) }.viewOnly,
        .text("firstPicture") { $0.item.photos.first?.files.path(.small) }.viewOnly,
        .list("pictures") { $0.item.photos }.viewOnly,
        .integer("morePhotos") { max(0, $0.item.photoCount - 3) }.viewOnly,
    ]
}

/// A visit on a list, with a way to write about it.
struct DiaryVisitView: ViewModel {
    let visit: DiaryVisit
    let words: DiaryPresenter

    var place: DiaryPlace { words.place(visit.mention) }

    static let fields: [Field<DiaryVisitView>] = [
        .text("id") { String($0.visit.visit.id) },
        .object("place") { $0.place },
        .text("onText") { $0.words.fullDayText($0.visit.visit.on) }.viewOnly,
        .text("writeHref") { view in
            "/diary/entries/new?on=\(view.visit.visit.on)&place_id=\(view.visit.visit.place)"
        }.viewOnly,
        .text("cardHref") { "/visits/\($0.visit.visit.id)/card" }.viewOnly,
        .text("deleteAction") { "/visits/\($0.visit.visit.id)/delete" }.viewOnly,
    ]
}

/// What one day holds.
struct DiaryDayView: ViewModel {
    let day: String
    let entries: [DiaryItemView]
    let visits: [DiaryVisitView]
    let words: DiaryPresenter

    var weather: WeatherView? { entries.lazy.compactMap(\.weather).first { $0.weather.kind != nil } }
    private var weekday: Int { SeoulDay(day)?.time.weekday ?? 1 }

    /// `11.14`.
    static func dateText(_ day: String) -> String {
        day.dropFirst(5).split(separator: "-").map { String(Int($0) ?? 0) }.joined(separator: ".")
    }

    static let fields: [Field<DiaryDayView>] = [
        .text("day") { $0.day },
        .object("weather") { $0.weather },
        .list("entries") { $0.entries },
        .list("visits") { $0.visits },
        .text("dayText") { $0.words.dayText($0.day) }.viewOnly,
        .text("dateText") { dateText($0.day) }.viewOnly,
        .integer("dayNumber") { Int($0.day.suffix(2)) }.viewOnly,
        .text("weekdayText") { $0.words.weekdayText($0.day) }.viewOnly,
        .text("year") { String($0.day.prefix(4)) }.viewOnly,
        .text("dayHref") { "/diary/\($0.day.prefix(7))?day=\($0.day)" }.viewOnly,
        .flag("isSunday") { $0.weekday == 7 }.viewOnly,
        .flag("isSaturday") { $0.weekday == 6 }.viewOnly,
        .flag("isEmpty") { $0.entries.isEmpty && $0.visits.isEmpty }.viewOnly,
    ]
}
