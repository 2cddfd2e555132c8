/// What was found in a diary.
struct DiarySearchPage: Page {
    static let template = "diary/search"

    let account: Account.ID
    let query: DiarySearchQuery
    let entries: [DiarySearchResult]
    let total: Int
    let next: String?
    let words: DiaryPresenter

    /// Why there are no entries.
    private var noneText: String {
        if query.isBackwards { return words.text("diary.search-backwards") }
        if query.text.isEmpty { return words.text("diary.search-nothing") }
        return words.text("diary.search-none", ["q": .text(query.text)])
    }

    /// What entries can be about.
    private var kinds: [ListChoice] {
        DiarySearchQuery.Kind.allCases.map { kind in
            let label = kind == .words ? "diary.words-only" : "kind.\(kind.rawValue)"
            return ListChoice(label: words.text(label), value: kind.rawValue, isCurrent: kind == query.kind)
        }
    }

    static let fields: [Field<DiarySearchPage>] = [
        .list("entries") { $0.entries },
        .integer("total") { $0.total },
        .text("next") { $0.next },
        .text("account") { String($0.account) }.viewOnly,
        .text("query") { $0.query.text }.viewOnly,
        .integer("count") { $0.query.isEmpty || $0.entries.isEmpty ? nil : $0.total }.viewOnly,
        .text("noneText") { $0.query.isEmpty || $0.query.problem != nil ? nil : $0.noneText }.viewOnly,
        .flag("isNarrowed") { $0.query.isNarrowed }.viewOnly,
        .list("kinds") { $0.kinds }.viewOnly,
        .text("from") { $0.query.from }.viewOnly,
        .text("to") { $0.query.to }.viewOnly,
        .text("earliest") { _ in Visit.earliestDay }.viewOnly,
        .text("today") { $0.words.today }.viewOnly,
        .choice("problem") { $0.query.problem }.viewOnly,
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
        .text("year") { String($0.view.item.day.prefix(4)) }.viewOnly,
        .text("dateText") { DiaryDayView.dateText($0.view.item.day) }.viewOnly,
        .text("weekdayText") { $0.view.words.weekdayText($0.view.item.day) }.viewOnly,
        .list("pictures") { Array($0.view.item.photos.prefix(1)) }.viewOnly,
    ]
}
