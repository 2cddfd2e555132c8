extension PlacePresenter {
    /// Places of a list on the map, numbered as they stand there.
    func map(of places: [Place], on map: SeoulMap) -> Markup {
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
                clusterHref: { _ in "" },
                clusterLabel: { _ in "" },
                otherLabel: { _ in "" },
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
