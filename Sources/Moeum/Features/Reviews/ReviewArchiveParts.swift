/// Reviews, photos and votes in an account's archive. They cannot be imported again: reviews would come back without their
/// dates, and votes as if given anew.
extension ArchivePart {
    static let reviews = ArchivePart(
        name: "reviews",
        columns: [
            Column(name: "id", kind: .integer), Column(name: "placeId", kind: .integer),
            Column(name: "place", kind: .text), Column(name: "stars", kind: .integer),
            Column(name: "body", kind: .text), Column(name: "visitedOn", kind: .text, isOptional: true),
            Column(name: "language", kind: .text), Column(name: "keywords", kind: .texts),
            Column(name: "photos", kind: .texts), Column(name: "helpful", kind: .integer),
            Column(name: "hidden", kind: .flag), Column(name: "createdAt", kind: .time),
            Column(name: "editedAt", kind: .time, isOptional: true), Column(name: "visitNoted", kind: .flag),
        ],
        rows: { try $0.archivedReviews(of: $1) }
    )

    static let reviewVersions = ArchivePart(
        name: "review-versions",
        columns: [
            Column(name: "reviewId", kind: .integer), Column(name: "version", kind: .integer),
            Column(name: "stars", kind: .integer), Column(name: "body", kind: .text),
            Column(name: "visitedOn", kind: .text, isOptional: true), Column(name: "keywords", kind: .texts),
            Column(name: "photos", kind: .texts), Column(name: "writtenAt", kind: .time),
        ],
        rows: { try $0.archivedReviewVersions(of: $1) }
    )

    static let photos = ArchivePart(
        name: "photos",
        columns: [
            Column(name: "name", kind: .text), Column(name: "reviewId", kind: .integer, isOptional: true),
            Column(name: "entryId", kind: .integer, isOptional: true), Column(name: "alt", kind: .text),
            Column(name: "width", kind: .integer),
            Column(name: "height", kind: .integer), Column(name: "hidden", kind: .flag),
            Column(name: "sentAt", kind: .time),
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
            Column(name: "placeId", kind: .integer), Column(name: "place", kind: .text),
            Column(name: "stars", kind: .integer, isOptional: true), Column(name: "body", kind: .text),
            Column(name: "visitedOn", kind: .text, isOptional: true), Column(name: "keywords", kind: .texts),
            Column(name: "photos", kind: .texts), Column(name: "savedAt", kind: .time),
        ],
        rows: { try $0.archivedReviewDrafts(of: $1) }
    )

    static let helpfulVotes = ArchivePart(
        name: "helpful-votes",
        columns: [
            Column(name: "reviewId", kind: .integer), Column(name: "placeId", kind: .integer),
            Column(name: "place", kind: .text), Column(name: "at", kind: .time),
        ],
        rows: { try $0.archivedHelpfulVotes(of: $1) }
    )
}
