import Foundation
import Synchronization

/// The names of entries' files: day and title, as Windows, macOS and Linux take them, each once.
final class DiaryFileNames: Sendable {
    /// In UTF-8. File systems take 255; a folder, a number and an ending are added.
    static let maxBytes = 150

    private struct Day {
        var day = ""
        var used: Set<String> = []
        /// The last number behind each name.
        var numbers: [String: Int] = [:]
    }

    private let current = Mutex(Day())

    /// The day, and as much of the title as a file's name can have.
    static func name(day: String, title: String) -> String {
        var (name, shown) = (day, String.UnicodeScalarView())
        for scalar in title.precomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.properties.isWhitespace || forbidden.contains(scalar) {
                shown.append(" ")
            } else if !InvisibleCharacters.contains(scalar) {
                shown.append(scalar)
            }
        }
        let words = String(shown).split(separator: " ").joined(separator: " ")
        if !words.isEmpty { name += " " }
        for character in words {
            guard name.utf8.count + character.utf8.count <= maxBytes else { break }
            name.append(character)
        }
        // Windows drops dots and blanks at the end.
        while let last = name.last, last == "." || last == " " { name.removeLast() }
        return InvisibleCharacters.isUnsafeToCompose(name.unicodeScalars) ? day : name
    }

    /// The name of the next entry, with a number where another of its day has the name. Entries come in the order of days.
    func next(day: String, title: String) -> String {
        let name = Self.name(day: day, title: title)
        let key = Self.key(name)
        return current.withLock { current in
            if day != current.day { current = Day(day: day) }
            var (unique, number) = (name, current.numbers[key] ?? 1)
            // Counting goes on where it ended for the last entry of this name.
            while !current.used.insert(Self.key(unique)).inserted {
                number += 1
                unique = "\(name) (\(number))"
            }
            current.numbers[key] = number
            return unique
        }
    }

    /// File systems take some letters for the same.
    private static func key(_ name: String) -> String {
        name.precomposedStringWithCompatibilityMapping.lowercased()
    }

    private static let forbidden: Set<Unicode.Scalar> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]
}
