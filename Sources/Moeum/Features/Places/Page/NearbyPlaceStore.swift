extension Transaction {
    /// Listed places of one kind around a position, nearest first. Where places are dense, a small circle with more than enough
    /// of them is searched before the whole one.
    func nearestPlaces(
        _ kind: Place.Kind,
        around position: Place.Position,
        within metres: Int,
        limit: Int,
        _ buckets: FacetBucketDirectory
    ) throws -> [NearbyPlace] {
        let reach = min(metres, buckets.reach(of: limit * 8, kind))
        var found = try buckets.listed(kind, of: placePoints(around: position, within: reach), in: self)
        if found.count < limit, reach < metres {
            found = try buckets.listed(kind, of: placePoints(around: position, within: metres), in: self)
        }
        let nearest = found.sorted { ($0.metres, $0.id) < ($1.metres, $1.id) }.prefix(limit)
        let places = try rows("SELECT \(Place.columns) FROM places p WHERE p.id IN \(list: nearest.map(\.id))")
            .map(Place.init)
        return nearest.compactMap { point in
            guard let place = places.first(where: { $0.id == point.id }), let position = place.position else {
                return nil
            }
            return NearbyPlace(
                id: point.id,
                kind: kind,
                name: place.name,
                district: place.district,
                position: position,
                metres: point.metres
            )
        }
    }

    private func placePoints(around position: Place.Position, within metres: Int) throws -> [PlacePoint] {
        let box = Geodesy.box(around: position.latitude, position.longitude, metres: Double(metres))
        guard let band = gridRows(box) else { return [] }
        return try rows(
            """
            SELECT t.id, t.bucket, t.latitude, t.longitude FROM \(band) CROSS JOIN place_points t
            WHERE t.latitude_row = band.n AND t.longitude BETWEEN \(box.west) AND \(box.east)
            """
        ).map { row in
            let distance = Geodesy.metres(position.latitude, position.longitude, try row.double(2), try row.double(3))
            return PlacePoint(id: try row.id(0), bucket: try row.id(1), metres: Int(distance.rounded()))
        }.filter { $0.metres <= metres }
    }

    /// All facet buckets, whatever their status.
    func listedBucketCounts() throws -> [(id: FacetBucket.ID, listedKind: Place.Kind?, count: Int)] {
        try rows("SELECT bucket, status, kind, count FROM place_counts").map { row in
            let isListed = try row.string(1) == Place.Status.listed.rawValue
            return (try row.id(0), isListed ? try Place.Kind(column: 2, of: row) : nil, try row.int(3))
        }
    }
}
