/// The form by which somebody reports something, with what they report.
struct ReportPage: Page {
    static let template = "reports/new"

    /// Whether there is anything to report still.
    enum State: Sendable {
        case open
        /// Staff found nothing wrong with it, and it is the same since.
        case approved
        /// The reader reported it already.
        case reported
    }

    let subject: ReportedContent
    let state: State
    let form: FormView

    /// Nil where the law's block is not for such a thing.
    private var takedownHref: String? {
        ContentReference(subject.subject.target) == nil ? nil : "/takedowns/new?target=\(subject.subject.target)"
    }

    static let fields: [Field<ReportPage>] = [
        .text("target") { $0.subject.subject.target.description },
        .object("subject") { $0.subject },
        .flag("isApproved") { $0.state == .approved },
        .flag("isReported") { $0.state == .reported },
        .flag("isOpen") { $0.state == .open }.viewOnly,
        .object("form") { $0.form },
        .text("takedownHref") { $0.takedownHref }.viewOnly,
    ]
}

/// Something that is reported, in few words.
struct ReportedContent: ViewModel {
    let subject: ReportSubject
    /// What it is, such as a review.
    let what: String
    /// What its author said a photo shows, or else that it is the photo.
    let alt: String

    private static let maxExcerptLength = 120

    private var picture: Snapshot.Picture? {
        subject.target.kind == .photo ? subject.snapshot.pictures.first : nil
    }

    /// A photo speaks for itself.
    private var excerpt: String? {
        guard subject.target.kind != .photo, !subject.snapshot.body.isEmpty else { return nil }
        let words = subject.snapshot.body.prefix(Self.maxExcerptLength).split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        return subject.snapshot.body.count > Self.maxExcerptLength ? words + "…" : words
    }

    static let fields: [Field<ReportedContent>] = [
        .text("kind") { $0.subject.target.kind.rawValue },
        .text("nickname") { $0.subject.isNamed ? $0.subject.snapshot.nickname : nil },
        .integer("stars") { $0.subject.snapshot.stars },
        .text("excerpt") { $0.excerpt },
        .text("placeName") { $0.subject.placeName },
        .text("href") { $0.subject.path }.viewOnly,
        .text("what") { $0.what }.viewOnly,
        .integer("starsWidth") { ($0.subject.snapshot.stars ?? 0) * 20 }.viewOnly,
        .text("thumbSource") { $0.picture?.files.path(.small) }.viewOnly,
        .integer("thumbWidth") { $0.picture?.files.width(.small) }.viewOnly,
        .integer("thumbHeight") { $0.picture?.files.height(.small) }.viewOnly,
        .text("alt") { $0.alt }.viewOnly,
    ]
}

/// What a program is told of a report or a suggestion that it sent.
struct ReportDone: ViewModel {
    /// Of the case that it belongs to.
    let id: ReportCase.ID
    let next: String
    let message: String

    static let fields: [Field<ReportDone>] = [
        .text("id") { String($0.id) }, .text("next") { $0.next }, .text("message") { $0.message },
    ]
}
