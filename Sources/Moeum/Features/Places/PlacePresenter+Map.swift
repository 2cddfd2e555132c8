extension PlacePresenter {
    /// How many places a map still shows apart; a page on the map holds so many.
    static let mostPins = 60

    /// Places of a list on the map, numbered as they stand there; those beyond `mostPins` in groups.
    /// - Parameter first: the number of the first.
    func map(of places: [Place], from first: Int = 1) -> Markup {
        let pins = places.prefix(Self.mostPins).enumerated().compactMap { pin($1, number: first + $0) }
        let others = places.dropFirst(Self.mostPins).compactMap(PlaceList.Point.init)
        // The list stands below the map: a group leads to the first of its places there.
        var list = listMap(pins, others, groupKey: "map.group") { bounds, _ in
            "#p\(places.first { $0.isInside(bounds) }?.id ?? .absent)"
        }
        list.view = PlaceQuery.Bounds(around: places.compactMap(\.position))
        return map.drawing(list)
    }

    /// A map of a list in words.
    /// - Parameter groupKey: the text of a group's label.
    func listMap(
        _ pins: [MapPin],
        _ others: [PlaceList.Point],
        isPartial: Bool = false,
        groupKey: String,
        clusterHref: @escaping @Sendable (PlaceQuery.Bounds, _ asList: Bool) -> String
    ) -> ListMap {
        ListMap(
            pins: pins,
            others: others,
            isPartial: isPartial,
            label: text("map.label"),
            clusterHref: clusterHref,
            clusterLabel: { text(groupKey, ["count": .integer($0)]) },
            spotLabel: { text(isPartial ? "map.spot-over" : "map.spot", ["count": .integer($0)]) },
            dongLabel: { text("map.dong", ["dong": .text($0), "count": .integer($1)]) },
            otherLabel: { text("map.other-\($0.rawValue)") },
            language: language,
            districtNames: districts.all.map { ($0.slug, $0.shortName(language)) }
        )
    }
}

extension Place {
    fileprivate func isInside(_ bounds: PlaceQuery.Bounds) -> Bool {
        position.map { bounds.contains($0.latitude, $0.longitude) } ?? false
    }
}

extension PlaceList.Point {
    /// Nil for a place without a position.
    fileprivate init?(_ place: Place) {
        guard let position = place.position else { return nil }
        self.init(id: place.id, kind: place.kind, latitude: position.latitude, longitude: position.longitude)
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
