import Foundation

extension Transaction {
    func favourite(of account: Account.ID, at place: Place.ID) throws -> Favourite? {
        try favourites(of: account, where: "f.place_id = \(place)").first
    }

    func favourites(of account: Account.ID, slots: [Int64]) throws -> [Favourite] {
        try favourites(of: account, where: "f.slot IN \(list: slots)")
    }

    private func favourites(of account: Account.ID, where condition: SQL) throws -> [Favourite] {
        var favourites = try rows(
            """
            SELECT f.place_id, f.slot, f.note, f.created_at FROM favourites f
            WHERE f.account_id = \(account) AND \(condition) ORDER BY f.slot DESC
            """
        ).map { row in
            Favourite(
                place: try row.id(0),
                slot: try row.int64(1),
                tags: [],
                note: try row.string(2),
                createdAt: try row.date(3)
            )
        }
        let places = favourites.map(\.place)
        let tags = try favouriteTags(of: account, where: "t.place_id IN \(list: places)")
        for index in favourites.indices { favourites[index].tags = tags[favourites[index].place] ?? [] }
        return favourites
    }

    /// The tags of a person's favourites by place.
    /// - Parameter condition: on `favourite_tags t`.
    func favouriteTags(of account: Account.ID, where condition: SQL) throws -> [Place.ID: [Tag]] {
        let tags = try rows(
            """
            SELECT t.place_id, n.group_name, n.value FROM favourite_tags t JOIN tags n ON n.id = t.tag_id
            WHERE t.account_id = \(account) AND \(condition) ORDER BY t.place_id, t.position, t.tag_id
            """
        ).map { (place: try $0.id(0) as Place.ID, tag: Tag(group: try $0.string(1), value: try $0.string(2))) }
        return Dictionary(grouping: tags, by: \.place).mapValues { $0.map(\.tag) }
    }

    func favouritePlaceIDs(_ places: [Place.ID], by account: Account.ID) throws -> Set<Place.ID> {
        Set(
            try rows(
                """
                SELECT place_id FROM favourites WHERE account_id = \(account) AND place_id IN \(list: places)
                ORDER BY place_id
                """
            ).map { try $0.id(0) }
        )
    }

    /// Whether a place is a person's favourite; nil without an account.
    func isFavourite(_ place: Place.ID, by account: Account.ID?) throws -> Bool? {
        try account.map { try favouritePlaceIDs([place], by: $0).contains(place) }
    }

    /// How many people have a place as a favourite; nil where there is no such place.
    func placeFavouriteCount(of place: Place.ID) throws -> Int? {
        try first("SELECT favourite_count FROM places WHERE id = \(place)") { try $0.int(0) }
    }

    /// Adds a favourite, or changes an existing one. A recently removed favourite is restored with its values and its slot;
    /// values of the input take precedence.
    /// - Parameter usual: tags of a new favourite whose input has none; new tags beyond the greatest number are left out.
    /// - Throws: `Tag.Error.tooMany` for tags of the input, `FavouriteError.full`.
    func insertFavourite(
        _ place: Place.ID,
        _ input: Favourite.Input,
        usual: [Tag],
        by account: Account.ID,
        at now: Date
    ) throws -> FavouriteOutcome {
        if let known = try favourite(of: account, at: place) {
            return try updateFavourite(known, to: input, of: account)
        }
        guard try favouriteCount(of: account) < Favourite.maxCount else { throw FavouriteError.full }
        let before = try removedFavourite(of: account, at: place, since: now - Favourite.undoPeriod)
        let favourite = Favourite(
            place: place,
            slot: try before?.slot ?? reserveFavouriteSlots(1, of: account),
            tags: try input.tags ?? tagsWithRoom(before?.tags ?? usual, of: account),
            note: input.note ?? before?.note ?? "",
            createdAt: before?.createdAt ?? now
        )
        let ids = try tagIDs(of: favourite.tags, of: account)
        try insertFavouriteRows([favourite], Dictionary(zip(favourite.tags, ids)) { first, _ in first }, of: account)
        let hasWords = before.map { !$0.note.isEmpty || $0.tags != usual } ?? false
        return FavouriteOutcome(
            isFavourite: true,
            favouriteCount: try placeFavouriteCount(of: place) ?? 0,
            restoresText: hasWords && input == Favourite.Input()
        )
    }

