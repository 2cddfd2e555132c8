import Foundation

/// The form for a report, with what is reported.
struct ReportPage: Page {
    static let template = "reports/new"

    /// Whether it can be reported now.
    enum State: Sendable {
        case open
        /// Staff approved this version of it.
        case approved
        /// The reader has reported it already.
        case reported
    }

    let subject: ReportedContent
    let state: State
    let form: FormView

    /// Nil for what cannot be blocked by a takedown.
    private var takedownHref: String? {
        let target = subject.subject.target
        return target.kind == .review || target.kind == .photo ? "/takedowns/new?target=\(target)" : nil
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

/// What is reported, in short.
struct ReportedContent: ViewModel {
    let subject: ReportSubject
    /// Its kind, such as a review.
    let what: String
    /// The photo's alternative text, or that it is the photo.
    let alt: String

    private static let maxExcerptLength = 120

    private var picture: Snapshot.Picture? {
        subject.target.kind == .photo ? subject.snapshot.pictures.first : nil
    }

    /// Nil for a photo.
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
        .text("what") { $0.what }.viewOnly,
        .text("thumbSource") { $0.picture?.files.path(.small) }.viewOnly,
        .integer("thumbWidth") { $0.picture?.files.width(.small) }.viewOnly,
        .integer("thumbHeight") { $0.picture?.files.height(.small) }.viewOnly,
        .text("alt") { $0.alt }.viewOnly,
    ]
}

/// The guidelines: what is removed, what follows a report, how to appeal.
struct ReportGuidelinesPage: Page {
    static let template = "reports/guidelines"

    /// A kind of content that is not allowed, with an explanation.
    struct Reason: ViewModel {
        let name: String
        let label: String
        let text: String

        static let fields: [Field<Reason>] = [
            .text("name") { $0.name }, .text("label") { $0.label }, .text("text") { $0.text },
        ]
    }

    let reasons: [Reason]

    static let fields: [Field<ReportGuidelinesPage>] = [
        .list("reasons") { $0.reasons },
        .integer("appealDays") { _ in Int(Sanction.appealPeriod / 86_400) }.viewOnly,
        .integer("count") { _ in Int(ReporterWeight.leastAge / 86_400) }.viewOnly,
        .integer("keptDays") { _ in Int(Snapshot.lifetime / 86_400) }.viewOnly,
    ]
}
