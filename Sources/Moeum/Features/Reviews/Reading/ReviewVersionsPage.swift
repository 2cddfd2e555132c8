/// The versions of a review and what each edit changed; for its author and staff.
struct ReviewVersionsPage: Page {
    static let template = "reviews/versions"
    /// Versions on one page.
    static let maxShown = 20

    /// One version, compared with the one before it.
    struct Version: ViewModel {
        let version: ReviewVersion
        let isPresent: Bool
        let isFirst: Bool
        /// The changes in words, except those of the text itself.
        let changes: [String]
        let pieces: [WordDifference.Piece]

        static let fields: [Field<Version>] = [
            .integer("rev") { $0.version.rev },
            .integer("stars") { $0.version.stars },
            .text("body") { $0.version.body },
            .text("visitedOn") { $0.version.visitedOn },
            .integer("photoCount") { $0.version.pictures.count },
            .time("writtenAt") { $0.version.writtenAt },
            .texts("changes") { $0.changes },
            .flag("isPresent") { $0.isPresent }.viewOnly,
            .flag("isFirst") { $0.isFirst }.viewOnly,
            .list("pieces") { $0.pieces }.viewOnly,
        ]
    }

    let reviewID: Review.ID
    let place: ReviewList.Subject
    /// Latest first.
    let versions: [Version]
    let next: String?

    static let fields: [Field<ReviewVersionsPage>] = [
        .integer("id") { Int($0.reviewID) },
        .list("versions") { $0.versions },
        .text("next") { $0.next },
        .text("placeName") { $0.place.name }.viewOnly,
        .text("placeHref") { "/places/\($0.place.id)" }.viewOnly,
        .text("href") { "/reviews/\($0.reviewID)" }.viewOnly,
    ]
}

/// Describes each edit of a review.
struct ReviewVersionsBuilder: Sendable {
    let presenter: ReviewCardPresenter
    let keywords: [Keyword]

    /// The page of some versions, each compared with the one before it.
    /// - Parameters:
    ///   - versions: latest first, with one more than are shown where there are more.
    ///   - present: the revision that readers see.
    func page(
        of review: Review.ID,
        _ place: ReviewList.Subject,
        _ versions: [ReviewVersion],
        present: Int
    ) -> ReviewVersionsPage {
        let limit = ReviewVersionsPage.maxShown
        let compared = versions.enumerated().prefix(limit).map { index, version in
            let earlier = index + 1 < versions.count ? versions[index + 1] : nil
            return ReviewVersionsPage.Version(
                version: version,
                isPresent: version.rev == present,
                isFirst: earlier == nil,
                changes: earlier.map { changes(from: $0, to: version) } ?? [],
                pieces: WordDifference(from: (earlier ?? version).body, to: version.body).pieces
            )
        }
        return ReviewVersionsPage(
            reviewID: review,
            place: place,
            versions: compared,
            next: versions.count > limit ? "/reviews/\(review)/versions?after=\(versions[limit - 1].rev)" : nil
        )
    }

    private func changes(from old: ReviewVersion, to new: ReviewVersion) -> [String] {
        var changes: [String] = []
        func add(_ key: String, _ old: FieldValue, _ new: FieldValue) {
            changes.append(presenter.text("versions.\(key)", ["old": old, "new": new]))
        }
        if old.stars != new.stars { add("stars", .integer(old.stars), .integer(new.stars)) }
        if old.visitedOn != new.visitedOn { add("visited", day(old.visitedOn), day(new.visitedOn)) }
        if old.keywords != new.keywords { add("keywords", names(old.keywords), names(new.keywords)) }
        return changes + pictureChanges(PictureDifference(from: old.pictures, to: new.pictures))
    }

    private func pictureChanges(_ difference: PictureDifference) -> [String] {
        let groups = [
            ("photos-added", difference.added), ("photos-removed", difference.removed),
            ("photos-moved", difference.moved),
        ]
        let lists = groups.filter { !$0.1.isEmpty }.map { key, items in
            presenter.text("versions.\(key)", ["photos": .text(items.map(name).joined(separator: ", "))])
        }
        let described = difference.described.map { photo in
            presenter.text(
                "versions.photo-described",
                ["number": .integer(photo.position), "old": textOrNone(photo.old), "new": textOrNone(photo.new)]
            )
        }
        let ofOtherKind = difference.ofOtherKind.map { photo in
            presenter.text(
                "versions.photo-kind",
                ["number": .integer(photo.position), "old": kindOrNone(photo.old), "new": kindOrNone(photo.new)]
            )
        }
        return lists + described + ofOtherKind
    }

    private func kindOrNone(_ kind: String) -> FieldValue {
        textOrNone(PhotoKind(rawValue: kind).map { presenter.text("photo.kind.\($0.rawValue)") } ?? "")
    }

    private func name(_ item: PictureDifference.Item) -> String {
        let number = FieldValue.integer(item.position)
        let alt = item.picture.alt
        if alt.isEmpty { return presenter.text("versions.photo", ["number": number]) }
        return presenter.text("versions.photo-named", ["number": number, "alt": .text(alt)])
    }

    private func textOrNone(_ text: String) -> FieldValue {
        .text(text.isEmpty ? presenter.text("versions.none") : text)
    }

    private func day(_ day: String?) -> FieldValue {
        textOrNone(day.flatMap { SeoulTime.text(forDay: $0, withDay: true, presenter.language) } ?? "")
    }

    private func names(_ ids: [Keyword.ID]) -> FieldValue {
        let names = keywords.filter { ids.contains($0.id) }.map { $0.name(presenter.language) }
        return textOrNone(names.joined(separator: ", "))
    }
}
