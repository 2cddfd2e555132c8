import Foundation

/// Rows of invented people's favourites, lists and visits.
extension Transaction {
    private static let visitsPerStatement = 200

    /// Every place, with the usual tags of a favourite.
    func demoSpots(_ districts: Districts) throws -> [DemoPlace] {
        try rows("SELECT id, kind, district, category FROM places ORDER BY id").map { row in
            let slug = try row.string(2)
            return DemoPlace(
                place: try row.id(0),
                kind: try Place.Kind(column: 1, of: row),
                usualTags: UsualTags.of(district: districts[slug: slug]?.shortName ?? slug, type: try row.string(3))
            )
        }
    }

    func insertDemoFavourites(_ owner: DemoFavourites.Owner) throws {
        _ = try insertFavourites(owner.favourites, by: owner.account)
        for start in stride(from: 0, to: owner.visits.count, by: Self.visitsPerStatement) {
            let some = owner.visits[start..<min(start + Self.visitsPerStatement, owner.visits.count)]
            let values: [SQL] = some.map { visit in
                "(\(visit.id), \(owner.account), \(visit.place), \(visit.on), \(visit.at.milliseconds))"
            }
            try execute(
                """
                INSERT INTO visits (id, account_id, place_id, visited_on, created_at)
                VALUES \(SQL.joined(values, separator: ", "))
                """
            )
        }
        if let list = owner.list { try insertDemoList(list, by: owner.account) }
    }

    private func insertDemoList(_ list: DemoFavourites.ListEntry, by account: Account.ID) throws {
        try execute(
            """
            INSERT INTO lists (id, account_id, title, note, visibility, entry_count, created_at, changed_at)
            VALUES (\(list.id), \(account), \(list.details.title), \(list.details.note),
                \(list.details.visibility.rawValue),
                \(list.places.count), \(list.at.milliseconds), \(list.at.milliseconds))
            """
        )
        let values: [SQL] = list.places.enumerated().map { index, place in
            "(\(list.id), \(place), \(index + 1), '', \(account), \(list.at.milliseconds))"
        }
        try execute(
            """
            INSERT INTO list_entries (list_id, place_id, position, note, added_by, added_at)
            VALUES \(SQL.joined(values, separator: ", "))
            """
        )
    }
}
