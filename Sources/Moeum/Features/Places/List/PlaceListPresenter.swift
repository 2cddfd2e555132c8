/// Adds to a list's page what follows from its query: title, sort orders, and ways out of an empty result.
struct PlaceListPresenter: Localized {
    let views: Views
    let language: Language

    func fill(_ page: inout PlaceListPage) {
        page.heading = heading(page)
        page.searchLabel = text("search.in", ["district": .text(page.district?.name(language) ?? text("nav.seoul"))])
        page.neighbourhood = neighbourhood(page)
        page.statusText = status(page)
        page.unknownHoursText = page.list.unknownHours.flatMap { count in
            count == 0 ? nil : text("list.unknown-hours", ["count": .integer(count)])
        }
        page.sorts = sorts(page.effectiveQuery)
        setRadii(&page)
        page.emptyTitle =
            page.query.text.map { text("list.empty-query", ["query": .text($0)]) } ?? text("list.empty")
        page.emptyHint = emptyHint(page)
        if page.places.isEmpty, page.alternatives.isEmpty {
            page.suggestions = [ListChoice(label: text("list.drop-all"), href: page.href(PlaceQuery()))]
        }
    }

    /// Metres below a kilometre, then kilometres with one decimal where it is not zero.
    func distance(_ metres: Int) -> String {
        guard metres >= 1_000 else { return text("distance.metres", ["metres": .integer(metres)]) }
        let tenths = (metres + 50) / 100
        let fraction = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
        return text("distance.kilometres", ["kilometres": .text("\(tenths / 10)\(fraction)")])
    }

    /// The number of results; a minimum beyond the bound up to which they are counted.
    func status(_ page: PlaceListPage) -> String {
        let total = page.list.total
        if total == 0 { return text("list.status-none") }
        if let neighbourhood = page.neighbourhood {
            let key = neighbourhood.isCut ? "near.status-cut" : "near.status"
            return text(key, ["count": .integer(page.places.count)])
        }
        return text(page.list.isTotalAtLeast ? "list.status-over" : "list.status", ["count": .integer(total)])
    }

    func counts(restaurants: Int, bookshops: Int) -> String {
        text("list.counts", numbers(KindCounts(restaurant: restaurants, bookshop: bookshops)))
    }

    func tile(_ district: String, places: Int) -> String {
        text(
            "home.tile",
            ["name": .text(district), "places": .text(text("places.count", ["count": .integer(places)]))]
        )
    }

    func lead(_ counts: KindCounts) -> String { text("home.lead", numbers(counts)) }

    /// Each number with its own noun: English inflects it.
    private func numbers(_ counts: KindCounts) -> [String: FieldValue] {
        [
            "restaurants": .text(text("restaurants.count", ["count": .integer(counts.restaurant)])),
            "bookshops": .text(text("bookshops.count", ["count": .integer(counts.bookshop)])),
        ]
    }

    /// What can be done: what the ways on are for, else another search.
    private func emptyHint(_ page: PlaceListPage) -> String? {
        if !page.alternatives.isEmpty { return text("list.empty-ways") }
        if page.query.near != nil { return text("list.empty-near") }
        guard let query = page.query.text else { return nil }
        return text(query.split(whereSeparator: \.isWhitespace).count > 1 ? "list.empty-words" : "list.empty-word")
    }

    private func heading(_ page: PlaceListPage) -> String {
        if let district = page.district { return district.name(language) }
        if let query = page.query.text { return text("list.title-query", ["query": .text(query)]) }
        if let station = page.station?.fullName { return text("list.title-station", ["station": .text(station)]) }
        if let area = page.area { return text("list.title-around", ["area": .text(area)]) }
        return text(page.query.near != nil || page.query.needsPosition ? "list.title-near" : "list.title")
    }

    /// The radii around a point with the minutes that they take on foot, and the next wider one where the list ends.
    private func setRadii(_ page: inout PlaceListPage) {
        let query = page.query
        guard page.effectiveQuery.near != nil else { return }
        func href(_ radius: Int) -> String { page.href(query.with { $0.radius = radius }) }
        page.radii = PlaceQuery.offeredRadii.map { radius in
            ListChoice(
                label: distance(radius),
                href: href(radius),
                value: String(radius),
                countText: text("near.walk", ["minutes": .integer((radius + 79) / 80)]),
                isCurrent: query.radius == radius
            )
        }
        guard page.next == nil, let wider = PlaceQuery.offeredRadii.first(where: { $0 > query.radius }) else { return }
        page.wider = ListChoice(label: text("near.wider", ["distance": .text(distance(wider))]), href: href(wider))
    }

    /// The texts have `{n}` where the browser puts its own numbers.
    private func neighbourhood(_ page: PlaceListPage) -> NeighbourhoodView? {
        guard let cell = page.effectiveQuery.cell, !page.places.isEmpty else { return nil }
        let number: FieldValue = .text("{n}")
        let reach = distance(page.query.radius)
        let isCut = page.list.isTotalAtLeast || page.list.total > page.places.count
        return NeighbourhoodView(
            cell: cell.text,
            radius: page.query.radius,
            isCut: isCut,
            isByDistance: page.effectiveQuery.effectiveSort == .distance,
            metresText: text("distance.metres", ["metres": number]),
            kilometresText: text("distance.kilometres", ["kilometres": number]),
            aboutText: text("distance.about", ["distance": number]),
            walkText: text("near.walk", ["minutes": number]),
            foundText: text(
                isCut ? "near.found-cut" : "near.found",
                ["count": number, "distance": .text(reach), "most": .integer(page.places.count)]
            ),
            noneText: text("near.none", ["distance": .text(reach)]),
            unlocatedText: text("near.unlocated", ["count": number])
        )
    }

    /// Only orders that apply: no best match without words, no distance without a point.
    private func sorts(_ query: PlaceQuery) -> [ListChoice] {
        PlaceQuery.Sort.allCases.compactMap { sort in
            if sort == .relevance, query.text == nil { return nil }
            if sort == .distance, query.near == nil { return nil }
            return ListChoice(
                label: text("sort.\(sort.rawValue)"),
                value: sort.rawValue,
                isCurrent: sort == query.effectiveSort
            )
        }
    }
}
