import Foundation

/// A short phrase that reviews can be tagged with.
struct Keyword: Sendable, Equatable, Identifiable {
    enum Tone: String, Sendable, CaseIterable, Codable {
        case good, bad
    }

    let id: Identifier<Keyword>
    let kind: Place.Kind
    let tone: Tone
    let names: Names
    let rev: Int
    /// A retired keyword is no longer offered; reviews that have it keep it.
    let isRetired: Bool

    func name(_ language: Language) -> String { language == .english ? names.english : names.korean }

    /// A keyword's name in both languages.
    struct Names: Sendable, Hashable {
        /// Why a name is refused; the raw value is the code of the form's error.
        enum Error: String, Swift.Error, CaseIterable {
            case missing
            case tooLong = "too-long"
            case characters
        }

        /// In grapheme clusters.
        static let maxLength = 24

        let korean: String
        let english: String

        /// - Parameters: both as typed.
        init(korean: String, english: String) throws(Error) {
            self.korean = try Self.checked(korean)
            self.english = try Self.checked(english)
        }

        /// Names from the table, which were checked before.
        init(storedKorean: String, english: String) {
            korean = storedKorean
            self.english = english
        }

        static func checked(_ typed: String) throws(Error) -> String {
            if typed.utf8.count > 1_024 { throw .tooLong }
            let name = typed.precomposedStringWithCanonicalMapping.trimmed
            if name.isEmpty { throw .missing }
            let isUnseen = name.contains { character in
                InvisibleCharacters.isTower(character)
                    || character.unicodeScalars.contains(where: InvisibleCharacters.contains)
            }
            if isUnseen { throw .characters }
            if name.count > maxLength { throw .tooLong }
            return name
        }
    }
}
