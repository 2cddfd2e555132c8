extension Database {
    /// Merges the pieces that writing many places leaves of the search index: a search looks into each of them. Done in steps, so
    /// that others write in between; PostgreSQL's index has no pieces. Nothing is lost where it stops, and the next import goes
    /// on with it.
    /// - Parameter fewest: with fewer pieces it is not worth while, since all of the index is written again.
    func mergePlaceSearchIndex(from fewest: Int = 4) async throws {
        guard try await read({ try $0.countPlaceSearchIndexPieces() }) >= fewest else { return }
        // The sign begins a merge of all pieces; the steps after it go on with that.
        var pages = -500
        while !Task.isCancelled {
            guard try await write({ [pages] in try $0.mergePlaceSearchIndex(pages: pages) }) else { return }
            pages = 500
        }
    }
}

extension Transaction {
    func countPlaceSearchIndexPieces() throws -> Int {
        guard dialect == .sqlite else { return 1 }
        return try first("SELECT COUNT(DISTINCT segid) FROM place_words_idx") { try $0.int(0) } ?? 0
    }

    /// Writes about so many pages of the merged index, a few hundredths of a second's work.
    /// - Returns: false where nothing was left to merge.
    fileprivate func mergePlaceSearchIndex(pages: Int) throws -> Bool {
        func changes() throws -> Int { try first("SELECT total_changes()") { try $0.int(0) } ?? 0 }
        let before = try changes()
        try execute("INSERT INTO place_words (place_words, rank) VALUES ('merge', \(pages))")
        // The statement itself counts as one (sqlite.org/fts5.html, "The 'merge' Command").
        return try changes() - before >= 2
    }
}
