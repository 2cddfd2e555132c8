import Foundation

/// The form of a review before any check: keeps what was typed unchanged.
struct ReviewForm: Sendable, Equatable {
    /// The button that was pressed.
    enum Action: Sendable, Equatable {
        case publish
        /// Upload the chosen files and show the form again.
        case upload
        case remove(Photo.ID)
        case up(Photo.ID)
        case down(Photo.ID)

        init(_ value: String?) {
            let parts = (value ?? "").split(separator: ":", maxSplits: 1)
            let photo = parts.count == 2 ? Photo.ID(parts[1]) : nil
            switch (parts.first, photo) {
            case ("remove", let photo?): self = .remove(photo)
            case ("up", let photo?): self = .up(photo)
            case ("down", let photo?): self = .down(photo)
            case ("upload", nil): self = .upload
            default: self = .publish
            }
        }
    }

    var rating = ""
    var body = ""
    var visitedOn = ""
    /// In the order of the form.
    var keywords: [Keyword.ID] = []
    var pictures: [Review.Draft.Picture] = []
    /// Alternative texts of the files sent with this form, in order.
    var altsOfFiles: [String] = []
    var action = Action.publish

    static let empty = ReviewForm()

    /// Whether the form has nothing worth keeping.
    var isEmpty: Bool {
        rating.isEmpty && body.trimmed.isEmpty && visitedOn.isEmpty && keywords.isEmpty && pictures.isEmpty
    }

    /// The form's fields, encoded as a browser sends them.
    var form: Form {
        var items = [("rating", rating), ("body", body), ("visited_on", visitedOn)]
        items += keywords.map { ("keyword", String($0)) }
        for picture in pictures { items += [("photo_id", String(picture.id)), ("alt", picture.alt)] }
        return Form(items: items.filter { $0.0 == "alt" || !$0.1.isEmpty })
    }

    /// Moves or removes a photo as the button beside it says.
    mutating func movePhotos() {
        switch action {
        case .publish, .upload: break
        case .remove(let photo): pictures.removeAll { $0.id == photo }
        case .up(let photo): move(photo, by: -1)
        case .down(let photo): move(photo, by: 1)
        }
    }

    private mutating func move(_ photo: Photo.ID, by step: Int) {
        guard let index = pictures.firstIndex(where: { $0.id == photo }), pictures.indices.contains(index + step)
        else { return }
        pictures.swapAt(index, index + step)
    }
}

extension ReviewForm {
    /// `rating`, `body`, `visited_on`, `keyword` repeated, `photo_id` and `alt` repeated in the same order; each keyword and
    /// photo counts once.
    init(_ form: Form) {
        rating = form["rating"] ?? ""
        body = form["body"] ?? ""
        visitedOn = form["visited_on"] ?? ""
        var seen: Set<Keyword.ID> = []
        keywords = form.all("keyword").compactMap { Keyword.ID($0) }.filter { seen.insert($0).inserted }
        let (ids, alts) = (form.all("photo_id"), form.all("alt"))
        var seenPhotos: Set<Photo.ID> = []
        pictures = ids.enumerated().compactMap { index, id in
            guard let id = Photo.ID(id), seenPhotos.insert(id).inserted else { return nil }
            return Review.Draft.Picture(id: id, alt: index < alts.count ? alts[index] : "")
        }
        altsOfFiles = Array(alts.dropFirst(ids.count))
        action = Action(form["act"])
    }

    /// The form for editing a published review.
    init(_ review: Review, keywords: [Keyword.ID], pictures: [Review.Draft.Picture]) {
        self.init(
            rating: String(review.stars),
            body: review.body,
            visitedOn: review.visitedOn ?? "",
            keywords: keywords,
            pictures: pictures
        )
    }
}
