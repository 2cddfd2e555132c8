import Foundation

/// Words that no nickname may use, because others would take that person for staff.
struct ReservedNames: Sendable {
    private var whole: Set<String> = []
    private var parts: [String] = []

    /// Reads `reserved-names.txt`.
    static func load(from directory: String) throws -> ReservedNames {
        ReservedNames(try String(contentsOfFile: "\(directory)/reserved-names.txt", encoding: .utf8))
    }

    /// - Parameter text: one word a line; a word between asterisks is also reserved as a part of names; `#` begins a comment.
    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline).map({ String($0).trimmed }) where !line.hasPrefix("#") {
            let word = Self.squeezed(Nickname.key(line.replacing("*", with: "")))
            if word.isEmpty { continue }
            if line.hasPrefix("*") { parts.append(word) } else { whole.insert(word) }
        }
    }

    /// - Parameter key: the key of a nickname.
    func contains(_ key: String) -> Bool {
        let word = Self.squeezed(key)
        return whole.contains(word) || parts.contains { word.contains($0) }
    }

    /// Letters and digits only; digits used as letters count as those letters.
    private static func squeezed(_ key: String) -> String {
        String(key.filter { $0.isLetter || $0.isNumber }.map { disguises[$0] ?? $0 })
    }

    private static let disguises: [Character: Character] = ["0": "o", "1": "i", "3": "e", "4": "a", "5": "s"]
}
