/// How a photo card looks.
enum CardLook: String, Codable, Sendable, CaseIterable {
    /// White glaze with the photo in a window.
    case frame
    /// The photo to the rim.
    case full
    /// A plate with the words alone.
    case words
}

/// For what a photo card is made, in pixels.
enum CardSize: String, Codable, Sendable, CaseIterable {
    case story, square, wide

    var width: Int { self == .wide ? 1_200 : 1_080 }

    var height: Int {
        switch self {
        case .story: 1_920
        case .square: 1_080
        case .wide: 630
        }
    }
}

/// What a photo card is of, which its mark says: a ring for a restaurant, a square for a bookshop, a line for words alone.
enum CardSubject: String, Codable, Sendable, CaseIterable {
    case restaurant, bookshop, words
}

/// What stands on a photo card.
struct CardWords: Codable, Sendable, Equatable {
    /// The place's name, or the title.
    var name: String
    /// Where it is.
    var place = ""
    var line = ""
    /// The day and its weather, and who made the card.
    var date = ""
    /// The site's name.
    var brand: String
}

/// A job for a photo worker: a card to be drawn.
struct CardDrawingJob: Codable, Sendable, Equatable {
    let look: CardLook
    let size: CardSize
    let subject: CardSubject
    let words: CardWords
    /// The file of its photo; nil for a card without one.
    let photo: String?
    /// The file to be written, a JPEG.
    let output: String

    func moved(photo: String?, output: String) -> CardDrawingJob {
        CardDrawingJob(look: look, size: size, subject: subject, words: words, photo: photo, output: output)
    }
}
