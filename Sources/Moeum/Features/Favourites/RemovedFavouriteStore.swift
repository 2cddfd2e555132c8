import Foundation

/// Removed favourites, for as long as they can be restored.
extension Transaction {
    func saveRemovedFavourite(_ favourite: Favourite, of account: Account.ID, at now: Date) throws {
        try execute(
            """
            INSERT INTO removed_favourites (account_id, place_id, slot, note, tags, created_at, removed_at)
            VALUES (\(account), \(favourite.place), \(favourite.slot), \(favourite.note), \(Self.encodeTags(favourite.tags)),
                \(favourite.createdAt.milliseconds), \(now.milliseconds))
            ON CONFLICT (account_id, place_id) DO UPDATE SET slot = excluded.slot, note = excluded.note,
                tags = excluded.tags, created_at = excluded.created_at, removed_at = excluded.removed_at
            """
        )
    }

    func removedFavourite(of account: Account.ID, at place: Place.ID, since: Date) throws -> Favourite? {
        try first(
            """
            SELECT slot, note, tags, created_at FROM removed_favourites
            WHERE account_id = \(account) AND place_id = \(place) AND removed_at > \(since.milliseconds)
            """
        ) { row in
            Favourite(
                place: place,
                slot: try row.int64(0),
                tags: Self.decodeTags(try row.string(2)),
                note: try row.string(1),
                createdAt: try row.date(3)
            )
        }
    }

    /// Renames the tag in removed favourites too, so that restoring one does not bring the old name back.
    func renameTagInRemovedFavourites(_ tag: Tag, to new: Tag, of account: Account.ID) throws {
        let removed = try rows(
            "SELECT place_id, tags FROM removed_favourites WHERE account_id = \(account) ORDER BY place_id"
        ).map { (place: try $0.id(0) as Place.ID, tags: Self.decodeTags(try $0.string(1))) }
        for (place, tags) in removed where tags.contains(tag) {
            var renamed: [Tag] = []
            for one in tags.map({ $0 == tag ? new : $0 }) where !renamed.contains(one) { renamed.append(one) }
            try execute(
                """
                UPDATE removed_favourites SET tags = \(Self.encodeTags(renamed))
                WHERE account_id = \(account) AND place_id = \(place)
                """
            )
        }
    }

    func deleteOldRemovedFavourites(at now: Date, atMost limit: Int) throws -> Int {
        try execute(
            """
            DELETE FROM removed_favourites WHERE (account_id, place_id) IN (
                SELECT account_id, place_id FROM removed_favourites
                WHERE removed_at <= \((now - Favourite.undoPeriod).milliseconds) ORDER BY removed_at LIMIT \(limit)
            )
            """
        )
    }

    /// Separated by line breaks, which no tag contains.
    private static func encodeTags(_ tags: [Tag]) -> String { tags.map(\.text).joined(separator: "\n") }

    private static func decodeTags(_ lines: String) -> [Tag] {
        lines.split(separator: "\n").compactMap { try? Tag($0) }
    }
}
