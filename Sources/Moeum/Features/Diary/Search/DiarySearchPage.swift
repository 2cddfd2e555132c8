/// What was found in a diary.
struct DiarySearchPage: Page {
    static let template = "diary/search"

    /// What entries can be about.
    struct Option: ViewModel {
        let value: String
        let label: String
        let isCurrent: Bool

        static let fields: [Field<Option>] = [
            .text("value") { $0.value }, .text("label") { $0.label }, .flag("isCurrent") { $0.isCurrent },
        ]
    }

    let account: Account.ID
    let query: DiarySearchQuery
    let entries: [DiarySearchResult]
    let total: Int
    let next: String?
    let heading: String
    let countText: String
    let noneText: String
    let kinds: [Option]
    let today: String
    /// What is wrong with the words.
    let problem: String?

    static let fields: [Field<DiarySearchPage>] = [
        .list("entries") { $0.entries },
        .integer("total") { $0.total },
        .text("next") { $0.next },
        .text("heading") { $0.heading }.viewOnly,
        .text("account") { String($0.account) }.viewOnly,
        .text("query") { $0.query.text }.viewOnly,
        .text("countText") { $0.query.isEmpty || $0.entries.isEmpty ? nil : $0.countText }.viewOnly,
        .text("noneText") { $0.query.isEmpty || $0.problem != nil ? nil : $0.noneText }.viewOnly,
        .flag("isNarrowed") { $0.query.isNarrowed }.viewOnly,
        .list("kinds") { $0.kinds }.viewOnly,
        .text("from") { $0.query.from }.viewOnly,
        .text("to") { $0.query.to }.viewOnly,
        .text("earliest") { _ in Visit.earliestDay }.viewOnly,
        .text("today") { $0.today }.viewOnly,
        .text("problem") { $0.problem }.viewOnly,
    ]
}

/// An entry that was found, with the words marked.
struct DiarySearchResult: ViewModel {
    struct Piece: ViewModel {
        let piece: DiaryExcerpt.Piece

        static let fields: [Field<Piece>] = [.text("piece") { $0.piece.text }, .flag("isMatch") { $0.piece.isMatch }]
    }

    let view: DiaryItemView
    let title: DiaryExcerpt
    let place: DiaryExcerpt?
    let excerpt: DiaryExcerpt
    let yearText: String
    let weekdayText: String

    /// `11.14`.
    private var dateText: String {
        view.item.day.dropFirst(5).split(separator: "-").compactMap { Int($0).map { String($0) } }.joined(
            separator: "."
        )
    }

    static let fields: [Field<DiarySearchResult>] = [
        .text("id") { String($0.view.item.id) },
        .text("day") { $0.view.item.day },
        .text("title") { $0.view.title },
        .object("place") { $0.view.place },
        .text("excerpt") { $0.excerpt.text },
        .flag("isHangul") { Romanization.hasHangul($0.title.text) }.viewOnly,
        .list("titlePieces") { $0.title.pieces.map(Piece.init) }.viewOnly,
        .list("placePieces") { ($0.place?.pieces ?? []).map(Piece.init) }.viewOnly,
        .list("excerptPieces") { $0.excerpt.pieces.map(Piece.init) }.viewOnly,
        .text("yearText") { $0.yearText }.viewOnly,
        .text("dateText") { $0.dateText }.viewOnly,
        .text("weekdayText") { $0.weekdayText }.viewOnly,
        .list("pictures") { $0.view.item.photos.prefix(1).map { DiaryThumb(photo: $0) } }.viewOnly,
    ]
}
