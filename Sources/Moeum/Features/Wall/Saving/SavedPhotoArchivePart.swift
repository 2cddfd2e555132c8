import Foundation

extension ArchivePart {
    /// Saved photos of others; the photos themselves are not in it.
    static let savedPhotos = ArchivePart(
        name: "saved-photos",
        columns: [
            Column(name: "photoId", kind: .integer, isOptional: true),
            Column(name: "placeId", kind: .integer, isOptional: true),
            Column(name: "place", kind: .text, isOptional: true),
            Column(name: "district", kind: .text, isOptional: true), Column(name: "memo", kind: .text),
            Column(name: "savedAt", kind: .time),
        ],
        rows: { try $0.archivedSavedPhotos(of: $1) },
        restore: ArchiveRestore(ArchivedSavedPhoto.init, place: \.place) { transaction, recipient, rows in
            try transaction.restoreSavedPhotos(rows, to: recipient.account)
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
