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
            query.isEmpty || query.problem != nil || query.isBackwards
            ? [] : try transaction.foundDiaryEntries(of: account, query)
        let rest =
            query.after.map { after in found.drop { ($0.value, $0.id) >= (after.value, after.id) } } ?? found[...]
        let shown = rest.prefix(DiarySearchQuery.pageSize)
        let terms = DiarySearchTerm.terms(query.text)
        let entries = try transaction.diaryTexts(of: shown.map(\.id)).map { entry($0.item, $0.text, terms) }
        return DiarySearchPage(
            account: account,
            query: query,
            entries: entries,
            total: found.count,
            next: rest.count > shown.count ? shown.last.map { query.address(after: $0) } : nil,
            noneText: noneText,
            kinds: DiarySearchQuery.Kind.allCases.map { kind in
                let label = kind == .words ? "diary.words-only" : "kind.\(kind.rawValue)"
                return ListChoice(label: text(label), value: kind.rawValue, isCurrent: kind == query.kind)
            },
            today: presenter.today
        )
    }

    private var noneText: String {
        if query.isBackwards { return text("diary.search-backwards") }
        if query.text.isEmpty { return text("diary.search-nothing") }
        return text("diary.search-none", ["q": .text(query.text)])
    }

    private func entry(_ item: DiaryItem, _ text: String, _ terms: [DiarySearchTerm]) -> DiarySearchResult {
        let view = presenter.entry(item)
        return DiarySearchResult(
            view: view,
            title: DiaryExcerpt(of: view.title, terms, withInitials: true),
            place: item.mention.map { DiaryExcerpt(of: $0.name, terms, withInitials: true) },
            excerpt: DiaryExcerpt(around: terms, in: DiaryText.afterTitle(text)),
            weekdayText: SeoulDay(item.day).map { self.text("day.\($0.time.weekday)") } ?? ""
        )
    }
}
