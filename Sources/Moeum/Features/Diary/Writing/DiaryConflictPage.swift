/// Two texts of an entry, of which one or both are kept.
struct DiaryConflictPage: Page {
    static let template = "diary/conflict"

    let entry: DiaryEntry
    let dayText: String
    let form: DiaryForm
    /// Of both.
    let pictures: [AttachedPhoto]
    let merged: String
    let mine: DiaryConflictSide
    let theirs: DiaryConflictSide

    private var hidden: [FormHidden] {
        let facts = [
            ("on", form.day), ("minute", form.minute), ("place_id", form.place), ("weather", form.weather),
            ("rev", String(entry.rev)), ("mine", form.text),
        ]
        let photos = pictures.flatMap { [("photo_id", String($0.id)), ("alt", $0.alt)] }
        let takenOut = form.takenOut.map { ("taken_out", String($0)) }
        return (facts + photos + takenOut).map { FormHidden(name: $0.0, value: $0.1) }
    }

    static let fields: [Field<DiaryConflictPage>] = [
        .integer("rev") { $0.entry.rev },
        .text("theirs") { $0.entry.text },
        .text("merged") { $0.merged },
        .list("hidden") { $0.hidden }.viewOnly,
        .list("sides") { [$0.mine, $0.theirs] }.viewOnly,
        // What is stored stays unless the other is chosen.
        .list("facts") { $0.mine.facts.isEmpty ? [] : [$0.theirs, $0.mine] }.viewOnly,
        .flag("hasOwnPhotos") { !$0.mine.photos.isEmpty || !$0.theirs.photos.isEmpty }.viewOnly,
        .text("dayText") { $0.dayText }.viewOnly,
        .text("entryPath") { "/diary/entries/\($0.entry.id)" }.viewOnly,
        .text("monthHref") { "/diary/\($0.entry.day.prefix(7))?day=\($0.entry.day)" }.viewOnly,
    ]
}

/// One of the two, with what only it has.
struct DiaryConflictSide: ViewModel {
    /// What to keep; the raw value is that of the form's button.
    enum Choice: String, Sendable, CaseIterable {
        case mine, theirs, merged
    }

    let choice: Choice
    /// When and with what it was written.
    let writtenText: String
    /// Day and time, place, weather, where the other differs.
    let facts: [String]
    let paragraphs: [DiaryComparison.Paragraph]
    let photos: [DiaryThumbnail]

    static let fields: [Field<DiaryConflictSide>] = [
        .choice("choice") { $0.choice },
        .text("writtenText") { $0.writtenText },
        .texts("facts") { $0.facts },
        .text("factsText") { $0.facts.joined(separator: " · ") },
        .list("paragraphs") { side in
            let title = side.paragraphs.firstIndex { !DiaryText.title(of: $0.text).isEmpty }
            return side.paragraphs.enumerated().map { DiaryParagraph(paragraph: $1, isTitle: $0 == title) }
        },
        .flag("isHangul") { side in side.paragraphs.contains { Romanization.hasHangul($0.text) } },
        .list("photos") { $0.photos },
    ]
}

struct DiaryParagraph: ViewModel {
    let paragraph: DiaryComparison.Paragraph
    let isTitle: Bool

    static let fields: [Field<DiaryParagraph>] = [
        .text("text") { $0.paragraph.text },
        // An empty line is not worth a mark.
        .flag("isOwn") { $0.paragraph.isOwn && !$0.paragraph.text.trimmed.isEmpty },
        .flag("isTitle") { $0.isTitle },
    ]
}

struct DiaryThumbnail: ViewModel {
    let src: String
    let alt: String

    static let fields: [Field<DiaryThumbnail>] = [.text("src") { $0.src }, .text("alt") { $0.alt }]
}
