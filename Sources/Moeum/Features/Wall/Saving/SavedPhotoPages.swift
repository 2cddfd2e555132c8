/// The photos that somebody has saved, with their memos.
struct SavedPhotosPage: Page {
    static let template = "wall/saved"
    static let fragments = ["list": "wall/saved-list"]

    let cards: [SavedPhotoCard]
    let query: String
    let total: Int
    let countText: String
    let noneText: String
    /// What is wrong with the words.
    let problem: String?
    let next: String?

    static let fields: [Field<SavedPhotosPage>] = [
        .list("photos") { $0.cards },
        .integer("total") { $0.total },
        .text("next") { $0.next },
        .text("query") { $0.query }.viewOnly,
        .object("tabs") { _ in WallPage.Tabs(current: .saved) }.viewOnly,
        .text("countText") { $0.countText }.viewOnly,
        .text("noneText") { $0.problem == nil ? $0.noneText : nil }.viewOnly,
        .text("problem") { $0.problem }.viewOnly,
    ]
}

/// A saved photo, or the memo that is left of one.
struct SavedPhotoCard: ViewModel {
    let saved: SavedPhoto
    let card: WallCard?

    static let fields: [Field<SavedPhotoCard>] = [
        .text("id") { String($0.saved.id) },
        .object("photo") { $0.card },
        .text("memo") { $0.saved.memo.isEmpty ? nil : $0.saved.memo },
        .time("savedAt") { $0.saved.savedAt },
        .object("place") { $0.saved.place },
    ]
}

/// Saving a photo with a memo, or changing the memo.
struct SavePhotoPage: Page {
    static let template = "wall/save"

    let card: GalleryCard
    let isSaved: Bool
    let form: FormView
    let heading: String
    let next: String

    static let fields: [Field<SavePhotoPage>] = [
        .object("photo") { $0.card },
        .flag("saved") { $0.isSaved },
        .object("form") { $0.form },
        .text("heading") { $0.heading }.viewOnly,
        .text("back") { $0.next }.viewOnly,
    ]
}
