import Foundation

extension Transaction {
    func archivedTags(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .tags,
            """
            SELECT n.group_name, n.value, (SELECT COUNT(*) FROM favourite_tags t WHERE t.tag_id = n.id)
            FROM tags n WHERE n.account_id = \(account) ORDER BY n.group_name, n.value, n.id
            """
        )
    }

    /// Oldest first.
    func archivedFavourites(of account: Account.ID) throws -> [[ArchiveValue]] {
        let tags = try favouriteTags(of: account, where: "1 = 1")
        return try archivedRows(
            .favourites,
            """
            SELECT f.place_id, p.name, p.district, f.note, f.created_at
            FROM favourites f JOIN places p ON p.id = f.place_id WHERE f.account_id = \(account) ORDER BY f.slot
            """
        ) { row in [(tags[try row.id(0) as Place.ID] ?? []).map(\.text)] }
    }

    func archivedRemovedFavourites(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .removedFavourites,
            """
            SELECT r.place_id, p.name, p.district, r.note, r.removed_at, r.tags
            FROM removed_favourites r JOIN places p ON p.id = r.place_id
            WHERE r.account_id = \(account) ORDER BY r.removed_at, r.place_id
            """
        ) { row in [try row.string(5).split(separator: "\n").map(String.init)] }
    }

    /// Adds favourites that are missing; existing ones stay unchanged. Beyond the greatest number of tags, favourites are added
    /// without their new tags.
    /// - Returns: how many favourites the account has now as in the archive.
    func importFavourites(_ archived: [(place: Place.ID, row: ArchivedFavourite)], to account: Account.ID) throws
        -> Int
    {
        let known = archived.map { place, row in
            NewFavourite(place: place, tags: row.tags, note: row.note, createdAt: row.keptAt)
        }
        do { _ = try insertFavourites(known, by: account) } catch Tag.Error.tooMany {
            let plain = try known.map { one in
                let tags = try one.tags.filter { try tagID(of: $0, of: account) != nil }
                return NewFavourite(place: one.place, tags: tags, note: one.note, createdAt: one.createdAt)
            }
            _ = try insertFavourites(plain, by: account)
        }
        return try known.filter { one in
            let kept = try favourite(of: account, at: one.place)
            return kept?.tags == one.tags && kept?.note == one.note
        }.count
    }
}
