extension Transaction {
    /// Listed places of a place's kind and business type: the nearest, or of its district where its position is not known.
    func similarPlaces(to place: Place, limit: Int, at now: SeoulTime) throws -> [PlaceList.Entry] {
        if let position = place.position {
            return try nearestPlaces(
                place.kind,
                ofType: place.category,
                around: position,
                within: 5_000,
                limit: limit
            ).map { PlaceList.Entry(place: $0.place, metres: position.pinned == nil ? nil : $0.metres) }
        }
        var query = PlaceQuery()
        (query.kind, query.districts, query.types) = (place.kind, [place.district], [place.category])
        return try placeList(query, at: now, limit: limit).entries
    }
}
