import Foundation

/// The cover of a list: one of its places, with the newest photo.
struct ListCoverRow: Sendable {
    let place: Place
    let photo: GalleryPhoto?
}

extension Transaction {
    /// The covers of lists with entries: the place that the owner chose, or the first one.
    func listCovers(of lists: [NamedList.ID], at now: Date) throws -> [NamedList.ID: ListCoverRow] {
        let chosen = try rows(
            """
            SELECT l.id, COALESCE(l.cover_place_id, (SELECT e.place_id FROM list_entries e WHERE e.list_id = l.id
                ORDER BY e.position, e.place_id LIMIT 1))
            FROM lists l WHERE l.id IN \(list: lists) ORDER BY l.id
            """
        ).map { (list: try $0.id(0) as NamedList.ID, place: try $0.optionalID(1) as Place.ID?) }
        let ids = Set(chosen.compactMap(\.place)).sorted()
        let places = try places(ids)
        let photos = try newestPhotos(of: ids, at: now)
        return chosen.reduce(into: [:]) { covers, entry in
            guard let id = entry.place, let place = places[id] else { return }
            covers[entry.list] = ListCoverRow(place: place, photo: photos[id])
        }
    }
}
