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
        // Browsers send line ends as CR LF.
        let text = typed.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        if text.utf8.count > Self.maxBytes { throw .tooLong }
        if text.contains(where: InvisibleCharacters.isTower) { throw .characters }
        if text.count > Self.maxLength { throw .tooLong }
        self.text = text
        title = Self.title(of: text)
    }

    /// Whether nobody would see anything of it.
    var isBlank: Bool { title.isEmpty }

    static func title(of text: String) -> String {
        let line = text.split(separator: "\n").first(where: isVisible)
        return line.map { String(String($0).trimmed.prefix(titleLength)) } ?? ""
    }

    /// The text after the line that is its title.
    static func withoutTitle(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.firstIndex(where: isVisible) else { return text }
        return lines[(first + 1)...].joined(separator: "\n").trimmed
    }

    private static func isVisible(_ line: Substring) -> Bool {
        line.unicodeScalars.contains { !$0.properties.isWhitespace && !InvisibleCharacters.holds($0) }
    }
}
