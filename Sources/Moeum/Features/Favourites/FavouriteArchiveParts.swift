import Foundation

/// The archive's part of favourites. Tags are imported with the favourites that have them.
extension ArchivePart {
    static let tags = ArchivePart(
        name: "tags",
        columns: [Column("group", .text), Column("value", .text), Column("favourites", .integer)],
        rows: { try $0.archivedTags(of: $1) }
    )

    static let favourites = ArchivePart(
        name: "favourites",
        columns: ArchivedPlace.columns + [
            Column("tags", .texts, maxLength: Tag.maxBytes),
            Column("note", .text, maxLength: BoundedText.maxBytes(Favourite.maxNoteLength)), Column("keptAt", .time),
        ],
        rows: { try $0.archivedFavourites(of: $1) },
        restore: ArchiveRestore(atPlaces: ArchivedFavourite.init) { try $0.importFavourites($2, to: $1.account) },
        limits: ArchiveRows.Limits(rows: Favourite.maxCount, bytesPerRow: 64 << 10)
    )

    /// Removed favourites that can still be restored.
    static let removedFavourites = ArchivePart(
        name: "removed-favourites",
        columns: ArchivedPlace.columns + [Column("tags", .texts), Column("note", .text), Column("removedAt", .time)],
        rows: { try $0.archivedRemovedFavourites(of: $1) }
    )
}

/// A favourite in an archive.
struct ArchivedFavourite: ArchivedAtPlace {
    let place: ArchivedPlace
    let tags: [Tag]
    let note: String
    let keptAt: Date

    /// Nil where a value would be refused by the form.
    init?(_ record: ArchiveRecord) {
        guard let place = ArchivedPlace(record), let texts = record.texts("tags"),
            texts.count <= Tag.maxPerFavourite,
            let note = record.text("note"),
            let bounded = try? BoundedText(note, .lines, upTo: Favourite.maxNoteLength)
        else { return nil }
        var tags: [Tag] = []
        for text in texts {
            guard let tag = try? Tag(text) else { return nil }
            if !tags.contains(tag) { tags.append(tag) }
        }
        self.place = place
        self.tags = tags
        self.note = bounded.text
        keptAt = ArchivedTime.past(record.time("keptAt"))
    }
}
