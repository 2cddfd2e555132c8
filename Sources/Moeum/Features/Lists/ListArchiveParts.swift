import Foundation

/// The archive's parts of lists; of other people they contain only nicknames. An imported list is private and without an
/// address to share: its owner sets who may read it again.
extension ArchivePart {
    static let lists = ArchivePart(
        name: "lists",
        columns: [
            Column("id", .integer), Column("title", .text, maxLength: titleBytes),
            Column("note", .text, maxLength: BoundedText.maxBytes(NamedList.maxNoteLength)),
            Column("visibility", .text), Column("collaborators", .texts), Column("createdAt", .time),
            Column("changedAt", .time),
        ],
        rows: { try $0.archivedLists(of: $1) },
        restore: ArchiveRestore(ArchivedList.init) { try $0.importLists($2, to: $1.account) },
        limits: ArchiveRows.Limits(rows: NamedList.maxCount, bytesPerRow: 64 << 10)
    )

    /// All entries of one's own lists, and one's own entries on the lists of others; of a list that one may no longer read,
    /// only the place and the time of adding.
    static let listEntries = ArchivePart(
        name: "list-entries",
        columns: [
            Column("list", .text, isOptional: true, maxLength: titleBytes),
            Column("listCreatedAt", .time, isOptional: true), Column("ownList", .flag),
            Column("position", .integer, isOptional: true),
        ] + ArchivedPlace.columns + [
            Column("note", .text, isOptional: true, maxLength: BoundedText.maxBytes(NamedList.maxEntryNoteLength)),
            Column("ownEntry", .flag), Column("addedAt", .time),
        ],
        rows: { try $0.archivedListEntries(of: $1) },
        restore: ArchiveRestore(atPlaces: ArchivedListEntry.init) { try $0.importListEntries($2, to: $1.account) },
        limits: ArchiveRows.Limits(rows: NamedList.maxCount * NamedList.maxEntries, bytesPerRow: 64 << 10)
    )

    private static let titleBytes = BoundedText.maxBytes(NamedList.maxTitleLength)

    /// Removed entries that can still be restored: of one's own lists, and those that one removed from the lists of others.
    static let removedListEntries = ArchivePart(
        name: "removed-list-entries",
        columns: [Column("list", .text, isOptional: true)] + ArchivedPlace.columns + [
            Column("note", .text, isOptional: true), Column("removedAt", .time),
        ],
        rows: { try $0.archivedRemovedListEntries(of: $1) }
    )

    static let listCollaborations = ArchivePart(
        name: "list-collaborations",
        columns: [
            Column("list", .text, isOptional: true), Column("owner", .text, isOptional: true), Column("since", .time),
        ],
        rows: { try $0.archivedListCollaborations(of: $1) }
    )

    /// Invitations sent and received, with what each of the two people is shown.
    static let listInvitations = ArchivePart(
        name: "list-invitations",
        columns: [
            Column("list", .text, isOptional: true), Column("owner", .text, isOptional: true),
            Column("nickname", .text), Column("invitedAt", .time),
        ],
        rows: { try $0.archivedListInvitations(of: $1) }
    )
}

/// A list in an archive. Title and time of creation identify it.
struct ArchivedList: Sendable {
    let title: String
    let note: String
    let createdAt: Date

    /// Nil where a value would be refused by the form.
    init?(_ record: ArchiveRecord) {
        guard let title = record.text("title"), let note = record.text("note"),
            let name = try? BoundedText(title, .oneLine, upTo: NamedList.maxTitleLength), !name.text.isEmpty,
            let words = try? BoundedText(note, .lines, upTo: NamedList.maxNoteLength),
            let createdAt = record.time("createdAt")
        else { return nil }
        self.title = name.text
        self.note = words.text
        self.createdAt = ArchivedTime.identity(createdAt)
    }
}

/// An entry of a list in an archive.
struct ArchivedListEntry: ArchivedAtPlace {
    let list: String
    let listCreatedAt: Date
    let place: ArchivedPlace
    let note: String
    let addedAt: Date

    /// Nil where a value would be refused by the form, and for an entry of somebody else's list.
    init?(_ record: ArchiveRecord) {
        guard let list = record.text("list"), let createdAt = record.time("listCreatedAt"),
            record.flag("ownList") == true, let place = ArchivedPlace(record), let note = record.text("note"),
            let words = try? BoundedText(note, .lines, upTo: NamedList.maxEntryNoteLength)
        else { return nil }
        self.list = list
        listCreatedAt = ArchivedTime.identity(createdAt)
        self.place = place
        self.note = words.text
        addedAt = ArchivedTime.past(record.time("addedAt"))
    }
}
