import Foundation

/// Makes the pages of months, years and days.
struct DiaryCalendarBuilder: Sendable, Localized {
    let presenter: DiaryPresenter
    let account: Account.ID
    let today: SeoulDay
    private let planner: CardPlanner

    var views: Views { presenter.views }
    var language: Language { presenter.language }

    init(app: App, language: Language, account: Account.ID) {
        presenter = DiaryPresenter(app, language)
        today = SeoulDay(app.clock())
        self.account = account
        planner = CardPlanner(app, language)
    }

    // MARK: A month

    /// - Parameter chosen: the day that the page tells of; nil for the latest with something in it.
    func month(_ month: CalendarMonth, chosen: SeoulDay?, _ transaction: Transaction) throws -> DiaryMonthPage {
        let preferences = try transaction.diaryPreferences(of: account)
        let weeks = month.weeks(from: preferences.weekStart)
        let days = try transaction.diaryDays(of: account, from: month.first.text, through: month.last.text)
        let views = days.days.reversed().map { presenter.day($0, days) }
        let byDay = Dictionary(uniqueKeysWithValues: views.map { ($0.day, $0) })
        let shown =
            chosen ?? (month.days.contains(today) ? today : views.last.flatMap { SeoulDay($0.day) } ?? month.first)
        return DiaryMonthPage(
            frame: frame(month, isList: false),
            month: month,
            days: views,
            weeks: weeks.map { week in
                DiaryWeek(
                    days: week.map { day in
                        DiaryCell(
                            day: day,
                            isOutside: !month.days.contains(day),
                            isComing: day > today,
                            isToday: day == today,
                            isChosen: day == shown,
                            label: label(day, byDay[day.text]),
                            dayView: byDay[day.text]
                        )
                    }
                )
            },
            weekdays: weeks[0].map(\.time.weekday).map {
                DiaryWeekday(name: text("day.\($0)"), short: text("weekday-short.\($0)"), weekday: $0)
            },
            chosen: presenter.day(shown.text, days),
            totals: totals(views),
            memories: preferences.recalls
                ? try memories(of: month.days.contains(today) ? today : shown, transaction) : [],
            year: try year(month.year, current: month, transaction),
            preferences: preferences,
            weatherAttributions: attributions(views)
        )
    }

    /// Of the weather that these days show.
    func attributions(_ days: [DiaryDayView]) -> [WeatherAttribution] {
        WeatherAttribution.all(of: days.flatMap(\.entries).map(\.item.weather))
    }

    /// - Parameter place: of a list of all days at one place, which has no months beside it.
    func frame(_ month: CalendarMonth, isList: Bool, at place: Place? = nil) -> DiaryFrame {
        DiaryFrame(
            title: place.map { text("diary.days-at", ["name": .text(presenter.places.label($0.name))]) }
                ?? month.label(language),
            month: month,
            today: today,
            isList: isList,
            isOfPlace: place != nil,
            language: language,
            account: account
        )
    }

    /// `11월 14일 토요일, 비, 한결설렁탕 외 2곳, 일기 2편`.
    private func label(_ day: SeoulDay, _ dayView: DiaryDayView?) -> String {
        var parts = [presenter.dayText(day.text)]
        if let kind = dayView?.weather?.weather.kind { parts.append(text("weather.\(kind.rawValue)")) }
        if let dayView {
            let names = (dayView.entries.compactMap(\.place) + dayView.visits.map(\.place)).map {
                presenter.places.label($0.name)
            }
            if let name = names.first {
                let more: [String: FieldValue] = ["name": .text(name), "count": .integer(names.count - 1)]
                parts.append(names.count == 1 ? name : text("diary.label-places", more))
            }
            if !dayView.entries.isEmpty {
                parts.append(text("diary.label-entries", ["count": .integer(dayView.entries.count)]))
            }
        } else {
            parts.append(text("diary.label-empty"))
        }
        if day == today { parts.append(text("diary.label-today")) }
        return parts.joined(separator: ", ")
    }

    /// `기록 10일 · 일기 9편 · 음식점 7곳 · 서점 3곳`.
    private func totals(_ days: [DiaryDayView]) -> String {
        let entries = days.reduce(0) { $0 + $1.entries.count }
        let mentioned = days.flatMap { $0.entries.compactMap(\.place) + $0.visits.map(\.place) }
        func places(_ kind: Place.Kind) -> Int { Set(mentioned.filter { $0.kind == kind }.map(\.id)).count }
        return [
            ("diary.total-days", days.count), ("diary.total-entries", entries),
            ("diary.total-restaurants", places(.restaurant)), ("diary.total-bookshops", places(.bookshop)),
        ].filter { $0.1 > 0 }.map { text($0.0, ["count": .integer($0.1)]) }.joined(separator: " · ")
    }

    // MARK: Memories

