import Foundation

extension ArchivePart {
    /// Saved photos of others; the photos themselves are not in it.
    static let savedPhotos = ArchivePart(
        name: "saved-photos",
        columns: [
            Column("photoId", .integer, isOptional: true), Column("placeId", .integer, isOptional: true),
            Column("place", .text, isOptional: true), Column("district", .text, isOptional: true),
            Column("memo", .text), Column("savedAt", .time),
        ],
        rows: { try $0.archivedSavedPhotos(of: $1) },
        restore: ArchiveRestore(ArchivedSavedPhoto.init, place: \.place) {
            try $0.restoreSavedPhotos($2, to: $1.account)
        },
        limits: ArchiveRows.Limits(rows: SavedPhoto.maxCount, bytesPerRow: 16 << 10)
    )
}

/// A saved photo in an archive.
struct ArchivedSavedPhoto: Sendable {
    let photo: Photo.ID?
    let place: ArchivedPlace?
    let memo: String
    let savedAt: Date

    /// Nil for a record that no form would accept, or that names neither a photo nor says anything.
    init?(_ record: ArchiveRecord) {
        guard let typed = record.text("memo"),
            let memo = try? BoundedText(typed, .lines, upTo: SavedPhoto.maxMemoLength).text
        else { return nil }
        photo = record.integer("photoId").map(Photo.ID.init(rawValue:))
        if photo == nil, memo.isEmpty { return nil }
        place = ArchivedPlace(record)
        self.memo = memo
        savedAt = ArchivedTime.past(record.time("savedAt"))
    }
}
