import Foundation

/// An entry in the trash, or about to go there.
struct DeletedDiaryEntry: ViewModel {
    let entry: DiaryEntry
    /// Of what is left, or of its latest text.
    let title: String
    let dayText: String
    /// Until it is gone; nil before it is deleted.
    let daysLeft: Int?
    /// Whether its author took everything out of it.
    let isEmptied: Bool

    static let fields: [Field<DeletedDiaryEntry>] = [
        .text("id") { String($0.entry.id) },
        .text("day") { $0.entry.day },
        .text("title") { $0.title },
        .time("deletedAt") { $0.entry.deletedAt },
        .text("dayText") { $0.dayText }.viewOnly,
        .flag("isHangul") { Romanization.hasHangul($0.title) }.viewOnly,
        .integer("count") { $0.daysLeft }.viewOnly,
        .flag("isEmptied") { $0.isEmptied }.viewOnly,
        .text("entryPath") { "/diary/entries/\($0.entry.id)" }.viewOnly,
    ]
}

/// The trash: entries that can still be brought back.
struct DiaryTrashPage: Page {
    static let template = "diary/trash"
    static let pageSize = 30

    let entries: [DeletedDiaryEntry]
    let next: String?

    static let fields: [Field<DiaryTrashPage>] = [
        .list("entries") { $0.entries }, .text("next") { $0.next },
    ]
}

/// Where the address of a deleted entry leads.
struct DiaryDeletedPage: Page {
    static let template = "diary/deleted"

    let entry: DeletedDiaryEntry

    static let fields: [Field<DiaryDeletedPage>] = [.object("entry") { $0.entry }]
}

/// Asks for confirmation before an entry is deleted.
struct DiaryDeletionPage: Page {
    static let template = "diary/delete"

    let entry: DeletedDiaryEntry
    /// The place of the visit that the entry brought about.
    let visitedPlace: String?

    static let fields: [Field<DiaryDeletionPage>] = [
        .object("entry") { $0.entry }, .text("visitedPlace") { $0.visitedPlace },
    ]
}

/// The earlier texts of an entry.
struct DiaryVersionsPage: Page {
    static let template = "diary/versions"

    let entry: DiaryEntry
    let dayText: String
    let versions: [DiaryVersionItem]

    static let fields: [Field<DiaryVersionsPage>] = [
        .list("versions") { $0.versions },
        .integer("rev") { $0.entry.rev },
        .text("dayText") { $0.dayText }.viewOnly,
        .text("entryPath") { "/diary/entries/\($0.entry.id)" }.viewOnly,
    ]
}

struct DiaryVersionItem: ViewModel {
    let entry: DiaryEntry
    let version: DiaryVersion
    let writtenText: String

    static let fields: [Field<DiaryVersionItem>] = [
        .text("id") { String($0.version.id) },
        .integer("rev") { $0.version.rev },
        .text("text") { $0.version.text },
        .text("why") { $0.version.why.rawValue },
        .time("writtenAt") { $0.version.writtenAt },
        .text("writtenText") { $0.writtenText }.viewOnly,
        .flag("isHangul") { Romanization.hasHangul($0.version.text) }.viewOnly,
        .flag("isFromConflict") { $0.version.why == .conflict }.viewOnly,
        .integer("entryRev") { $0.entry.rev }.viewOnly,
        .text("restoreAction") { "/diary/entries/\($0.entry.id)/versions/\($0.version.id)/restore" }.viewOnly,
    ]
}

/// Two texts of an entry, of which one or both are kept.
struct DiaryConflictPage: Page {
    static let template = "diary/conflict"

    let entry: DiaryEntry
    let dayText: String
    let form: DiaryForm
    /// Of both.
    let pictures: [AttachedPhoto]
    let comparison: DiaryComparison
    let mineText: String
    let theirsText: String

    private var hidden: [FormHidden] {
        let facts = [
            ("on", form.day), ("minute", form.minute), ("place_id", form.place), ("weather", form.weather),
            ("rev", String(entry.rev)), ("mine", form.text),
        ]
        let photos = pictures.flatMap { [("photo_id", String($0.id)), ("alt", $0.alt)] }
        return (facts + photos).map { FormHidden(name: $0.0, value: $0.1) }
    }

    static let fields: [Field<DiaryConflictPage>] = [
        .integer("rev") { $0.entry.rev },
        .text("theirs") { $0.entry.text },
        .text("merged") { $0.comparison.merged },
        .list("hidden") { $0.hidden }.viewOnly,
        .list("mineParagraphs") { $0.comparison.mine.map(DiaryParagraph.init) }.viewOnly,
        .list("theirParagraphs") { $0.comparison.theirs.map(DiaryParagraph.init) }.viewOnly,
        .flag("isHangul") { Romanization.hasHangul($0.form.text + $0.entry.text) }.viewOnly,
        .text("mineText") { $0.mineText }.viewOnly,
        .text("theirsText") { $0.theirsText }.viewOnly,
        .text("entryID") { String($0.entry.id) }.viewOnly,
        .text("dayText") { $0.dayText }.viewOnly,
        .text("entryPath") { "/diary/entries/\($0.entry.id)" }.viewOnly,
        .text("monthHref") { "/diary/\($0.entry.day.prefix(7))?day=\($0.entry.day)" }.viewOnly,
    ]
}

struct DiaryParagraph: ViewModel {
    let paragraph: DiaryComparison.Paragraph

    static let fields: [Field<DiaryParagraph>] = [
        .text("text") { $0.paragraph.text }, .flag("isOwn") { $0.paragraph.isOwn },
    ]
}