    /// Removes a favourite; it can be restored for a day.
    func removeFavourite(_ place: Place.ID, by account: Account.ID, at now: Date) throws -> FavouriteOutcome {
        if let favourite = try favourite(of: account, at: place) {
            let tags = try tagIDs(of: account, at: place)
            try excludeFavourite(favourite.slot, from: [FavouriteSets.everything] + tags, of: account)
            try execute("DELETE FROM favourites WHERE account_id = \(account) AND place_id = \(place)")
            try execute("UPDATE places SET favourite_count = favourite_count - 1 WHERE id = \(place)")
            try saveRemovedFavourite(favourite, of: account, at: now)
        }
        return FavouriteOutcome(isFavourite: false, favouriteCount: try placeFavouriteCount(of: place) ?? 0)
    }

    /// Subtracts this person's favourites from the counts of places, before the account is erased.
    func deleteFavourites(of account: Account.ID) throws {
        try execute(
            """
            UPDATE places SET favourite_count = favourite_count - 1
            WHERE id IN (SELECT place_id FROM favourites WHERE account_id = \(account))
            """
        )
        try execute("DELETE FROM favourites WHERE account_id = \(account)")
        try execute("DELETE FROM favourite_sets WHERE account_id = \(account)")
    }

    private func updateFavourite(
        _ favourite: Favourite,
        to input: Favourite.Input,
        of account: Account.ID
    ) throws -> FavouriteOutcome {
        let place = favourite.place
        if let note = input.note, note != favourite.note {
            try execute(
                "UPDATE favourites SET note = \(note) WHERE account_id = \(account) AND place_id = \(place)"
            )
        }
        if let tags = input.tags, tags != favourite.tags { try setFavouriteTags(tags, of: favourite, of: account) }
        return FavouriteOutcome(isFavourite: true, favouriteCount: try placeFavouriteCount(of: place) ?? 0)
    }

    /// Usual tags, without new ones where the person has too many: a heart button is not refused for them.
    private func tagsWithRoom(_ tags: [Tag], of account: Account.ID) throws -> [Tag] {
        do { _ = try tagIDs(of: tags, of: account) } catch Tag.Error.tooMany {
            return try tags.filter { try tagID(of: $0, of: account) != nil }
        }
        return tags
    }

    private func setFavouriteTags(_ tags: [Tag], of favourite: Favourite, of account: Account.ID) throws {
        let place = favourite.place
        let old = try tagIDs(of: account, at: place)
        let new = try tagIDs(of: tags, of: account)
        try excludeFavourite(favourite.slot, from: old.filter { !new.contains($0) }, of: account)
        try execute("DELETE FROM favourite_tags WHERE account_id = \(account) AND place_id = \(place)")
        for (position, tag) in new.enumerated() {
            try execute(
                """
                INSERT INTO favourite_tags (account_id, place_id, tag_id, position)
                VALUES (\(account), \(place), \(tag), \(position))
                """
            )
        }
        for tag in new where !old.contains(tag) { try includeFavourites([favourite.slot], in: tag, of: account) }
    }

    private func tagIDs(of account: Account.ID, at place: Place.ID) throws -> [FavouriteSets.TagID] {
        try rows(
            """
            SELECT tag_id FROM favourite_tags WHERE account_id = \(account) AND place_id = \(place) ORDER BY tag_id
            """
        ).map { try $0.id(0) }
    }
}

/// Why a place cannot become a favourite.
enum FavouriteError: Error {
    /// The person has the greatest number of favourites.
    case full
}
