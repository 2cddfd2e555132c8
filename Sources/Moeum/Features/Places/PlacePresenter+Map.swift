extension PlacePresenter {
    /// How many places a map still shows apart; a page on the map holds so many.
    static let mostPins = 60

    /// Places of a list on the map, numbered as they stand there; those beyond `mostPins` in groups.
    /// - Parameter first: the number of the first.
    func map(of places: [Place], from first: Int = 1) -> Markup {
        let pins = places.prefix(Self.mostPins).enumerated().compactMap { pin($1, number: first + $0) }
        let others = places.dropFirst(Self.mostPins).compactMap { place in
            place.position.map { position in
                PlaceList.Point(
                    id: place.id,
                    kind: place.kind,
                    latitude: position.latitude,
                    longitude: position.longitude
                )
            }
        }
        // The list stands below the map: a group leads to the first of its places there.
        var list = listMap(pins, others, groupKey: "map.group") { bounds, _ in
            let first = places.first { place in
                place.position.map { bounds.contains($0.latitude, $0.longitude) } ?? false
            }
            return "#p\(first?.id ?? .absent)"
        }
        let corners = places.compactMap(\.position).map { [$0.latitude, $0.longitude] }
        list.view = corners.isEmpty ? nil : PlaceQuery.Bounds(around: corners)
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
