import Foundation

extension Transaction {
    /// A page of a place's reviews.
    func reviews(
        of place: Place.ID,
        _ query: ReviewQuery,
        for reader: ReviewReader,
        limit: Int = ReviewList.pageSize
    ) throws -> ReviewList {
        var common: [SQL] = ["r.place_id = \(place)", "r.is_shown = 1"]
        if query.hasPhotosOnly { common.append("r.photo_count > 0") }
        if let language = query.language { common.append("r.language = \(language.rawValue)") }
        if query.isOfPastYear {
            common.append("r.created_at >= \(reader.now.addingTimeInterval(-365 * 86_400).milliseconds)")
        }
        if query.isMine { common.append("r.account_id = \(reader.accountID)") }
        if !query.keywords.isEmpty {
            common.append(
                """
                EXISTS (SELECT 1 FROM review_keywords k
                    WHERE k.review_id = r.id AND k.keyword_id IN \(list: query.keywords))
                """
            )
        }
        let ranges = ReviewOrder(query).ranges.map { range in
            ReviewOrder.IndexRange(conditions: common + range.conditions, order: range.order)
        }
        return try reviewList(ranges, limit: limit, keyedBy: query, for: reader)
    }

    /// An account's reviews, newest first.
    /// - Parameter isEverything: whether hidden ones are included, for their author only.
    func reviews(
        by account: Account.ID,
        isEverything: Bool = false,
        after cursor: ReviewCursor?,
        for reader: ReviewReader,
        limit: Int = ReviewList.pageSize
    ) throws -> ReviewList {
        var conditions: [SQL] = ["r.account_id = \(account)"]
        if !isEverything { conditions.append("r.is_shown = 1") }
        if let cursor { conditions.append("(r.created_at, r.id) < (\(cursor.createdAt), \(cursor.id))") }
        let newest = ReviewOrder.IndexRange(conditions: conditions)
        return try reviewList([newest], limit: limit, keyedBy: ReviewQuery(), for: reader)
    }

    /// The newest reviews of listed places.
    func latestReviews(limit: Int, for reader: ReviewReader) throws -> ReviewList {
        let newest = ReviewOrder.IndexRange(conditions: ["r.is_shown = 1", "p.status = 'listed'"])
        return try reviewList([newest], limit: limit, for: reader)
    }

    /// One review, shown or hidden.
    func reviewEntry(_ id: Review.ID, for reader: ReviewReader) throws -> ReviewList.Entry? {
        try reviewList([ReviewOrder.IndexRange(conditions: ["r.id = \(id)"])], limit: 1, for: reader).entries.first
    }

    /// A page of reviews with keywords, photos and votes, each of these read with one query.
    /// - Parameters:
    ///   - ranges: one after another.
    ///   - query: in whose order the next page goes on; nil for no next page.
    private func reviewList(
        _ ranges: [ReviewOrder.IndexRange],
        limit: Int,
        keyedBy query: ReviewQuery? = nil,
        for reader: ReviewReader
    ) throws -> ReviewList {
        var entries: [ReviewList.Entry] = []
        for range in ranges where entries.count <= limit {
            // A CROSS JOIN keeps SQLite on the order's own index: it reads its left side first.
            entries += try rows(
                """
                SELECT \(ReviewList.Entry.columns) FROM reviews r CROSS JOIN places p
                    LEFT JOIN accounts a ON a.id = r.account_id AND \(isNamedAuthor(at: reader.now))
                WHERE p.id = r.place_id AND \(SQL.joined(range.conditions, separator: " AND "))
                ORDER BY \(range.order) LIMIT \(limit + 1 - entries.count)
                """
            ).map(ReviewList.Entry.init)
        }
        var list = ReviewList(entries: Array(entries.prefix(limit)))
        if let query, entries.count > limit { list.next = list.entries.last.map(ReviewOrder(query).cursor) }
        let ids = list.entries.map(\.id)
        guard !ids.isEmpty else { return list }
        let keywords = try keywords(of: ids)
        let pictures = try reviewPictures(of: list.entries.filter(\.hasPhotos).map(\.id))
        let voted = try reader.accountID.map { try helpfulVotes(by: $0, among: ids) } ?? []
        for index in list.entries.indices {
            let id = list.entries[index].id
            list.entries[index].keywords = keywords[id] ?? []
            list.entries[index].pictures = pictures[id] ?? []
            list.entries[index].isVotedByReader = voted.contains(id)
        }
        return list
    }

    private func reviewPictures(of reviews: [Review.ID]) throws -> [Review.ID: [ReviewList.Picture]] {
        guard !reviews.isEmpty else { return [:] }
        let pairs = try rows(
            """
            SELECT h.review_id, h.id, h.name, b.width, b.height, b.colour, h.alt, h.photo_kind
            FROM photos h JOIN photo_blobs b ON b.hash = h.blob_hash
            WHERE h.review_id IN \(list: reviews) AND h.is_shown = 1 ORDER BY h.review_id, h.position, h.id
            """
        ).map { row in
            let picture = ReviewList.Picture(
                id: try row.id(1),
                files: PhotoFiles(name: try row.string(2), width: try row.int(3), height: try row.int(4)),
                colour: try row.string(5),
                alt: try row.string(6),
                kind: try row.optionalString(7).flatMap(PhotoKind.init)
            )
            return (try row.id(0) as Review.ID, picture)
        }
        return Dictionary(grouping: pairs, by: \.0).mapValues { $0.map(\.1) }
    }

    private func helpfulVotes(by account: Account.ID, among reviews: [Review.ID]) throws -> Set<Review.ID> {
        Set(
            try rows(
                """
                SELECT review_id FROM review_votes WHERE account_id = \(account) AND review_id IN \(list: reviews)
                """
            ).map { try $0.id(0) }
        )
    }
}

extension ReviewList.Entry {
    /// Of `reviews r`, `places p` and the author `accounts a`.
    fileprivate static let columns: SQL = """
        r.id, r.place_id, r.account_id, a.nickname, r.stars, r.body, r.language, r.visited_on, r.created_at,
        r.edited_at, r.helpful_count, r.photo_count, r.hidden_at IS NOT NULL, r.hidden_for_reason_at IS NOT NULL,
        p.name, p.kind, p.district, p.dong, r.hidden_for_reason_at IS NOT NULL AND EXISTS (
            SELECT 1 FROM review_hidden_reasons w
            WHERE w.review_id = r.id AND w.reason NOT IN ('suspension', 'block')), r.is_visit_noted
        """

    /// From its columns.
    fileprivate init(_ row: any Row) throws {
        let accountID: Account.ID? = try row.optionalID(2)
        let nickname = try row.optionalString(3)
        self.init(
            id: try row.id(0),
            place: ReviewList.Subject(
                id: try row.id(1),
                name: try row.string(14),
                kind: try Place.Kind(column: 15, of: row),
                district: try row.string(16),
                dong: try row.optionalString(17)
            ),
            accountID: accountID,
            author: accountID.flatMap { id in nickname.map { ReviewList.Author(id: id, nickname: $0) } },
            stars: try row.int(4),
            body: try row.string(5),
            language: try row.string(6),
            visitedOn: try row.optionalString(7),
            isVisitNoted: try row.bool(19),
            createdAt: try row.date(8),
            editedAt: try row.optionalDate(9),
            helpful: try row.int(10),
            hasPhotos: try row.int(11) > 0,
            isHidden: try row.bool(12),
            isHiddenForReason: try row.bool(13),
            isHeld: try row.bool(18)
        )
    }
}
