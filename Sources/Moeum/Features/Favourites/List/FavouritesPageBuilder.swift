/// Builds the page of favourites from the result of a query.
struct FavouritesPageBuilder: Sendable, Localized {
    let presenter: PlacePresenter
    let tiles: MapTiles?
    var views: Views { presenter.views }
    var language: Language { presenter.language }

    private static let days = [7, 30, 90, 365]
    private static let radii = [300, 500, 1_000, 2_000, 5_000]
    /// Further groups are folded, unless a tag of theirs is chosen.
    private static let maxOpenGroups = 4

    /// - Parameters:
    ///   - alternatives: the number of results without each filter, for a query without results.
    ///   - pageNumber: places on the map are numbered on from those of the pages before.
    func page(
        _ list: FavouriteList,
        _ query: FavouriteQuery,
        alternatives: [(filter: FavouriteQuery.Filter, total: Int)],
        pageNumber: Int = 1
    ) -> FavouritesPage {
        var page = FavouritesPage(query: query, list: list)
        let first = query.after == nil ? 1 : (pageNumber - 1) * PlacePresenter.mostPins + 1
        let narrowed = list.narrowed
        page.favourites = list.favouriteEntries.enumerated().map { index, entry in
            FavouriteCard(
                place: presenter.card(entry.place, metres: entry.metres, isFavourite: true),
                favourite: entry.favourite,
                here: query.address(FavouritesPage.path),
                number: query.isMapView ? first + index : nil
            )
        }
        page.facets = narrowed.facets.groups.enumerated().map { index, group in
            let isOpen = index < Self.maxOpenGroups || group.values.contains(where: \.isChosen)
            return FavouriteFacetGroup(group: group, isOpen: isOpen)
        }
        page.next = list.next.map { key in query.with { $0.after = key }.address(FavouritesPage.path) }
        page.tiles = tiles
        if query.isMapView, !list.favouriteEntries.isEmpty {
            page.mapDrawing = presenter.map(of: list.favouriteEntries.map(\.place), from: first)
        }
        page.countText = text("favourites.count", ["count": .integer(narrowed.kept)])
        page.statusText = text(
            query.filters.isEmpty ? "favourites.status-all" : "favourites.status",
            ["count": .integer(narrowed.total), "kept": .integer(narrowed.kept)]
        )
        page.showText = text("favourites.show", ["count": .integer(narrowed.total)])
        page.chips = chips(query)
        page.alternatives = alternatives.filter { $0.total > 0 }.map { filter, total in
            ListChoice(
                label: text("favourites.drop", ["filter": .text(label(filter, query)), "count": .integer(total)]),
                href: query.without(filter).address(FavouritesPage.path)
            )
        }
        page.exports = PlaceExport.Format.allCases.map { format in
            let items = [("format", format.rawValue)]
            let href = query.with { ($0.sort, $0.isMapView) = (nil, false) }
                .address("\(FavouritesPage.path)/export", after: items)
            return ListChoice(label: text("favourites.export-\(format.rawValue)"), href: href)
        }
        setChoices(&page)
        return page
    }

    // MARK: Chosen filters

    /// Each with the address that removes it.
    private func chips(_ query: FavouriteQuery) -> [ListChoice] {
        func chip(_ label: String, _ rest: FavouriteQuery) -> ListChoice {
            ListChoice(label: label, href: rest.address(FavouritesPage.path), isCurrent: true)
        }
        var chips = query.tags.map { tag in chip(tag.text, query.with { $0.tags.removeAll { $0 == tag } }) }
        chips += query.oddTags.map { chip($0, query.without(.oddTag($0))) }
        chips += query.districts.map { slug in
            chip(presenter.districtName(slug), query.with { $0.districts.removeAll { $0 == slug } })
        }
        let others: [FavouriteQuery.Filter] = [.text, .kind, .rating, .visited, .unvisited, .near]
        chips += others.filter(query.filters.contains).map { chip(label($0, query), query.without($0)) }
        return chips
    }

