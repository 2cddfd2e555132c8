extension Transaction {
    /// All tags that a person ever used, sorted by group and value.
    func tags(of account: Account.ID) throws -> [(id: FavouriteSets.TagID, tag: Tag)] {
        try tags(where: "n.account_id = \(account)")
    }

    /// The tags that a favourite has now, in the same order.
    func usedTags(of account: Account.ID) throws -> [(id: FavouriteSets.TagID, tag: Tag)] {
        try tags(
            where: "n.account_id = \(account) AND EXISTS (SELECT 1 FROM favourite_tags t WHERE t.tag_id = n.id)"
        )
    }

    /// Typed tags, each bare word with its group; without duplicates.
    func guessedTags(
        _ typed: [Tag],
        _ usual: [Tag],
        _ districts: Districts,
        of account: Account.ID
    ) throws -> [Tag] {
        guard typed.contains(where: \.isBare) else { return typed }
        let own = try usedTags(of: account).map(\.tag)
        return typed.reduce(into: []) { tags, tag in
            let guessed = tag.guessed(own: own, usual: usual, districts)
            if !tags.contains(guessed) { tags.append(guessed) }
        }
    }

    private func tags(where condition: SQL) throws -> [(id: FavouriteSets.TagID, tag: Tag)] {
        try rows("SELECT n.id, n.group_name, n.value FROM tags n WHERE \(condition) ORDER BY n.id")
            .map {
                (id: try $0.id(0) as FavouriteSets.TagID, tag: Tag(group: try $0.string(1), value: try $0.string(2)))
            }
            .map { (key: $0.tag.sortKey, entry: $0) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.entry)
    }

    /// The ids of tags; missing ones are inserted.
    /// - Throws: `Tag.Error.tooMany` where the person would have too many.
    func tagIDs(of tags: [Tag], of account: Account.ID) throws -> [FavouriteSets.TagID] {
        let known = try tags.map { try tagID(of: $0, of: account) }
        try makeRoomForTags(tags.count - known.compactMap { $0 }.count, besides: known.compactMap { $0 }, of: account)
        return try zip(tags, known).map { tag, known in
            // The same tag may be given twice.
            if let id = try known ?? self.tagID(of: tag, of: account) { return id }
            let id = FavouriteSets.TagID.next()
            try execute(
                """
                INSERT INTO tags (id, account_id, group_name, value)
                VALUES (\(id), \(account), \(tag.group), \(tag.value))
                """
            )
            return id
        }
    }

    func tagID(of tag: Tag, of account: Account.ID) throws -> FavouriteSets.TagID? {
        try first(
            """
            SELECT id FROM tags
            WHERE account_id = \(account) AND group_name = \(tag.group) AND value = \(tag.value)
            """
        ) { try $0.id(0) }
    }

    /// Renames a tag on all favourites; merges it into an existing tag of the new name.
    func renameTag(_ tag: Tag, to new: Tag, of account: Account.ID) throws {
        guard tag != new, let id = try tagID(of: tag, of: account) else { return }
        if let other = try tagID(of: new, of: account) {
            try moveTag(from: id, to: other, of: account)
        } else {
            try execute("UPDATE tags SET group_name = \(new.group), value = \(new.value) WHERE id = \(id)")
        }
        try renameTagInRemovedFavourites(tag, to: new, of: account)
    }

    private func moveTag(from id: FavouriteSets.TagID, to other: FavouriteSets.TagID, of account: Account.ID) throws {
        try execute(
            """
            INSERT INTO favourite_tags (account_id, place_id, tag_id, position)
            SELECT account_id, place_id, \(other), position FROM favourite_tags WHERE tag_id = \(id)
            ON CONFLICT (account_id, place_id, tag_id) DO NOTHING
            """
        )
        try mergeTag(id, into: other, of: account)
        try execute("DELETE FROM tags WHERE id = \(id)")
    }

    /// Deletes unused tags where there would be too many otherwise.
    /// - Parameter kept: tags that are about to be used.
    private func makeRoomForTags(_ wanted: Int, besides kept: [FavouriteSets.TagID], of account: Account.ID) throws {
        func count() throws -> Int {
            try first("SELECT COUNT(*) FROM tags WHERE account_id = \(account)") { try $0.int(0) } ?? 0
        }
        guard wanted > 0, try count() + wanted > Tag.maxCount else { return }
        try execute(
            """
            DELETE FROM tags WHERE account_id = \(account) AND id NOT IN \(list: kept + [.absent])
                AND NOT EXISTS (SELECT 1 FROM favourite_tags t WHERE t.tag_id = tags.id)
            """
        )
        if try count() + wanted > Tag.maxCount { throw Tag.Error.tooMany }
    }
}
