/// What a photo card is made of.
enum CardSource: Sendable, Hashable {
    case entry(DiaryEntry.ID)
    case visit(Visit.ID)
    case review(Review.ID)

    /// Its page, and above it the pages of its card.
    var path: String {
        switch self {
        case .entry(let id): "/diary/entries/\(id)"
        case .visit(let id): "/visits/\(id)"
        case .review(let id): "/reviews/\(id)"
        }
    }

    var cardPath: String { "\(path)/card" }

    /// Its page for readers; a visit has none of its own.
    func home(on day: String?) -> String {
        guard case .visit = self, let day else { return path }
        return "/diary/\(day.prefix(7))?day=\(day)"
    }
}

/// What is known of a card's source.
struct CardMaterial: Sendable {
    struct Photo: Sendable, Equatable {
        let id: Moeum.Photo.ID
        let files: PhotoFiles
        let alt: String
        /// SHA-256 of the uploaded bytes.
        let hash: String
        /// The beginning of the names of its files in the storage.
        let file: String
    }

    let source: CardSource
    let nickname: String
    /// Nil where it is of no place of this site.
    let place: Place?
    /// The place's name where the site no longer has it.
    let placeName: String
    /// `yyyy-MM-dd`; nil for a review without one.
    let day: String?
    var weather = DiaryEntry.Weather()
    var stars: Int?
    /// The first line; empty for a visit.
    var title = ""
    var text = ""
    var hasMinute = false
    var photos: [Photo] = []

    var subject: CardSubject {
        switch place?.kind {
        case .bookshop: .bookshop
        case .restaurant: .restaurant
        case nil: placeName.isEmpty ? .words : .restaurant
        }
    }
}

/// What somebody wants of a card, from an address or a form.
struct CardChoice: Sendable, Equatable {
    var look = CardLook.frame
    /// Nil for the first.
    var photo: Photo.ID?
    /// Nil for the first sentence of the text.
    var line: String?
    var hasDate = true
    var hasWeather = true
    var hasName = false

    /// In grapheme clusters.
    static let maxLineLength = 60

    init() {}

    /// Ticks that are absent are off, once a look was chosen.
    init(_ form: Form) {
        guard let look = form["look"] else { return }
        self.look = CardLook(rawValue: look) ?? .frame
        photo = form["photo"].flatMap { Photo.ID($0) }
        line = form["line"]
        hasDate = form["date"] != nil
        hasWeather = form["weather"] != nil
        hasName = form["name"] != nil
    }

    /// The line as it is drawn; nil for the first sentence of the text.
    var checkedLine: String? {
        get throws(FormErrors) {
            guard let line else { return nil }
            do { return try BoundedText(line, .oneLine, upTo: Self.maxLineLength).text } catch {
                throw FormErrors(["line": error.rawValue])
            }
        }
    }

    /// The same as an address says it.
    var items: [(name: String, value: String)] {
        let all: [(String, String?)] = [
            ("look", look.rawValue), ("photo", photo.map { String($0) }), ("line", line), ("date", hasDate ? "1" : nil),
            ("weather", hasWeather ? "1" : nil), ("name", hasName ? "1" : nil),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}

/// A card before it is drawn: all that its picture shows.
struct CardPlan: Sendable, Equatable {
    let look: CardLook
    let subject: CardSubject
    let words: CardWords
    let photo: CardMaterial.Photo?

    /// The beginning of the names of its pictures: equal for equal cards.
    var key: String {
        let photo = look == .words ? nil : self.photo?.hash
        let parts = [
            "\(CardDrawing.version)", look.rawValue, subject.rawValue, words.name, words.place, words.line, words.date,
            words.brand, photo ?? "",
        ]
        // Lengths keep parts apart.
        let whole = parts.map { "\($0.utf8.count):\($0)" }.joined()
        return Hexadecimal.text(SHA256.digest(of: whole).prefix(16))
    }

    func file(_ size: CardSize) -> String { "\(key)-\(size.rawValue).jpg" }
}
