import Foundation

/// Makes the album of an account's cards.
struct CardAlbumBuilder: Sendable, Localized {
    let presenter: DiaryPresenter
    let account: Account.ID
    let query: CardAlbumQuery

    var views: Views { presenter.views }
    var language: Language { presenter.language }

    func page(_ transaction: Transaction) throws -> CardAlbumPage {
        let counts = try transaction.albumCounts(of: account)
        let cards = try transaction.cards(of: account)
        let shown: [(day: String, card: AlbumCard, weather: DiaryEntry.Weather?)]
        var next: String?
        if query.isShared {
            shown = cards.map { (SeoulTime($0.createdAt).isoDay, card($0), nil) }
        } else {
            let items = try transaction.albumItems(of: account, query)
            let page = items.prefix(CardAlbumQuery.pageSize)
            let shared = Set(cards.filter(\.isPublic).compactMap(\.source))
            shown = page.map { ($0.day, card($0, isShared: shared.contains(.entry($0.id))), $0.weather) }
            if items.count > page.count, let last = page.last {
                next = query.with { $0.after = DiaryCursor(value: last.day, id: last.id) }
            }
        }
        let years = Dictionary(grouping: shown) { String($0.day.prefix(4)) }
        return CardAlbumPage(
            query: query,
            years: years.keys.sorted(by: >).map { year in
                CardAlbumPage.Year(
                    name: SeoulTime.text(forDay: year, withDay: false, language) ?? year,
                    cards: (years[year] ?? []).map(\.card)
                )
            },
            counts: counts,
            choices: choices(counts),
            next: next,
            monthHref: "/diary/\(presenter.today.prefix(7))",
            weatherAttributions: WeatherAttribution.all(of: shown.compactMap(\.weather))
        )
    }

    private func choices(_ counts: CardAlbumCounts) -> [ListChoice] {
        func choice(_ label: String, _ kind: Place.Kind?, isShared: Bool = false, _ count: Int) -> ListChoice {
            ListChoice(
                label: text(label),
                href: query.with { ($0.kind, $0.isShared) = (kind, isShared) },
                value: kind?.rawValue ?? "",
                count: count,
                isCurrent: query.isShared == isShared && (isShared || query.kind == kind),
                isBookshop: kind == .bookshop
            )
        }
        let kinds = Place.Kind.allCases.map { choice("kind.\($0.rawValue)", $0, counts.kinds[$0] ?? 0) }
        return [choice("card.all", nil, counts.all)] + kinds + [
            choice("card.shared", nil, isShared: true, counts.shared)
        ]
    }

    private func card(_ item: DiaryItem, isShared: Bool) -> AlbumCard {
        let view = presenter.entry(item)
        return AlbumCard(
            href: CardSource.entry(item.id).cardPath,
            name: item.mention?.name ?? view.title,
            kind: item.mention?.kind,
            title: view.title,
            dayText: presenter.dayText(item.day),
            weather: view.weather,
            photo: item.photos.first,
            isShared: isShared
        )
    }

    private func card(_ card: Card) -> AlbumCard {
        AlbumCard(
            href: "/cards/\(card.id)",
            name: card.plan.words.name,
            kind: card.plan.subject == .words ? nil : card.plan.subject == .bookshop ? .bookshop : .restaurant,
            title: card.plan.words.line.isEmpty ? card.plan.words.name : card.plan.words.line,
            dayText: card.plan.words.date,
            weather: nil,
            photo: nil,
            picture: card.isPublic ? "\(card.path)/square.jpg" : nil,
            isShared: card.isPublic
        )
    }
}
