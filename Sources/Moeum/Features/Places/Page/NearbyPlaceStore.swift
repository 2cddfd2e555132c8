/// A place and its distance in metres from the point searched around.
struct NearbyPlace: Sendable {
    let place: Place
    let position: Place.Position
    let metres: Int
}

extension Transaction {
    /// Listed places of one kind, and of one business type where it is given, around a position, nearest first. The circle grows until it holds enough of them, so that no
    /// nearer place is missed; where places are dense, the first and smallest does.
    func nearestPlaces(
        _ kind: Place.Kind,
        ofType category: String? = nil,
        around position: Place.Position,
        within metres: Int,
        limit: Int
    ) throws -> [NearbyPlace] {
        var reach = min(60, metres)
        var found = try placePoints(of: kind, category, around: position, within: reach)
        while found.count < limit, reach < metres {
            // As wide as would hold half as many again, if what was found is spread evenly.
            let factor = (1.5 * Double(limit) / Double(max(1, found.count))).squareRoot()
            reach = min(metres, Int(Double(reach) * max(1.5, found.isEmpty ? 4 : factor)))
            found = try placePoints(of: kind, category, around: position, within: reach)
        }
        let nearest = found.sorted { ($0.metres, $0.id) < ($1.metres, $1.id) }.prefix(limit)
        if nearest.isEmpty { return [] }
        let places = try rows("SELECT \(Place.columns) FROM places p WHERE p.id IN \(list: nearest.map(\.id))")
            .map(Place.init).reduce(into: [Place.ID: Place]()) { $0[$1.id] = $1 }
        return nearest.compactMap { id, metres in
            guard let place = places[id], let position = place.position else { return nil }
            return NearbyPlace(place: place, position: position, metres: metres)
        }
    }

    private func placePoints(
        of kind: Place.Kind,
        _ category: String?,
        around position: Place.Position,
        within metres: Int
    ) throws -> [(id: Place.ID, metres: Int)] {
        // Half a metre more: distances are rounded.
        let box = Geodesy.box(around: position.latitude, position.longitude, metres: Double(metres) + 0.5)
        let gridRows = PlaceGrid.nearRow(box.south)...PlaceGrid.nearRow(box.north)
        let isOfType: SQL =
            category.map { "AND bucket IN (SELECT c.bucket FROM place_counts c WHERE c.category = \($0))" } ?? ""
        var points: [(id: Place.ID, metres: Int)] = []
        try rows(
            """
            SELECT id, latitude, longitude FROM place_points
            WHERE listed_kind = \(kind.rawValue) AND near_row IN \(list: Array(gridRows))
                AND longitude BETWEEN \(box.west) AND \(box.east) \(isOfType)
            """
        ).forEach { row in
            let (latitude, longitude) = (try row.double(1), try row.double(2))
            guard box.south...box.north ~= latitude else { return }
            let distance = Geodesy.metres(position.latitude, position.longitude, latitude, longitude)
            let rounded = Int(distance.rounded())
            if rounded <= metres { points.append((try row.id(0), rounded)) }
        }
        return points
    }
}
