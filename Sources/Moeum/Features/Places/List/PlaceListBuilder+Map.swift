/// The map beside a list: what it shows, how it moves, and the name of its area.
extension PlaceListBuilder {
    func drawing(_ list: PlaceList, _ page: PlaceListPage, from first: Int) -> Markup {
        let pins = list.entries.enumerated().compactMap { presenter.pin($1.place, number: first + $0) }
        let drawing = MapPoints.Drawing(
            pins: pins,
            query: page.query,
            district: page.district?.slug,
            language: presenter.language
        )
        return list.points.markup(of: drawing) { draw(list, page, pins) }
    }

    private func draw(_ list: PlaceList, _ page: PlaceListPage, _ pins: [MapPin]) -> Markup {
        let shown = Set(list.entries.map(\.place.id))
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
    func addMoves(to page: inout PlaceListPage) {
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

    /// The name of the area that the query is about; a district's own page says its name itself.
    func area(_ query: PlaceQuery) -> String? {
        if let bounds = query.bounds {
            return map.areaName(in: bounds, presenter.language, district: presenter.districtName)
        }
        return query.near.flatMap { map.areaName(around: $0, presenter.language) }
    }

    private func view(_ query: PlaceQuery) -> PlaceQuery.Bounds? {
        query.bounds.map(map.view) ?? query.circleBox
    }
}
