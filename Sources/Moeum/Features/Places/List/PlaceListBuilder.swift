/// Makes the page of a list: cards, facets as links, and the map of the same places.
struct PlaceListBuilder: Sendable {
    let presenter: PlacePresenter
    var map: SeoulMap { presenter.map }
    let tiles: MapTiles?

    /// - Parameters:
    ///   - query: as asked for, which the page's links keep.
    ///   - trail: where the page stands among the others; its places are numbered on from those of the pages before.
    ///   - favouriteIDs: which of the places are the reader's favourites; nil without a session.
    func page(
        _ finding: PlaceFinding,
        _ query: PlaceQuery,
        _ district: District?,
        trail: PageTrail,
        favouriteIDs: Set<Place.ID>? = nil
    ) -> PlaceListPage {
        let list = finding.list
        let first = list.isContinued ? (trail.number - 1) * PlaceList.pageSize + 1 : 1
        var page = PlaceListPage(query: query, effectiveQuery: finding.query, district: district)
        page.list = list
        page.from = first
        page.previous = list.isContinued ? trail.previous : nil
        let lists = presenter.lists
        page.station = finding.station.map(lists.station)
        page.understood = finding.understanding.map { lists.understood($0, page.station) }
        page.kinds = finding.isOfOneKind ? kindChoices(finding, page) : []
        page.alternatives = finding.alternatives.map { lists.alternative($0, page) }
        page.places = list.entries.enumerated().map { index, entry in
            presenter.card(
                entry.place,
                number: first + index,
                metres: entry.metres,
                from: page.effectiveQuery.cell == nil ? .exact : .road,
                isFavourite: favouriteIDs?.contains(entry.place.id),
                onDistrictPage: district != nil
            )
        }
        page.next = list.next.map { key in
            var next = query
            next.after = key
            return page.href(next) + trail.onwardItems
        }
        page.types = typeChoices(finding, page)
        page.districts = presenter.districts.all.map { district in
            ListChoice(
                label: presenter.districtName(district.slug),
                value: district.slug,
                isCurrent: query.districts.contains(district.slug)
            )
        }
        page.designations = PlaceDesignation.Kind.allCases.filter {
            list.registerFilters.designations.contains($0) || query.designation == $0
        }.map { kind in
            ListChoice(
                label: presenter.text("designation.\(kind.rawValue)"),
                value: kind.rawValue,
                isCurrent: query.designation == kind
            )
        }
        if !list.areFacetsAtLeast {
            page.countsText = lists.counts(restaurants: list.count(.restaurant), bookshops: list.count(.bookshop))
        }
        if finding.station == nil { page.area = area(page.effectiveQuery) }
        lists.fill(&page)
        page.filters = filters(page, saysStation: finding.understanding?.station != nil)
        if !list.entries.isEmpty {
            page.mapDrawing = drawing(list, page, from: first)
            addMoves(to: &page)
        }
        page.tiles = tiles
        return page
    }

    /// All types, each business type, and bookshops as one choice where the list holds both kinds, so does the kind that is
    /// asked for.
    private func typeChoices(_ finding: PlaceFinding, _ page: PlaceListPage) -> [ListChoice] {
        let (query, list) = (page.query, finding.list)
        let types = list.types.filter { !presenter.types.isBookshop($0.value) }.prefix(16).map { type in
            ListChoice(
                label: presenter.typeName(type.value),
                href: page.href(query.with { $0.types = [type.value] }),
                countText: countText(type.count, list),
                isCurrent: query.types == [type.value]
            )
        }
        func all(_ count: Int, isCurrent: Bool, _ change: (inout PlaceQuery) -> Void) -> ListChoice {
            ListChoice(
                label: presenter.text("list.all-types"),
                href: page.href(
                    query.with {
                        $0.types = []
                        change(&$0)
                    }
                ),
                countText: query.types.isEmpty ? countText(count, list) : nil,
                isCurrent: isCurrent
            )
        }
        if finding.isOfOneKind {
            let count = page.effectiveQuery.kind.map(list.count) ?? 0
            return types.isEmpty ? [] : [all(count, isCurrent: query.types.isEmpty) { _ in }] + types
        }
        let sum = list.kinds.reduce(0) { $0 + $1.count }
        let both = all(sum, isCurrent: query.types.isEmpty && query.kind == nil) { $0.kind = nil }
        return [both] + kindChoice(.restaurant, list, page) + types + kindChoice(.bookshop, list, page)
    }

    /// None of restaurants, which stand there as their types, and of a kind without places, unless it is asked for.
    private func kindChoice(_ kind: Place.Kind, _ list: PlaceList, _ page: PlaceListPage) -> [ListChoice] {
        let count = list.count(kind)
        let isChosen = page.query.kind == kind
        guard isChosen || kind == .bookshop && count > 0 else { return [] }
        let kindQuery = page.query.with {
            $0.types = []
            $0.kind = kind
        }
        return [
            ListChoice(
                label: presenter.text("kind.\(kind.rawValue)"),
                href: page.href(kindQuery),
                countText: page.query.types.isEmpty ? countText(count, list) : nil,
                isCurrent: isChosen && page.query.types.isEmpty,
                isBookshop: kind == .bookshop
            )
        ]
    }

