/// The neighbourhood of a cell: the reader's browser knows where in the cell it is, and chooses among the places.
extension PlaceList {
    /// The most places of one answer.
    package static let neighbourhoodSize = 300

    /// Puts places of which only the dong is known last: nobody can say how far they are.
    mutating func sinkUnlocated() {
        entries =
            entries.filter { $0.place.position?.pinned != nil } + entries.filter { $0.place.position?.pinned == nil }
    }
}

extension PositionCell {
    /// Metres from the middle of the cell to what is farthest in it, the corner that is nearer to the equator.
    var reach: Double {
        [southWest.latitude, northEast.latitude].map {
            Geodesy.metres(middle.latitude, middle.longitude, $0, southWest.longitude)
        }.reduce(0, max) + Self.tolerance
    }

    /// Whether a place may be within so many metres of somebody in the cell.
    func mayReach(_ latitude: Double, _ longitude: Double, within metres: Double) -> Bool {
        let nearest = (
            latitude: min(max(latitude, southWest.latitude), northEast.latitude),
            longitude: min(max(longitude, southWest.longitude), northEast.longitude)
        )
        return Geodesy.metres(nearest.latitude, nearest.longitude, latitude, longitude) <= metres + Self.tolerance
    }

    /// In metres: the nearest point of a meridian is not quite at the place's own latitude.
    private static let tolerance = 1.0
}

extension Transaction {
    /// The nearest matches to the middle of the query's cell, in the order of the query.
    func neighbourhoodSlice(_ matching: [PlaceCandidate], _ request: PlaceListRequest) throws -> PlaceSlice {
        let nearest = Array(matching.sorted(by: PlaceCandidate.isNearer).prefix(request.limit))
        switch request.query.effectiveSort {
        case .distance: return nearestSlice(nearest, request)
        case .relevance: return try bestMatches(request, outOf: nearest)
        case let sort:
            let order = PlaceOrder(sort, rotation: request.rotation)
            let metres = Dictionary(nearest.map { ($0.id, $0.metres) }) { first, _ in first }
            let source = placeMembers(of: nearest.map(\.id), request)
            let sorted = try rows(order.statement(source, after: nil, limit: request.limit)).map(order.row)
            return PlaceSlice(
                limit: request.limit,
                rows: sorted.map { PlaceSlice.Row(cursor: $0.1, metres: metres[$0.0.id] ?? nil) }
            )
        }
    }
}
