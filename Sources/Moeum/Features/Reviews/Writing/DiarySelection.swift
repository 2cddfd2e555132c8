/// What an author takes from own diary entries about a place into the review of it.
enum DiarySelection {
    enum Item: Hashable, Sendable {
        case day(DiaryEntry.ID)
        case photos(DiaryEntry.ID)
        /// - Parameter index: of `DiarySelection.paragraphs`, from 0.
        case paragraph(DiaryEntry.ID, index: Int)

        init?(_ value: String) {
            let parts = value.split(separator: ":")
            guard parts.count >= 2, let entry = DiaryEntry.ID(parts[1]) else { return nil }
            switch (parts[0], parts.count) {
            case ("day", 2): self = .day(entry)
            case ("photos", 2): self = .photos(entry)
            case ("text", 3):
                guard let index = Int(parts[2]) else { return nil }
                self = .paragraph(entry, index: index)
            default: return nil
            }
        }

        /// As forms send it.
        var value: String {
            switch self {
            case .day(let entry): "day:\(entry)"
            case .photos(let entry): "photos:\(entry)"
            case .paragraph(let entry, let index): "text:\(entry):\(index)"
            }
        }
    }

    /// The latest entries of a place that are offered.
    static let maxEntries = 5
    static let maxParagraphs = 12

    /// - Parameter form: `take` repeated.
    static func items(in form: Form) -> Set<Item> { Set(form.all("take").compactMap(Item.init)) }

    /// The paragraphs of an entry without its title; the title where there is nothing else.
    static func paragraphs(of entry: DiaryEntry) -> [String] {
        let rest = DiaryText.withoutTitle(entry.text)
        let lines = rest.split(separator: "\n").map { String($0).trimmed }.filter { !$0.isEmpty }
        if lines.isEmpty { return entry.title.isEmpty ? [] : [entry.title] }
        return Array(lines.prefix(maxParagraphs))
    }
}

/// An own diary entry about the place of a review, with what can be taken from it.
struct DiaryOffer: ViewModel {
    let entry: DiaryEntry
    let photos: String?

    struct Paragraph: ViewModel {
        let value: String
        let words: String

        static let fields: [Field<Paragraph>] = [
            .text("value") { $0.value },
            .text("words") { $0.words },
        ]
    }

    private var paragraphs: [Paragraph] {
        DiarySelection.paragraphs(of: entry).enumerated().map { index, words in
            Paragraph(value: DiarySelection.Item.paragraph(entry.id, index: index).value, words: words)
        }
    }

    static let fields: [Field<DiaryOffer>] = [
        .text("id") { String($0.entry.id) },
        .text("day") { $0.entry.day },
        .text("title") { $0.entry.title },
        .integer("photoCount") { $0.entry.photoCount },
        .list("paragraphs") { $0.paragraphs },
        .text("dayValue") { DiarySelection.Item.day($0.entry.id).value }.viewOnly,
        .text("photosText") { $0.photos }.viewOnly,
        .text("photosValue") { DiarySelection.Item.photos($0.entry.id).value }.viewOnly,
    ]
}

extension ReviewPublication {
    /// Fills in what the author ticked in own entries; nothing is published.
    func fillFromDiary(_ state: inout ReviewFormState, at place: Place.ID, _ transaction: Transaction) throws {
        let items = state.form.selection
        let entries = try transaction.diaryEntries(of: member.id, at: place, limit: DiarySelection.maxEntries)
        state.form.selection = []
        if items.isEmpty { state.errors["diary"] = "missing" }
        if let entry = entries.first(where: { items.contains(.day($0.id)) }) { state.form.visitedOn = entry.day }
        // Told in the order of their days.
        for entry in entries.reversed() {
            let paragraphs = DiarySelection.paragraphs(of: entry).enumerated()
                .filter { items.contains(.paragraph(entry.id, index: $0.offset)) }.map(\.element)
            state.form.body = ([state.form.body.trimmed] + paragraphs).filter { !$0.isEmpty }.joined(separator: "\n\n")
            guard items.contains(.photos(entry.id)) else { continue }
            // Equal photos have one copy, which may be in the form already.
            var seen = Set(state.form.pictures.map(\.id))
            let copies = try transaction.copyDiaryPhotos(of: entry, at: app.clock())
                .filter { seen.insert($0.id).inserted }
            let room = max(0, Review.maxPhotos - state.form.pictures.count)
            if copies.count > room { state.errors["photos"] = "too-many" }
            state.form.pictures += copies.prefix(room)
        }
    }
}
