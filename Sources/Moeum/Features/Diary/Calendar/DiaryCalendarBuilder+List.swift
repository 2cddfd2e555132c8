import Foundation

extension DiaryCalendarBuilder {
    /// The days of a month.
    func list(_ month: DiaryMonth, _ transaction: Transaction) throws -> DiaryListPage {
        let days = try transaction.diaryDays(of: account, from: month.first.text, through: month.last.text)
        let views = days.days.map { presenter.day($0, days) }
        let earlier = try transaction.diaryDayNames(of: account, before: month.first.text, at: nil, limit: 1).first
            .flatMap { DiaryMonth(String($0.prefix(7))) }
        return DiaryListPage(
            frame: frame(month, isList: true),
            days: views,
            next: earlier.map { "\($0.path)?view=list" },
            nextText: earlier.map { text("diary.days-of", ["month": .text(monthText($0, beside: month))]) },
            subject: nil,
            weatherCredits: credits(views)
        )
    }

    /// `10월`, with the year where it is not the same.
    private func monthText(_ month: DiaryMonth, beside other: DiaryMonth) -> String {
        month.year == other.year ? text("month.\(month.first.time.month)") : month.label(language)
    }

    /// All days at a place.
    /// - Parameters:
    ///   - before: only days before this one.
    ///   - month: of the address.
    func list(
        at place: Place.ID,
        before: String?,
        from month: DiaryMonth,
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
            weatherCredits: credits(views)
        )
    }
}
