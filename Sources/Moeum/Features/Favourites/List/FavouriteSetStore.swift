extension Transaction {
    func favouriteSets(of account: Account.ID) throws -> FavouriteSets {
        FavouriteSets(
            try rows(
                """
                SELECT tag_id, piece, members FROM favourite_sets WHERE account_id = \(account) ORDER BY tag_id, piece
                """
            ).map { (tag: try $0.id(0), piece: try $0.int64(1), bytes: try $0.blob(2)) }
        )
    }

    func favouriteCount(of account: Account.ID) throws -> Int {
        try rows(
            """
            SELECT members FROM favourite_sets
            WHERE account_id = \(account) AND tag_id = \(FavouriteSets.everything) ORDER BY piece
            """
        ).map { try $0.blob(0).reduce(0) { $0 + $1.nonzeroBitCount } }.reduce(0, +)
    }

    /// Adds favourites to the set of one tag, writing each piece once.
    func includeFavourites(_ slots: [Int64], in tag: FavouriteSets.TagID, of account: Account.ID) throws {
        let pieces = Dictionary(grouping: slots) { $0 / FavouriteSets.pieceBits }
        for (piece, slots) in pieces.sorted(by: { $0.key < $1.key }) {
            try changeFavouriteSet(piece, of: tag, account) { bytes in
                for slot in slots {
                    let bit = Int(slot % FavouriteSets.pieceBits)
                    bytes[bit / 8] |= 1 << UInt8(bit % 8)
                }
            }
        }
    }

    func excludeFavourite(_ slot: Int64, from tags: [FavouriteSets.TagID], of account: Account.ID) throws {
        for tag in tags {
            try changeFavouriteSet(slot / FavouriteSets.pieceBits, of: tag, account) { bytes in
                let bit = Int(slot % FavouriteSets.pieceBits)
                bytes[bit / 8] &= ~(1 << UInt8(bit % 8))
            }
        }
    }

    func mergeTag(_ tag: FavouriteSets.TagID, into other: FavouriteSets.TagID, of account: Account.ID) throws {
        let pieces = try rows(
            "SELECT piece, members FROM favourite_sets WHERE account_id = \(account) AND tag_id = \(tag) ORDER BY piece"
        ).map { (piece: try $0.int64(0), bytes: try $0.blob(1)) }
        for (piece, added) in pieces {
            try changeFavouriteSet(piece, of: other, account) { bytes in
                for index in bytes.indices { bytes[index] |= added[index] }
            }
        }
        try execute("DELETE FROM favourite_sets WHERE account_id = \(account) AND tag_id = \(tag)")
    }

    /// Deletes a piece that becomes empty.
    private func changeFavouriteSet(
        _ piece: Int64,
        of tag: FavouriteSets.TagID,
        _ account: Account.ID,
        _ change: (inout [UInt8]) -> Void
    ) throws {
        let stored = try first(
            """
            SELECT members FROM favourite_sets
            WHERE account_id = \(account) AND tag_id = \(tag) AND piece = \(piece)
            """
        ) { try $0.blob(0) }
        var bytes = stored ?? [UInt8](repeating: 0, count: FavouriteSets.pieceBytes)
        change(&bytes)
        if bytes == stored { return }
        if bytes.allSatisfy({ $0 == 0 }) {
            try execute(
                """
                DELETE FROM favourite_sets WHERE account_id = \(account) AND tag_id = \(tag) AND piece = \(piece)
                """
            )
        } else {
            try execute(
                """
                INSERT INTO favourite_sets (account_id, tag_id, piece, members)
                VALUES (\(account), \(tag), \(piece), \(bytes))
                ON CONFLICT (account_id, tag_id, piece) DO UPDATE SET members = excluded.members
                """
            )
        }
    }
}
