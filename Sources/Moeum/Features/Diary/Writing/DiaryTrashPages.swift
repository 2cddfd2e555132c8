import Foundation

/// An entry in the trash, or about to go there.
struct DeletedDiaryEntry: ViewModel {
    let entry: DiaryEntry
    /// Of what is left, or of its latest text.
    let title: String
    let dayText: String
    /// Until it is gone; nil before it is deleted.
    let daysLeft: Int?

    static let fields: [Field<DeletedDiaryEntry>] = [
        .text("id") { String($0.entry.id) },
        .text("day") { $0.entry.day },
        .text("title") { $0.title },
        .time("deletedAt") { $0.entry.deletedAt },
        .text("dayText") { $0.dayText }.viewOnly,
        .integer("count") { $0.daysLeft }.viewOnly,
        .flag("isEmptied") { $0.entry.isBlank }.viewOnly,
    ]
}

/// The trash: entries that can still be brought back.
struct DiaryTrashPage: Page {
    static let template = "diary/trash"
    static let pageSize = 30

    let account: Account.ID
    let entries: [DeletedDiaryEntry]
    let next: String?

    static let fields: [Field<DiaryTrashPage>] = [
        .list("entries") { $0.entries }, .text("next") { $0.next },
        .text("account") { String($0.account) }.viewOnly,
    ]
}

/// Asks for confirmation before the trash is emptied.
struct DiaryTrashEmptyingPage: Page {
    static let template = "diary/empty-trash"

    let count: Int
    /// What goes to the trash after it was counted stays there.
    let until: Date

    static let fields: [Field<DiaryTrashEmptyingPage>] = [
        .integer("count") { $0.count }, .text("until") { String($0.until.milliseconds) }.viewOnly,
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
    /// Whether a card of it is public.
    let isShared: Bool

    static let fields: [Field<DiaryDeletionPage>] = [
        .object("entry") { $0.entry }, .text("visitedPlace") { $0.visitedPlace }, .flag("isShared") { $0.isShared },
    ]
}
