/// What a review said before, and what each edit changed; for its author and staff.
struct ReviewVersionsPage: Page {
    static let template = "reviews/versions"

    /// One version, marked against the one before it.
    struct Version: ViewModel {
        struct Piece: ViewModel {
            let piece: WordDifference.Piece

            static let fields: [Field<Piece>] = [
                .text("text") { $0.piece.text },
                .flag("isAdded") { $0.piece.fate == .added },
                .flag("isRemoved") { $0.piece.fate == .removed },
                .flag("isKept") { $0.piece.fate == .kept },
            ]
        }

        let version: ReviewVersion
        let dayText: String
        let isPresent: Bool
        let isFirst: Bool
        /// In words, without the change of the text itself.
        let changes: [String]
        let pieces: [WordDifference.Piece]

        static let fields: [Field<Version>] = [
            .integer("rev") { $0.version.rev },
            .integer("stars") { $0.version.stars },
            .text("body") { $0.version.body },
            .text("visitedOn") { $0.version.visitedOn },
            .integer("photoCount") { $0.version.photoCount },
            .time("writtenAt") { $0.version.writtenAt },
            .texts("changes") { $0.changes },
            .integer("starsWidth") { $0.version.stars * 20 }.viewOnly,
            .text("dayText") { $0.dayText }.viewOnly,
            .flag("isPresent") { $0.isPresent }.viewOnly,
            .flag("isFirst") { $0.isFirst }.viewOnly,
            .flag("hasChanges") { !$0.changes.isEmpty }.viewOnly,
            .list("pieces") { $0.pieces.map(Piece.init) }.viewOnly,
        ]
    }

    let reviewID: Review.ID
    let placeName: String
    let placeHref: String
    /// The present one first.
    let versions: [Version]

    static let fields: [Field<ReviewVersionsPage>] = [
        .integer("id") { Int($0.reviewID) },
        .list("versions") { $0.versions },
        .text("placeName") { $0.placeName }.viewOnly,
        .text("placeHref") { $0.placeHref }.viewOnly,
        .text("href") { "/reviews/\($0.reviewID)" }.viewOnly,
    ]
}

/// Says in words what each edit of a review changed.
struct ReviewVersionsBuilder: Sendable {
    let writer: ReviewCardWriter
    let keywords: [Keyword]

    /// - Parameter versions: the present one first.
    func versions(_ versions: [ReviewVersion]) -> [ReviewVersionsPage.Version] {
        versions.enumerated().map { index, version in
            let earlier = index + 1 < versions.count ? versions[index + 1] : nil
            return ReviewVersionsPage.Version(
                version: version,
                dayText: SeoulTime(version.writtenAt).words(withDay: true, writer.language) + " "
                    + SeoulTime(version.writtenAt).clock,
                isPresent: index == 0,
                isFirst: earlier == nil,
                changes: earlier.map { changes(from: $0, to: version) } ?? [],
                pieces: WordDifference(from: (earlier ?? version).body, to: version.body).pieces
            )
        }
    }

    private func changes(from old: ReviewVersion, to new: ReviewVersion) -> [String] {
        var changes: [String] = []
        func add(_ key: String, _ old: FieldValue, _ new: FieldValue) {
            changes.append(writer.text("versions.\(key)", ["old": old, "new": new]))
        }
        if old.stars != new.stars { add("stars", .integer(old.stars), .integer(new.stars)) }
        if old.visitedOn != new.visitedOn { add("visited", day(old.visitedOn), day(new.visitedOn)) }
        if old.keywords != new.keywords { add("keywords", names(old.keywords), names(new.keywords)) }
        if old.photoCount != new.photoCount { add("photos", .integer(old.photoCount), .integer(new.photoCount)) }
        return changes
    }

    private func day(_ day: String?) -> FieldValue {
        .text(
            day.flatMap { SeoulTime.words(forDay: $0, withDay: true, writer.language) } ?? writer.text("versions.none")
        )
    }

    private func names(_ ids: [Keyword.ID]) -> FieldValue {
        let names = keywords.filter { ids.contains($0.id) }.map { $0.name(writer.language) }
        return .text(names.isEmpty ? writer.text("versions.none") : names.joined(separator: ", "))
    }
}