    /// The filters that are on, widest first.
    /// - Parameter saysStation: whether the words name a station, which then is searched around instead of another point.
    private func filters(_ page: PlaceListPage, saysStation: Bool) -> [ListChoice] {
        let query = page.query
        var filters: [ListChoice] = []
        func add(_ label: String, _ change: (inout PlaceQuery) -> Void) {
            filters.append(ListChoice(label: label, href: page.href(query.with(change))))
        }
        if page.district == nil {
            for slug in query.districts {
                add(presenter.districtName(slug)) { $0.districts.removeAll { $0 == slug } }
            }
        }
        if query.near != nil, !saysStation {
            add("\(presenter.text("list.title-near")) \(presenter.distance(query.radius))") { $0.clearPoint() }
        }
        if query.station != nil, !saysStation, let station = page.station {
            add("\(station.fullName) \(presenter.distance(query.radius))") { $0.clearPoint() }
        }
        if query.bounds != nil { add(presenter.text("list.bounds-filter")) { $0.bounds = nil } }
        if let kind = query.kind { add(presenter.text("kind.\(kind.rawValue)")) { $0.kind = nil } }
        for type in query.types { add(presenter.typeName(type)) { $0.types.removeAll { $0 == type } } }
        if query.isOpenOnly { add(presenter.text("list.open")) { $0.isOpenOnly = false } }
        for attribute in query.facts { add(factLabel(attribute)) { $0.facts.removeAll { $0 == attribute } } }
        if let kind = query.designation { add(presenter.text("designation.\(kind.rawValue)")) { $0.designation = nil } }
        if query.isConfirmedOnly { add(presenter.text("list.confirmed")) { $0.isConfirmedOnly = false } }
        if query.isEveryStatus { add(presenter.text("list.every-status")) { $0.isEveryStatus = false } }
        return filters
    }

    /// - Parameter attributes: those that lists can be narrowed by; one that is asked for is always among them.
    func factChoices(_ attributes: [PlaceAttribute], _ query: PlaceQuery) -> [ListChoice] {
        PlaceAttribute.filters.filter { attributes.contains($0) || query.facts.contains($0) }.map { attribute in
            ListChoice(
                label: factLabel(attribute),
                value: attribute.rawValue,
                isCurrent: query.facts.contains(attribute)
            )
        }
    }

    private func factLabel(_ attribute: PlaceAttribute) -> String {
        presenter.text("attribute.\(attribute.rawValue).yes")
    }

    /// Restaurants and bookshops, each with its list. Its address names the kind only where the remembered choice would not
    /// lead there.
    private func kindChoices(_ finding: PlaceFinding, _ page: PlaceListPage) -> [ListChoice] {
        Place.Kind.allCases.map { kind in
            let count = finding.list.count(kind)
            let isNamed = count == 0 || finding.understanding?.saidKind != nil
            return ListChoice(
                label: presenter.text("kind.\(kind.rawValue)"),
                href: page.href(
                    page.query.with {
                        $0.kind = isNamed ? kind : nil
                        $0.types = []
                    }
                ),
                value: kind.rawValue,
                countText: countText(count, finding.list),
                isCurrent: page.effectiveQuery.kind == kind,
                isBookshop: kind == .bookshop
            )
        }
    }

    private func countText(_ count: Int, _ list: PlaceList) -> String? {
        list.areFacetsAtLeast ? nil : ValueText.grouped(count)
    }

    // MARK: The map

    private func drawing(_ list: PlaceList, _ page: PlaceListPage, from first: Int) -> Markup {
        let pins = list.entries.prefix(PlaceList.pageSize).enumerated().compactMap { index, entry in
            presenter.pin(entry.place, number: first + index)
        }
        let drawing = MapPoints.Drawing(
            pins: pins,
            query: page.query,
            district: page.district?.slug,
            language: presenter.language
        )
        return list.points.markup(of: drawing) { draw(list, page, pins) }
    }

    private func draw(_ list: PlaceList, _ page: PlaceListPage, _ pins: [MapPin]) -> Markup {
        let shown = Set(list.entries.prefix(PlaceList.pageSize).map(\.place.id))
        let query = page.query
        let isPartial = list.isTotalAtLeast || list.points.isCut
        var listMap = presenter.listMap(
            pins,
            list.points.all.filter { !shown.contains($0.id) },
            isPartial: isPartial,
            groupKey: isPartial ? "map.cluster-over" : "map.cluster"
        ) { bounds, asList in
            query.with {
                $0.bounds = bounds
                if asList { $0.isMapView = false }
                if let slug = page.district?.slug { $0.districts = [slug] }
            }.address("/places")
        }
        listMap.district = shownDistrict(page)
        listMap.view = view(page.effectiveQuery)
        listMap.limit = query.bounds
        listMap.station = page.effectiveQuery.station
        return map.drawing(listMap)
    }

    private func shownDistrict(_ page: PlaceListPage) -> String? {
        page.district?.slug ?? (page.query.districts.count == 1 ? page.query.districts.first : nil)
    }

    /// The links by which the map moves without scripts, and that by which scripts search where it was moved to.
    private func addMoves(to page: inout PlaceListPage) {
        let query = page.query
        let moves = MapMoves(
            map.projection(of: view(page.effectiveQuery), in: shownDistrict(page)),
            whole: map.bounds(of: nil)
        )
        page.mapMoves = MapMoves.Move.allCases.compactMap { move in
            moves.bounds(move).map { MapMoveLink(move: move, href: query.moved(to: $0).address("/places")) }
        }
        page.againHref = query.moved(to: moves.shown).address("/places")
    }

    /// The name of the area that the query is about, or of the station there; a district's own page says its name itself.
    private func area(_ query: PlaceQuery) -> String? {
        if let bounds = query.bounds {
            return map.areaName(in: bounds, presenter.language, district: presenter.districtName)
        }
        guard let near = query.near else { return nil }
        let station = query.cell == nil ? nil : presenter.stations.nearest(to: near, within: 1_000)
        return station?.fullName(presenter.language) ?? map.areaName(around: near, presenter.language)
    }

    private func view(_ query: PlaceQuery) -> PlaceQuery.Bounds? {
        query.bounds.map(map.view) ?? query.circleBox
    }
}
