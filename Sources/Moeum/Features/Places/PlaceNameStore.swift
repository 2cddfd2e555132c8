/// A place's names as its columns have them.
struct StoredName {
    let shown: String
    /// For searching.
    let key: String
    /// Nil where it is the shown one.
    let official: String?

    init(_ official: String) {
        shown = PlaceName.shown(official)
        key = KoreanText.key(shown)
        self.official = shown == official ? nil : official
    }
}

extension Migrator {
    /// All migrations, with what only the site can add to them.
    package static let site = Migrator(steps: [
        Migration.shownNames.name: { try $0.splitPlaceNames() },
        Migration.knownHours.name: { try $0.indexMoreOfPlaces() },
    ])
}

extension Transaction {
    /// Adds to the search index what this release finds besides.
    fileprivate func indexMoreOfPlaces() throws {
        var last = Place.ID.absent
        while true {
            let places = try rows(
                """
                SELECT id, name, official_name, road_address, description FROM places
                WHERE id > \(last) ORDER BY id LIMIT 1000
                """
            ).map { row in
                let names = try [row.string(1), row.optionalString(2)].compactMap(\.self)
                let (road, about) = (try row.optionalString(3), try row.optionalString(4))
                return (try row.id(0) as Place.ID, PlaceSearchText.moreTokens(names: names, road: road, about: about))
            }
            guard let end = places.last?.0 else { return }
            for (id, tokens) in places { try indexMore(tokens, of: id) }
            last = end
        }
    }

    /// Gives places whose source names a company the name that people know; the search knows both.
    fileprivate func splitPlaceNames() throws {
        let names = try rows("SELECT id, name FROM places ORDER BY id").map { row in
            (id: try row.id(0) as Place.ID, official: try row.string(1))
        }
        for (id, official) in names {
            let name = StoredName(official)
            guard name.official != nil else { continue }
            try execute(
                """
                UPDATE places SET name = \(name.shown), name_key = \(name.key), official_name = \(name.official)
                WHERE id = \(id)
                """
            )
            try indexExactName(name.key, of: id)
        }
    }
}
