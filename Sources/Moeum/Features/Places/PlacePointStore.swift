extension Transaction {
    /// Counts the place, whose hours are saved, in its facet combination and saves its position.
    func insertPlacePoint(_ record: PlaceRecord, _ status: Place.Status, as id: Place.ID) throws {
        let combination = try countInCombination(record, status, of: id, by: 1)
        let position = record.position
        try execute(
            """
            INSERT INTO place_points (id, bucket, latitude_row, latitude, longitude, listed_kind, near_row)
            VALUES (\(id), \(combination), \(position.map { PlaceGrid.row($0.latitude) }), \(position?.latitude),
                \(position?.longitude), \(status == .listed ? record.kind.rawValue : nil),
                \(position.map { PlaceGrid.nearRow($0.latitude) }))
            ON CONFLICT (id) DO UPDATE SET bucket = excluded.bucket, latitude_row = excluded.latitude_row,
                latitude = excluded.latitude, longitude = excluded.longitude, listed_kind = excluded.listed_kind,
                near_row = excluded.near_row
            """
        )
    }

    /// - Returns: the combination of this status, kind, district and type; a new one gets an id that no other writer can
    ///   choose.
    @discardableResult
    func countInCombination(
        _ record: PlaceRecord,
        _ status: Place.Status,
        of id: Place.ID,
        by change: Int
    ) throws -> FacetCombination.ID {
        let hours = try first("SELECT 1 FROM place_hours WHERE place_id = \(id) LIMIT 1") { try $0.int(0) }
        let combination = try first(
            """
            INSERT INTO place_counts (status, kind, district, category, count, known_hours, bucket)
            VALUES (\(status.rawValue), \(record.kind.rawValue), \(record.district), \(record.category), \(change),
                \(hours == nil ? 0 : change), \(FacetCombination.ID.next()))
            ON CONFLICT (status, kind, district, category) DO UPDATE SET count = place_counts.count + excluded.count,
                known_hours = place_counts.known_hours + excluded.known_hours
            RETURNING bucket
            """
        ) { try $0.id(0) as FacetCombination.ID }
        guard let combination else { throw DatabaseError.statement("a count was not kept") }
        return combination
    }
}
