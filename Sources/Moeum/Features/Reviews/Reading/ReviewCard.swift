import Foundation
import Templates

/// A review on pages and in the JSON representation.
struct ReviewCard: ViewModel {
    /// The place of a review, on pages with reviews of several.
    struct Subject: ViewModel {
        let place: ReviewList.Subject
        let whereText: String

        static let fields: [Field<Subject>] = [
            .integer("id") { Int($0.place.id) },
            .text("name") { $0.place.name },
            .text("whereText") { $0.whereText }.viewOnly,
        ]
    }

    /// A keyword in the reader's language.
    struct Label: ViewModel {
        let name: String
        let tone: Keyword.Tone

        static let fields: [Field<Label>] = [
            .text("name") { $0.name }, .flag("isGood") { $0.tone == .good },
        ]
    }

    let entry: ReviewList.Entry
    /// The author's name, or words for an author who is not named.
    let authorName: String
    let place: Subject?
    let labels: [Label]
    let pictures: [ReviewCardPicture]
    let isOwn: Bool
    /// Whether the reader may see earlier versions.
    let hasVersions: Bool
    /// The token of the helpful button's form; nil without a session.
    let formToken: String?
    /// The page with this review, to which the helpful button leads back.
    let returnTo: String
    /// Whether it tells of a visit before others took the place over under another name.
    var isOfFormerName = false

    /// Where readers without a session log in and come back to this review.
    private var logInHref: String { "/login?next=\(returnTo.queryEncoded)" }

    static let fields: [Field<ReviewCard>] = [
        .integer("id") { Int($0.entry.id) },
        .object("author") { $0.entry.author },
        .object("place") { $0.place },
        .integer("stars") { $0.entry.stars },
        .text("body") { $0.entry.body },
        .text("visitedOn") { $0.entry.visitedOn },
        .flag("visitNoted") { $0.entry.isVisitNoted },
        .time("createdAt") { $0.entry.createdAt },
        .time("editedAt") { $0.entry.editedAt },
        .integer("helpful") { $0.entry.helpful },
        .list("keywords") { $0.labels },
        .list("photos") { $0.pictures },
        .text("authorName") { $0.authorName }.viewOnly,
        .text("initial") { card in
            card.entry.author != nil || card.isOwn ? String(card.authorName.prefix(1)) : "–"
        }.viewOnly,
        .text("bodyLanguage") { $0.entry.language == "other" ? nil : $0.entry.language }.viewOnly,
        .texts("paragraphs") { ReviewBody(text: $0.entry.body).paragraphs }.viewOnly,
        .text("excerpt") { ReviewBody(text: $0.entry.body).excerpt }.viewOnly,
        .flag("isOwn") { $0.isOwn }.viewOnly,
        .flag("isHidden") { $0.entry.isHidden }.viewOnly,
        .flag("isHeld") { $0.entry.isHeld }.viewOnly,
        .flag("isHiddenForReason") { $0.entry.isHiddenForReason && !$0.entry.isHeld }.viewOnly,
        .flag("isOfFormerName") { $0.isOfFormerName }.viewOnly,
        .flag("hasVersions") { $0.hasVersions }.viewOnly,
        .object("firstPhoto") { $0.pictures.first }.viewOnly,
        .flag("isHelpful") { $0.entry.isVotedByReader }.viewOnly,
        .text("voteToken") { $0.formToken }.viewOnly,
        .text("logInHref") { $0.logInHref }.viewOnly,
    ]
}

/// A small photo of a review, linked to the photo's own page.
struct ReviewCardPicture: ViewModel {
    let picture: ReviewList.Picture
    /// The photo's alternative text, or else whose photo it is.
    let alt: String

    static let fields: [Field<ReviewCardPicture>] = [
        .integer("id") { Int($0.picture.id) },
        .text("src") { $0.picture.files.path(.large) },
        .integer("width") { $0.picture.files.width(.large) },
        .integer("height") { $0.picture.files.height(.large) },
        .text("alt") { $0.alt },
        .choice("kind") { $0.picture.kind },
        .text("thumbSource") { $0.picture.files.path(.small) }.viewOnly,
        .text("sources") { $0.picture.files.sources(upTo: .medium) }.viewOnly,
        .text("colour") { $0.picture.colour }.viewOnly,
    ]
}

/// A review's words as pages show them.
struct ReviewBody {
    /// As it is stored: lines without blanks around them. Rarer line breaks, which older texts may hold, end no line.
    let text: String

    /// Separated by empty lines; single line breaks stay within.
    var paragraphs: [String] {
        // Bytes, since characters are slow to tell apart.
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .split(whereSeparator: \.isEmpty).map { $0.map { String(Substring($0)) }.joined(separator: "\n") }
    }

    /// The first words, for pages with little room.
    var excerpt: String {
        guard text.utf8.count > Self.excerptLength,
            let end = text.index(text.startIndex, offsetBy: Self.excerptLength, limitedBy: text.endIndex),
            end < text.endIndex
        else { return text }
        return String(text[..<end]).trimmed + "…"
    }

    /// In characters.
    private static let excerptLength = 200
}
