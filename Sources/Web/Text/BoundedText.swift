import Foundation

/// A short text with a greatest length, in the form in which it is stored.
package struct BoundedText: Sendable, Hashable {
    /// Why a text is refused; the raw value is the code of the form's error.
    package enum Error: String, Swift.Error, CaseIterable {
        case tooLong = "too-long"
        case characters
    }

    package enum Shape: Sendable {
        case oneLine, lines
    }

    package let text: String

    /// The most bytes that a text of `maxLength` grapheme clusters has.
    package static func maxBytes(_ maxLength: Int) -> Int { maxLength * 32 }

    /// - Parameter maxLength: in grapheme clusters.
    package init(_ typed: String, _ shape: Shape, upTo maxLength: Int) throws(Error) {
        // Checked first: a form may send a megabyte.
        if typed.utf8.count > Self.maxBytes(maxLength) { throw .tooLong }
        if InvisibleCharacters.containsTower(typed) { throw .characters }
        var text = TextNormalizer.tidied(TextNormalizer.seen(typed))
        if shape == .oneLine { text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        if text.count > maxLength { throw .tooLong }
        self.text = text
    }

    /// Checks a text of several lines that may not be empty.
    /// - Parameter length: in grapheme clusters.
    /// - Returns: the text as it is stored, and the code of what is wrong with it.
    package static func required(_ typed: String?, _ length: ClosedRange<Int>) -> (text: String, error: String?) {
        do throws(Error) {
            let text = try BoundedText(typed ?? "", .lines, upTo: length.upperBound).text
            if text.isEmpty { return (text, "required") }
            return (text, text.count < length.lowerBound ? "too-short" : nil)
        } catch {
            return ("", error.rawValue)
        }
    }
}
