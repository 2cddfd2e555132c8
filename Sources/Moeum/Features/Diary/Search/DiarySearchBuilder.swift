import Foundation

/// Makes the page of what was found in a diary.
struct DiarySearchBuilder: Sendable {
    let presenter: DiaryPresenter
    let account: Account.ID
    let query: DiarySearchQuery

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
            words: presenter
        )
    }

    private func entry(_ item: DiaryItem, _ text: String, _ terms: [DiarySearchTerm]) -> DiarySearchResult {
        let view = presenter.entry(item)
        return DiarySearchResult(
            view: view,
            title: DiaryExcerpt(of: view.title, terms, withInitials: true),
            place: item.mention.map { DiaryExcerpt(of: $0.name, terms, withInitials: true) },
            excerpt: DiaryExcerpt(around: terms, in: DiaryText.afterTitle(text))
        )
    }
}
