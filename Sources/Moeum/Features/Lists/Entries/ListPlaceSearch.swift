/// The results of a search on a list's page, for places to add.
struct ListPlaceSearch: ViewModel {
    let query: String
    let items: [Item]
    let list: NamedList.ID

    /// The most results: a longer text finds fewer.
    static let maxShown = 10
    static let maxQueryLength = 100

    struct Item: ViewModel {
        let place: PlaceCard
        let isOn: Bool

        static let fields: [Field<Item>] = [
            .integer("placeId") { Int($0.place.id) },
            .text("placeName") { $0.place.name },
            .text("placeHref") { "/places/\($0.place.id)" },
            .text("placeWhere") { [$0.place.categoryName, $0.place.districtName].joined(separator: " · ") },
            .flag("isOn") { $0.isOn },
        ]
    }

    static let fields: [Field<ListPlaceSearch>] = [
        .text("findQuery") { $0.query },
        .list("found") { $0.items },
        .flag("isFindingNothing") { !$0.query.isEmpty && $0.items.isEmpty },
        .text("findAction") { "/lists/\($0.list)#find" },
        .text("findPath") { "/lists/\($0.list)/entries" },
        .text("findNext") { "/lists/\($0.list)?find=\($0.query.queryEncoded)#find" },
    ]
}

extension ListPresenter {
    /// - Parameter typed: nil is no search.
    func findings(
        _ typed: String?,
        for list: NamedList,
        besides entries: [ListEntryItem],
        _ transaction: Transaction
    ) throws -> ListPlaceSearch {
        let words = String((typed ?? "").prefix(ListPlaceSearch.maxQueryLength)).trimmed
        if words.isEmpty { return ListPlaceSearch(query: "", items: [], list: list.id) }
        var query = PlaceQuery()
        query.text = words
        let known = Set(entries.map(\.place.id))
        let found = try transaction.placeList(
            query,
            at: places.now,
            limit: ListPlaceSearch.maxShown,
            vocabulary: app.searchVocabulary
        ).entries
        let items = found.map { entry in
            ListPlaceSearch.Item(place: places.card(entry.place), isOn: known.contains(entry.place.id))
        }
        return ListPlaceSearch(query: words, items: items, list: list.id)
    }
}

/// The invitation to a list that the invited person may not read yet.
struct ListInvitationPage: Page {
    static let template = "lists/asked"

    let invitation: ListInvitation

    static let fields: [Field<ListInvitationPage>] = [.object("invitation") { $0.invitation }]
}
