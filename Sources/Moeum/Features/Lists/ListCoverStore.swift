extension Transaction {
    /// The places on the covers of lists with entries: the one that the owner chose, or the first one.
    func listCovers(of lists: [NamedList.ID]) throws -> [NamedList.ID: Place] {
        let chosen = try rows(
            """
            SELECT l.id, COALESCE(l.cover_place_id, (SELECT e.place_id FROM list_entries e WHERE e.list_id = l.id
                ORDER BY e.position, e.place_id LIMIT 1))
            FROM lists l WHERE l.id IN \(list: lists) ORDER BY l.id
            """
        ).map { (list: try $0.id(0) as NamedList.ID, place: try $0.optionalID(1) as Place.ID?) }
        let places = try places(Set(chosen.compactMap(\.place)).sorted())
        return chosen.reduce(into: [:]) { covers, entry in covers[entry.list] = entry.place.flatMap { places[$0] } }
    }
}