    private func label(_ filter: FavouriteQuery.Filter, _ query: FavouriteQuery) -> String {
        switch filter {
        case .text: text("favourites.filter-text", ["query": .text(query.text ?? "")])
        case .kind: query.kind.map { text("kind.\($0.rawValue)") } ?? ""
        case .districts: query.districts.map(presenter.districtName).joined(separator: ", ")
        case .rating: text("favourites.filter-rating", ["stars": .integer(query.rating ?? 0)])
        case .visited: text("favourites.visited-\(query.isVisited == true ? 1 : 0)")
        case .unvisited: unvisitedWords(query.unvisited)
        case .near: text("favourites.filter-near", ["distance": .text(presenter.distance(query.radius))])
        case .group(let name): query.tags.filter { $0.group == name }.map(\.text).joined(separator: ", ")
        case .oddTag(let text): text
        }
    }

    private func unvisitedWords(_ unvisited: FavouriteQuery.UnvisitedPeriod?) -> String {
        guard case .lastDays(let days)? = unvisited else { return text("favourites.unvisited-ever") }
        return text("favourites.unvisited-days", ["count": .integer(days)])
    }

    // MARK: Available filters

    private func setChoices(_ page: inout FavouritesPage) {
        let query = page.query
        func choices<Value: Equatable>(
            _ values: [Value],
            _ current: Value?,
            _ key: (Value) -> String,
            none: String? = nil,
            _ label: (Value) -> String
        ) -> [ListChoice] {
            let any = ListChoice(label: none ?? text("favourites.any"), isCurrent: current == nil)
            return [any]
                + values.map { ListChoice(label: label($0), value: key($0), isCurrent: $0 == current) }
        }
        page.kinds = choices(Place.Kind.allCases, query.kind, \.rawValue) { text("kind.\($0.rawValue)") }
        // A menu holds one district: several are hidden fields, until their chips are removed.
        let isSeveral = query.districts.count > 1
        if isSeveral { page.keptDistricts = query.districts.map { ListChoice(label: "", value: $0) } }
        page.keptTags = query.oddTags.map { ListChoice(label: "", value: $0) }
        page.districts = choices(
            presenter.districts.all.map(\.slug),
            isSeveral ? nil : query.districts.first,
            \.self,
            none: isSeveral ? query.districts.map(presenter.districtName).joined(separator: ", ") : nil,
            presenter.districtName
        )
        page.ratings = choices([5, 4, 3, 2, 1], query.rating, String.init) {
            text("favourites.filter-rating", ["stars": .integer($0)])
        }
        var unvisited = Self.days.map(FavouriteQuery.UnvisitedPeriod.lastDays) + [.ever]
        if let asked = query.unvisited, !unvisited.contains(asked) { unvisited.insert(asked, at: 0) }
        page.unvisited = choices(unvisited, query.unvisited, \.text, unvisitedWords)
        let radii = Set(Self.radii + [query.radius]).sorted()
        page.radii = radii.map {
            ListChoice(
                label: text("favourites.filter-near", ["distance": .text(presenter.distance($0))]),
                value: String($0),
                isCurrent: $0 == query.radius
            )
        }
        page.visits = visitChoices(page)
        let natural = query.with { $0.sort = nil }.effectiveSort
        page.sorts = FavouriteQuery.Sort.allCases.filter { $0 != .distance || query.near != nil }.map { sort in
            ListChoice(
                label: text("favourites.sort-\(sort.rawValue)"),
                value: sort == natural ? "" : sort.rawValue,
                isCurrent: sort == query.effectiveSort
            )
        }
    }

    private func visitChoices(_ page: FavouritesPage) -> [ListChoice] {
        let counts = page.list.visitCounts
        let choices: [(isVisited: Bool?, key: String, count: Int)] = [
            (nil, "any", counts.wanted + counts.visited), (false, "visited-0", counts.wanted),
            (true, "visited-1", counts.visited),
        ]
        return choices.map { choice in
            ListChoice(
                label: text("favourites.\(choice.key)"),
                href: page.query.with { $0.isVisited = choice.isVisited }.address(FavouritesPage.path),
                value: choice.key,
                countText: ValueText.grouped(choice.count),
                isCurrent: page.query.isVisited == choice.isVisited
            )
        }
    }
}
