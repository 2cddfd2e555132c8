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
        let presenter = presenter
        let shown = Set(list.entries.map(\.place.id))
        let query = page.query
        let isPartial = list.isTotalAtLeast || list.points.isCut
        return map.drawing(
            ListMap(
                pins: pins,
                others: list.points.all.filter { !shown.contains($0.id) },
                isPartial: isPartial,
                district: shownDistrict(page),
                view: view(page.effectiveQuery),
                limit: query.bounds,
                station: page.effectiveQuery.station,
                label: presenter.text("map.label"),
                clusterHref: { bounds, asList in
                    query.with {
                        $0.bounds = bounds
                        if asList { $0.isMapView = false }
                        if let slug = page.district?.slug { $0.districts = [slug] }
                    }.address("/places")
                },
                clusterLabel: {
                    presenter.text(isPartial ? "map.cluster-over" : "map.cluster", ["count": .integer($0)])
                },
                spotLabel: {
                    presenter.text(isPartial ? "map.spot-over" : "map.spot", ["count": .integer($0)])
                },
                dongLabel: { presenter.text("map.dong", ["dong": .text($0), "count": .integer($1)]) },
                otherLabel: { presenter.text("map.other-\($0.rawValue)") },
                language: presenter.language,
                districtNames: presenter.districts.all.map { ($0.slug, $0.shortName(presenter.language)) }
            )
        )
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
            moves.bounds(move).map {
                MapMoveLink(move: move, href: query.moved(to: $0).address("/places"))
            }
        }
        page.againHref = query.moved(to: moves.here).address("/places")
    }

    /// The name of the area that the query is about; a district's own page says its name itself.
    func area(_ query: PlaceQuery) -> String? {
        let (language, presenter) = (presenter.language, presenter)
        if let bounds = query.bounds {
            return map.areaName(in: bounds, language, district: presenter.districtName)
        }
        return query.near.flatMap { map.areaName(around: $0, language) }
    }

    private func view(_ query: PlaceQuery) -> PlaceQuery.Bounds? {
        if let bounds = query.bounds { return map.view(of: bounds) }
        return query.near.map {
            Geodesy.box(around: $0.latitude, $0.longitude, metres: Double(query.radius))
        }
    }
}
