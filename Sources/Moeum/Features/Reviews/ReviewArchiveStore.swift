import Foundation

/// An account's reviews, photos and votes for its archive: only its own words; of other people's reviews only where a vote
/// went.
extension Transaction {
    func archivedReviews(of account: Account.ID) throws -> [[ArchiveValue]] {
        let keywords = try reviewTexts(
            """
            SELECT x.review_id, k.name_ko FROM reviews r JOIN review_keywords x ON x.review_id = r.id
            JOIN keywords k ON k.id = x.keyword_id
            WHERE r.account_id = \(account) ORDER BY r.id, k.tone DESC, k.position, k.id
            """
        )
        let photos = try reviewTexts(
            """
            SELECT h.review_id, h.name FROM reviews r JOIN photos h ON h.review_id = r.id
            WHERE r.account_id = \(account) ORDER BY r.id, h.position, h.id
            """
        )
        return try archivedRows(
            .reviews,
            """
            SELECT r.id, r.place_id, p.name, r.stars, r.body, r.visited_on, r.language, r.helpful_count, r.is_shown = 0,
                r.created_at, r.edited_at, r.is_visit_noted
            FROM reviews r JOIN places p ON p.id = r.place_id
            WHERE r.account_id = \(account) ORDER BY r.created_at, r.id
            """
        ) { row in
            let id: Review.ID = try row.id(0)
            return [keywords[id] ?? [], photos[id] ?? []]
        }
    }

    func archivedReviewVersions(of account: Account.ID) throws -> [[ArchiveValue]] {
        let words = try keywordNames()
        return try archivedRows(
            .reviewVersions,
            """
            SELECT v.review_id, v.rev, v.stars, v.body, v.visited_on, v.written_at, v.keywords, v.pictures
            FROM reviews r JOIN review_versions v ON v.review_id = r.id
            WHERE r.account_id = \(account) ORDER BY r.created_at, r.id, v.rev
            """
        ) { row in
            [
                try row.string(6).split(separator: " ").compactMap { Keyword.ID($0).flatMap { words[$0] } },
                [AttachedPhoto](lines: try row.string(7)).map(\.alt),
            ]
        }
    }

    /// All of the account's photos: those of reviews, of its diary, and of neither.
    func archivedPhotos(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .photos,
            """
            SELECT h.name, h.review_id, h.entry_id, h.alt, b.width, b.height,
                h.hidden_at IS NOT NULL OR h.hidden_for_reason_at IS NOT NULL, h.created_at
            FROM photos h JOIN photo_blobs b ON b.hash = h.blob_hash
            WHERE h.account_id = \(account) ORDER BY h.created_at, h.id
            """
        )
    }

    /// The public names of the photos' files, and their names in the storage.
    func photoFiles(of account: Account.ID) throws -> [(name: String, file: String)] {
        try rows(
            """
            SELECT h.name, b.file FROM photos h JOIN photo_blobs b ON b.hash = h.blob_hash
            WHERE h.account_id = \(account) ORDER BY h.created_at, h.id
            """
        ).map { (name: try $0.string(0), file: try $0.string(1)) }
    }

    /// Drafts as typed, valid or not.
    func archivedReviewDrafts(of account: Account.ID) throws -> [[ArchiveValue]] {
        let words = try keywordNames()
        let photos = try rows("SELECT id, name FROM photos WHERE account_id = \(account) ORDER BY id").map { row in
            (try row.id(0) as Photo.ID, try row.string(1))
        }
        let names = Dictionary(uniqueKeysWithValues: photos)
        return try rows(
            """
            SELECT d.place_id, p.name, d.form, d.saved_at FROM review_drafts d JOIN places p ON p.id = d.place_id
            WHERE d.account_id = \(account) ORDER BY d.saved_at, d.place_id
            """
        ).map { row in
            let form = ReviewForm(try Form(Array(try row.string(2).utf8)))
            return [
                .integer(try row.int64(0)), .text(try row.string(1)),
                Int64(form.rating).map { .integer($0) } ?? .nothing, .text(form.body),
                form.visitedOn.isEmpty ? .nothing : .text(form.visitedOn),
                .texts(form.keywords.compactMap { words[$0] }), .texts(form.pictures.compactMap { names[$0.id] }),
                try row.archiveTime(3),
            ]
        }
    }

    func archivedHelpfulVotes(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .helpfulVotes,
            """
            SELECT v.review_id, r.place_id, p.name, v.created_at
            FROM review_votes v JOIN reviews r ON r.id = v.review_id JOIN places p ON p.id = r.place_id
            WHERE v.account_id = \(account) ORDER BY v.created_at, v.review_id
            """
        )
    }

    private func keywordNames() throws -> [Keyword.ID: String] {
        Dictionary(uniqueKeysWithValues: try allKeywords().map { ($0.id, $0.names.korean) })
    }

    /// Reads rows of a review's id and a text, and groups the texts by review.
    private func reviewTexts(_ sql: SQL) throws -> [Review.ID: [String]] {
        let pairs = try rows(sql).map { (try $0.id(0) as Review.ID, try $0.string(1)) }
        return Dictionary(grouping: pairs, by: \.0).mapValues { $0.map(\.1) }
    }
}