    /// Of earlier years, at most three, the latest first. A 29 February is remembered on the 28th, in leap years on the 29th.
    private func memories(of day: SeoulDay, _ transaction: Transaction) throws -> [DiaryMemory] {
        guard let first = try transaction.firstDiaryDay(of: account).flatMap({ Int($0.prefix(4)) }) else { return [] }
        let year = day.time.year
        guard first < year else { return [] }
        var names = [String(day.text.dropFirst(4))]
        if names == ["-02-28"], !SeoulTime.isDay("\(year)-02-29") { names.append("-02-29") }
        let days = (first..<year).flatMap { year in names.map { "\(year)\($0)" } }.filter(SeoulTime.isDay)
        let found = try transaction.diaryMemories(of: account, on: days, limit: 3)
        let all: [DiaryMemory] = found.days.flatMap { name -> [DiaryMemory] in
            let years = year - (Int(name.prefix(4)) ?? year)
            let heading = text(day == today ? "diary.memory" : "diary.memory-day", ["count": .integer(years)])
            return (found.items[name] ?? []).map {
                DiaryMemory(heading: heading, entry: presenter.entry($0), visit: nil)
            }
                + (found.visits[name] ?? []).map {
                    DiaryMemory(heading: heading, entry: nil, visit: presenter.visit($0))
                }
        }
        return Array(all.prefix(3))
    }

    // MARK: Lists

    /// The days of a month.
    func list(_ month: CalendarMonth, _ transaction: Transaction) throws -> DiaryListPage {
        let days = try transaction.diaryDays(of: account, from: month.first.text, through: month.last.text)
        let views = days.days.map { presenter.day($0, days) }
        let earlier = try transaction.diaryDayNames(of: account, before: month.first.text, at: nil, limit: 1).first
            .flatMap { CalendarMonth(String($0.prefix(7))) }
        return DiaryListPage(
            frame: frame(month, isList: true),
            days: views,
            next: earlier.map { "\($0.path)?view=list" },
            nextText: earlier.map { text("diary.days-of", ["month": .text(monthText($0, beside: month))]) },
            subject: nil,
            weatherAttributions: attributions(views)
        )
    }

    /// `10월`, with the year where it is not the same.
    private func monthText(_ month: CalendarMonth, beside other: CalendarMonth) -> String {
        month.year == other.year ? text("month.\(month.first.time.month)") : month.label(language)
    }

    /// All days at a place.
    /// - Parameters:
    ///   - before: only days before this one.
    ///   - month: of the address.
    func list(
        at place: Place.ID,
        before: String?,
        from month: CalendarMonth,
        _ transaction: Transaction
    ) throws -> DiaryListPage {
        guard let subject = try transaction.place(place) else { throw Problem.notFound }
        let (bound, limit) = (before ?? month.next.first.text, DiaryListPage.pageSize)
        var names = try transaction.diaryDayNames(of: account, before: bound, at: place, limit: limit + 1)
        let hasMore = names.count > limit
        if hasMore { names.removeLast() }
        var days = DiaryDays([], [])
        if let last = names.first, let first = names.last {
            days = try transaction.diaryDays(of: account, from: first, through: last, at: place)
        }
        let views = names.map { presenter.day($0, days) }
        return DiaryListPage(
            frame: frame(month, isList: true, at: subject),
            days: views,
            next: hasMore ? names.last.map { "\(month.path)?view=list&place=\(place)&after=\($0)" } : nil,
            nextText: text("diary.earlier"),
            subject: subject,
            weatherAttributions: attributions(views)
        )
    }

    // MARK: A year

    func yearPage(_ year: Int, _ transaction: Transaction) throws -> DiaryYearPage {
        let strip = try self.year(String(year), current: nil, transaction)
        let first = try transaction.firstDiaryDay(of: account).flatMap { Int($0.prefix(4)) } ?? year
        return DiaryYearPage(
            account: account,
            strip: strip,
            previous: year > first ? "/diary/\(year - 1)" : nil,
            next: year < today.time.year ? "/diary/\(year + 1)" : nil,
            review: try transaction.yearReview(year, of: account).map { planner.view(of: $0) }
        )
    }

    private func year(_ year: String, current: CalendarMonth?, _ transaction: Transaction) throws -> DiaryYear {
        let counts = try transaction.diaryCounts(of: account, year: year)
        let months = (1...12).compactMap { CalendarMonth("\(year)-\($0 < 10 ? "0" : "")\($0)") }
        return DiaryYear(
            year: year,
            cells: months.first.map { cells(from: $0.first, counts) } ?? [],
            months: months.map { month in
                let days = counts.keys.count { $0.hasPrefix(month.text) }
                return DiaryYear.Month(
                    month: month,
                    name: text("month.\(month.first.time.month)"),
                    count: days,
                    level: min(5, (days + 5) / 6),
                    isCurrent: month == current,
                    isComing: month.first > today
                )
            },
            total: counts.count,
            isAlone: current == nil
        )
    }

    /// Weeks are columns that begin with Sunday.
    private func cells(from first: SeoulDay, _ counts: [String: Int]) -> [DiaryYear.Cell] {
        let offset = first.time.weekday % 7
        let year = first.time.year
        return (0..<366).map { first.advanced(by: $0) }.filter { $0.time.year == year }.map { day in
            DiaryYear.Cell(
                day: day,
                today: today,
                level: min(5, counts[day.text] ?? 0),
                position: offset + first.distance(to: day)
            )
        }
    }
}
