extension PlacePresenter {
    /// Places of a list on the map, numbered as they stand there.
    /// - Parameter listHref: the address of the list, where those stand whose dong alone is known.
    func map(of places: [Place], on map: SeoulMap, listHref: String) -> Markup {
        let pins = places.enumerated().compactMap { pin($1, number: $0 + 1) }
        return map.drawing(
            ListMap(
                pins: pins,
                others: [],
                isPartial: false,
                district: nil,
                view: PlaceQuery.Bounds(around: pins.map(\.position)),
                limit: nil,
                label: text("map.label"),
                clusterHref: { _, _ in listHref },
                clusterLabel: { text("map.cluster", ["count": .integer($0)]) },
                spotLabel: { text("map.spot", ["count": .integer($0)]) },
                dongLabel: { text("map.dong", ["dong": .text($0), "count": .integer($1)]) },
                otherLabel: { text("map.other-\($0.rawValue)") },
                language: language,
                districtNames: districts.all.map { ($0.slug, $0.shortName(language)) }
            )
        )
    }
}

extension PlaceQuery.Bounds {
    /// Nil around nothing.
    fileprivate init?(around positions: [Place.Position]) {
        let (latitudes, longitudes) = (positions.map(\.latitude), positions.map(\.longitude))
        guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
            let east = longitudes.max()
        else { return nil }
        self.init(south: south, west: west, north: north, east: east)
    }
}
