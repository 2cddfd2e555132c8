import Foundation

/// An account's reviews, photos and votes for its archive: only its own words; of other people's reviews only where a vote
/// went. They cannot be imported again: reviews would come back without their dates, and votes as if given today.
extension ArchivePart {
    static let reviews: ArchivePart = ArchivePart(
        name: "reviews",
        columns: [
            Column("id", .integer), Column("placeId", .integer), Column("place", .text), Column("stars", .integer),
            Column("body", .text), Column("visitedOn", .text, isOptional: true), Column("language", .text),
            Column("keywords", .texts), Column("photos", .texts), Column("helpful", .integer), Column("hidden", .flag),
            Column("createdAt", .time), Column("editedAt", .time, isOptional: true), Column("visitNoted", .flag),
        ],
        rows: { transaction, account in
            let keywords = try transaction.reviewTexts(
                """
                SELECT x.review_id, k.name_ko FROM reviews r JOIN review_keywords x ON x.review_id = r.id
                JOIN keywords k ON k.id = x.keyword_id
                WHERE r.account_id = \(account) ORDER BY r.id, k.tone DESC, k.position, k.id
                """
            )
            let photos = try transaction.reviewTexts(
                """
                SELECT h.review_id, h.name FROM reviews r JOIN photos h ON h.review_id = r.id
                WHERE r.account_id = \(account) ORDER BY r.id, h.position, h.id
                """
            )
            return try transaction.archivedRows(
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
    )

    static let reviewVersions: ArchivePart = ArchivePart(
        name: "review-versions",
        columns: [
            Column("reviewId", .integer), Column("version", .integer), Column("stars", .integer), Column("body", .text),
            Column("visitedOn", .text, isOptional: true), Column("keywords", .texts), Column("photos", .texts),
            Column("writtenAt", .time),
        ],
        rows: { transaction, account in
            let words = try transaction.keywordNames()
            return try transaction.archivedRows(
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
    )

    /// All of the account's photos: those of reviews, of its diary, and of neither.
    static let photos = ArchivePart(
        name: "photos",
        columns: [
            Column("name", .text), Column("reviewId", .integer, isOptional: true),
            Column("entryId", .integer, isOptional: true), Column("alt", .text), Column("width", .integer),
            Column("height", .integer), Column("hidden", .flag), Column("sentAt", .time),
            Column("kind", .text, isOptional: true),
        ],
        select: {
            """
            SELECT h.name, h.review_id, h.entry_id, h.alt, b.width, b.height,
                h.hidden_at IS NOT NULL OR h.hidden_for_reason_at IS NOT NULL, h.created_at, h.photo_kind
            FROM photos h JOIN photo_blobs b ON b.hash = h.blob_hash
            WHERE h.account_id = \($0) ORDER BY h.created_at, h.id
            """
        },
        files: { transaction, account in
            let names = try transaction.rows(
                """
                SELECT h.name, b.file FROM photos h JOIN photo_blobs b ON b.hash = h.blob_hash
                WHERE h.account_id = \(account) ORDER BY h.created_at, h.id
                """
            ).map { (name: try $0.string(0), stored: try $0.string(1)) }
            // The largest size, in the format that every program can read.
            return names.flatMap { photo in
                [PhotoSize.large, .shared].map { size in
                    File(
                        name: "\(ArchiveFormat.photos)\(photo.name)\(size.ending)",
                        stored: "\(photo.stored)\(size.ending)"
                    )
                }
            }
        }
    )

    /// Drafts as typed, valid or not.
    static let reviewDrafts = ArchivePart(
        name: "review-drafts",
        columns: [
            Column("placeId", .integer), Column("place", .text), Column("stars", .integer, isOptional: true),
            Column("body", .text), Column("visitedOn", .text, isOptional: true), Column("keywords", .texts),
            Column("photos", .texts), Column("savedAt", .time),
        ],
        rows: { transaction, account in
            let words = try transaction.keywordNames()
            let photos = try transaction.rows(
                "SELECT id, name FROM photos WHERE account_id = \(account) ORDER BY id"
            ).map { row in (try row.id(0) as Photo.ID, try row.string(1)) }
            let names = Dictionary(uniqueKeysWithValues: photos)
            return try transaction.rows(
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
    )

    static let helpfulVotes = ArchivePart(
        name: "helpful-votes",
        columns: [
            Column("reviewId", .integer), Column("placeId", .integer), Column("place", .text), Column("at", .time),
        ],
        select: {
            """
            SELECT v.review_id, r.place_id, p.name, v.created_at
            FROM review_votes v JOIN reviews r ON r.id = v.review_id JOIN places p ON p.id = r.place_id
            WHERE v.account_id = \($0) ORDER BY v.created_at, v.review_id
            """
        }
    )
}

extension Transaction {
    fileprivate func keywordNames() throws -> [Keyword.ID: String] {
        Dictionary(uniqueKeysWithValues: try allKeywords().map { ($0.id, $0.names.korean) })
    }

    /// Reads rows of a review's id and a text, and groups the texts by review.
    fileprivate func reviewTexts(_ sql: SQL) throws -> [Review.ID: [String]] {
        let pairs = try rows(sql).map { (try $0.id(0) as Review.ID, try $0.string(1)) }
        return Dictionary(grouping: pairs, by: \.0).mapValues { $0.map(\.1) }
    }
}
