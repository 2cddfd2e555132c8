import Foundation

/// The text of an entry: one field, whose first visible line is the title.
struct DiaryText: Sendable, Hashable {
    /// Why a text is refused; the raw value is the code of the form's error.
    enum Error: String, Swift.Error, CaseIterable {
        case tooLong = "too-long"
        case characters
    }

    /// As typed, with lines that end in `\n`.
    let text: String
    /// The first visible line, at most `titleLength` grapheme clusters; empty where nothing is visible.
    let title: String

    /// In grapheme clusters.
    static let maxLength = 20_000
    /// In UTF-8, so that a whole text fits the last message of a page that is left.
    static let maxBytes = 60_000
    static let titleLength = 80

    init(_ typed: String) throws(Error) {
        let text = Self.withPlainLineEnds(typed)
        let bytes = text.utf8.count
        if bytes > Self.maxBytes { throw .tooLong }
        if InvisibleCharacters.containsTower(text) { throw .characters }
        // No text has more clusters than bytes, and counting clusters costs many times as much.
        if bytes > Self.maxLength, text.count > Self.maxLength { throw .tooLong }
        self.text = text
        title = Self.title(of: text)
    }

    /// Whether nobody would see anything of it.
    var isBlank: Bool { title.isEmpty }

    static func title(of text: String) -> String { String(wholeTitle(of: text).prefix(titleLength)) }

    /// The first visible line, however long it is.
    static func wholeTitle(of text: String) -> String { titleLine(of: text).map { String($0).trimmed } ?? "" }

    /// The text after the line that is its title.
    static func withoutTitle(_ text: String) -> String {
        titleLine(of: text).map { String(text[$0.endIndex...]).trimmed } ?? text
    }

    /// What is shown after the title: all that follows it, or the whole text where the title is cut.
    static func afterTitle(_ text: String) -> String {
        wholeTitle(of: text).count <= titleLength ? withoutTitle(text) : text
    }

    /// The first visible line; reads no further, as an entry's title is asked for often.
    private static func titleLine(of text: String) -> Substring? {
        let scalars = text.unicodeScalars
        guard let visible = scalars.firstIndex(where: isVisible) else { return nil }
        let start = scalars[..<visible].lastIndex(of: "\n").map(scalars.index(after:)) ?? scalars.startIndex
        return text[start..<(scalars[visible...].firstIndex(of: "\n") ?? scalars.endIndex)]
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && !InvisibleCharacters.contains(scalar)
    }

    /// Browsers send line ends as CR LF.
    private static func withPlainLineEnds(_ typed: String) -> String {
        guard typed.utf8.contains(UInt8(ascii: "\r")) else { return typed }
        return typed.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    /// A text in the one form in which it is compared.
    static func folded(_ text: String) -> String {
        // Hangul syllables and ASCII have no other form, and normalizing costs many times as much.
        let isPlain = text.unicodeScalars.allSatisfy { $0.isASCII || (0xAC00...0xD7A3).contains($0.value) }
        return isPlain ? text.lowercased() : text.precomposedStringWithCompatibilityMapping.lowercased()
    }
}

/// The columns that are made of an entry's words: by which it is listed and found.
struct DiaryTextColumns: Sendable, Equatable {
    let title: String
    let searchKey: String
    let initials: String

    init(text: String, title: String, placeName: String) {
        self.title = title
        searchKey = DiaryText.folded("\(text)\n\(placeName)")
        initials = KoreanText.initials("\(title) \(placeName)")
    }

    init(_ entry: DiaryEntry) { self.init(text: entry.text, title: entry.title, placeName: entry.placeName) }
}
