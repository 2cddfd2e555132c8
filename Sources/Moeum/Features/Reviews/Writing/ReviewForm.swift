import Foundation

/// The form of a review before any check: keeps what was typed unchanged.
struct ReviewForm: Sendable, Equatable {
    /// The button that was pressed.
    enum Action: Sendable, Equatable {
        case publish
        /// Upload the chosen files and show the form again.
        case upload
        /// Take what is ticked in own diary entries and show the form again.
        case diary
        case photo(PhotoMove)

        init(_ value: String?) {
            switch value {
            case "upload": self = .upload
            case "diary": self = .diary
            default: self = PhotoMove(value).map(Action.photo) ?? .publish
            }
        }
    }

    var rating = ""
    var body = ""
    var visitedOn = ""
    /// Whether readers see that the visit was noted on its day or the next.
    var isVisitNoted = false
    /// In the order of the form.
    var keywords: [Keyword.ID] = []
    var pictures: [AttachedPhoto] = []
    var action = Action.publish
    /// What to take from the diary; never saved.
    var selection: Set<DiarySelection.Item> = []

    /// Whether the form has nothing worth keeping.
    var isEmpty: Bool {
        rating.isEmpty && body.trimmed.isEmpty && visitedOn.isEmpty && keywords.isEmpty && pictures.isEmpty
    }

    /// The form's fields, encoded as a browser sends them.
    var form: Form {
        var items = [("rating", rating), ("body", body), ("visited_on", visitedOn)]
        if isVisitNoted { items.append(("visit_noted", "1")) }
        items += keywords.map { ("keyword", String($0)) }
        let haveKinds = pictures.contains { !$0.kind.isEmpty }
        for picture in pictures {
            items += [("photo_id", String(picture.id)), ("alt", picture.alt)]
            if haveKinds { items.append(("kind", picture.kind)) }
        }
        return Form(items: items.filter { $0.0 == "alt" || $0.0 == "kind" || !$0.1.isEmpty })
    }
}

extension ReviewForm {
    /// `rating`, `body`, `visited_on`, `visit_noted`, `keyword` repeated, and photos as `AttachedPhoto` reads them; each keyword
    /// and photo counts once.
    init(_ form: Form) {
        rating = form["rating"] ?? ""
        body = form["body"] ?? ""
        visitedOn = form["visited_on"] ?? ""
        isVisitNoted = form["visit_noted"] == "1"
        var seen: Set<Keyword.ID> = []
        keywords = form.all("keyword").compactMap { Keyword.ID($0) }.filter { seen.insert($0).inserted }
        pictures = AttachedPhoto.all(in: form)
        action = Action(form["act"])
        selection = DiarySelection.items(in: form)
    }
}

/// A review that is being written, saved while its author types.
struct ReviewDraft: Sendable {
    let form: ReviewForm
    let savedAt: Date

    /// Tells one text from another: a save names the one that it was made from.
    var rev: String { Self.rev(of: form) }

    static func rev(of form: ReviewForm) -> String {
        Hexadecimal.text(SHA256.digest(of: form.form.encoded).prefix(8))
    }

    static let lifetime: TimeInterval = 30 * 86_400
    /// The largest draft, in bytes of an encoded form.
    static let maxBytes = 65_536

    /// Whether a form is small enough to be saved. The parts are measured first: encoding a megabyte takes long.
    static func fits(_ form: ReviewForm) -> Bool {
        let form = form.form
        return form.bytes <= maxBytes && form.encoded.utf8.count <= maxBytes
    }

    /// Deletes old drafts.
    static let sweep: AccountSweep.Task = { try $0.deleteOldReviewDrafts(at: $1, atMost: $2) }
}
