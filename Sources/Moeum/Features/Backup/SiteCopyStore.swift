extension Transaction {
    /// Indexes the next places by id again.
    /// - Returns: the last of them; nil where there are none left.
    func indexPlaces(after last: Place.ID, atMost limit: Int, _ districts: Districts) throws -> Place.ID? {
        let places = try rows("SELECT id, status FROM places WHERE id > \(last) ORDER BY id LIMIT \(limit)").map {
            row in
            (id: try row.id(0) as Place.ID, status: Place.Status(rawValue: try row.string(1)) ?? .listed)
        }
        for place in places {
            guard let record = try placeRecord(place.id) else { continue }
            let district = try districts.district(of: record)
            try indexPlace(PlaceSearchText(record, status: place.status, district: district), as: place.id)
        }
        return places.last?.id
    }
}
