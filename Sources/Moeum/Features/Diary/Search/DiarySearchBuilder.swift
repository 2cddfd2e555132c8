import Foundation

/// Makes the page of what was found in a diary.
struct DiarySearchBuilder: Sendable, Localized {
    let presenter: DiaryPresenter
    let account: Account.ID
    let query: DiarySearchQuery

    var views: Views { presenter.views }
    var language: Language { presenter.language }

    func page(_ transaction: Transaction) throws -> DiarySearchPage {
        let found =
            query.isEmpty || query.isTooLong ? [] : try transaction.foundDiaryEntries(of: account, query)
        let rest = query.after.map { after in found.drop { ($0.day, $0.id) >= (after.day, after.id) } } ?? found[...]
        let shown = rest.prefix(DiarySearchQuery.pageSize)
        let terms = DiarySearchTerm.terms(query.text)
        let entries = try transaction.diaryTexts(of: shown.map(\.id)).map { entry($0.item, $0.text, terms) }
        let quoted: [String: FieldValue] = ["q": .text(query.text)]
        let isNamed = !query.text.isEmpty && !query.isTooLong
        return DiarySearchPage(
            query: query,
            entries: entries,
            total: found.count,
            next: rest.count > shown.count ? shown.last.map { query.address(after: $0) } : nil,
            heading: text("diary.search-title"),
            countText: text("diary.total-entries", ["count": .integer(found.count)]),
            noneText: isNamed ? text("diary.search-none", quoted) : text("diary.search-nothing"),
            kinds: DiarySearchQuery.Kind.allCases.map { kind in
                let label = kind == .words ? "diary.words-only" : "kind.\(kind.rawValue)"
                return DiarySearchPage.Option(
                    value: kind.rawValue,
                    label: text(label),
                    isCurrent: kind == query.kind
                )
            },
            today: presenter.today,
            problem: query.isTooLong ? text("diary.search-too-long") : nil
        )
    }

    private func entry(_ item: DiaryItem, _ text: String, _ terms: [DiarySearchTerm]) -> FoundDiaryEntry {
        let view = presenter.entry(item)
        // A title that is cut goes on in the text.
        let body = item.title.count < DiaryText.titleLength ? DiaryText.withoutTitle(text) : text
        let day = SeoulDay(item.day)
        return FoundDiaryEntry(
            view: view,
            title: DiaryExcerpt(of: view.title, terms, withInitials: true),
            excerpt: DiaryExcerpt(around: terms, in: body),
            yearText: SeoulTime.words(forDay: String(item.day.prefix(4)), withDay: false, language) ?? "",
            weekdayText: day.map { self.text("day.\($0.time.weekday)") } ?? ""
        )
    }
}
