import Foundation

extension Transaction {
    /// The earlier versions of a review, latest first.
    /// - Parameter rev: only versions before this one.
    func earlierVersions(of review: Review.ID, before rev: Int, limit: Int) throws -> [ReviewVersion] {
        try rows(
            """
            SELECT rev, stars, body, visited_on, keywords, pictures, written_at FROM review_versions
            WHERE review_id = \(review) AND rev < \(rev) ORDER BY rev DESC LIMIT \(limit)
            """
        ).map { row in
            ReviewVersion(
                rev: try row.int(0),
                stars: try row.int(1),
                body: try row.string(2),
                visitedOn: try row.optionalString(3),
                keywords: try row.string(4).split(separator: " ").compactMap { Keyword.ID($0) },
                pictures: [AttachedPhoto](lines: try row.string(5)),
                writtenAt: try row.date(6)
            )
        }
    }

    /// The present version of a review.
    func presentVersion(of review: Review) throws -> ReviewVersion {
        ReviewVersion(
            rev: review.rev,
            stars: review.stars,
            body: review.body,
            visitedOn: review.visitedOn,
            keywords: try keywordIDs(of: review.id),
            pictures: try reviewPictures(of: review.id),
            writtenAt: review.editedAt ?? review.createdAt
        )
    }
}
