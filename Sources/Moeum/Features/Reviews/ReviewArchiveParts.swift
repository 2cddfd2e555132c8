/// Reviews, photos and votes in an account's archive. They cannot be imported again: reviews would come back without their
/// dates, and votes as if given today.
extension ArchivePart {
    static let reviews = ArchivePart(
        name: "reviews",
        columns: [
            Column("id", .integer), Column("placeId", .integer), Column("place", .text), Column("stars", .integer),
            Column("body", .text), Column("visitedOn", .text, isOptional: true), Column("language", .text),
            Column("keywords", .texts), Column("photos", .texts), Column("helpful", .integer), Column("hidden", .flag),
            Column("createdAt", .time), Column("editedAt", .time, isOptional: true), Column("visitNoted", .flag),
        ],
        rows: { try $0.archivedReviews(of: $1) }
    )

    static let reviewVersions = ArchivePart(
        name: "review-versions",
        columns: [
            Column("reviewId", .integer), Column("version", .integer), Column("stars", .integer), Column("body", .text),
            Column("visitedOn", .text, isOptional: true), Column("keywords", .texts), Column("photos", .texts),
            Column("writtenAt", .time),
        ],
        rows: { try $0.archivedReviewVersions(of: $1) }
    )

    static let photos = ArchivePart(
        name: "photos",
        columns: [
            Column("name", .text), Column("reviewId", .integer, isOptional: true),
            Column("entryId", .integer, isOptional: true), Column("alt", .text), Column("width", .integer),
            Column("height", .integer), Column("hidden", .flag), Column("sentAt", .time),
        ],
        rows: { try $0.archivedPhotos(of: $1) },
        files: { transaction, account in
            // The largest size, in the format that every program can read.
            try transaction.photoFiles(of: account).flatMap { photo in
                [PhotoSize.large, .shared].map { size in
                    File(
                        name: "\(ArchiveFormat.photos)\(photo.name)\(size.ending)",
                        stored: "\(photo.file)\(size.ending)"
                    )
                }
            }
        }
    )

    static let reviewDrafts = ArchivePart(
        name: "review-drafts",
        columns: [
            Column("placeId", .integer), Column("place", .text), Column("stars", .integer, isOptional: true),
            Column("body", .text), Column("visitedOn", .text, isOptional: true), Column("keywords", .texts),
            Column("photos", .texts), Column("savedAt", .time),
        ],
        rows: { try $0.archivedReviewDrafts(of: $1) }
    )

    static let helpfulVotes = ArchivePart(
        name: "helpful-votes",
        columns: [
            Column("reviewId", .integer), Column("placeId", .integer), Column("place", .text), Column("at", .time),
        ],
        rows: { try $0.archivedHelpfulVotes(of: $1) }
    )
}
