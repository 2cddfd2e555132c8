/// How near a name is to what somebody typed for it.
struct NameLikeness {
    private let scalars: [UInt32]
    private let letters: [UInt32]

    /// Nil for what is too short, or longer than names are.
    /// - Parameter key: in the form of `KoreanText.key`.
    init?(_ key: String) {
        scalars = key.unicodeScalars.map(\.value)
        letters = Jamo(key).letters
        guard (3...40).contains(scalars.count), letters.count >= 4 else { return nil }
    }

    /// How many letters are wrong in the part of a name that is most like what was typed: 0, 1, or 2 for a whole syllable,
    /// which may be wrong in longer words alone. Nil for another name.
    func mistakes(in key: String) -> Int? {
        let wrong = Self.mistakes(letters, in: Jamo(key).letters)
        if wrong <= 1 { return wrong }
        return scalars.count >= 4 && Self.mistakes(scalars, in: key.unicodeScalars.map(\.value)) <= 1 ? 2 : nil
    }

    /// The fewest insertions, deletions and replacements that make a text a part of another one (Sellers, 1980).
    private static func mistakes(_ text: [UInt32], in other: [UInt32]) -> Int {
        var before = Array(repeating: 0, count: other.count + 1)
        for (row, letter) in text.enumerated() {
            var next = [row + 1]
            for (column, theirs) in other.enumerated() {
                next.append(min(before[column] + (letter == theirs ? 0 : 1), before[column + 1] + 1, next[column] + 1))
            }
            before = next
        }
        return before.min() ?? text.count
    }
}

extension Transaction {
    /// The listed places' name that is most like a mistyped or half typed one; nil where none is.
    func similarName(to typed: String) throws -> String? {
        let key = KoreanText.key(typed)
        guard let likeness = NameLikeness(key), !PlaceSearch.isMark(typed) else { return nil }
        let ids = try firstFoundPlaces(PlaceSearch.similarNames(key, dialect), limit: 1_000, window: 1)
        return try rows("SELECT name, official_name FROM places WHERE id IN \(list: ids)").map { row in
            try [row.string(0), row.optionalString(1)].compactMap(\.self)
        }.compactMap { names in
            names.compactMap { name in
                likeness.mistakes(in: KoreanText.key(name)).map { (mistakes: $0, length: name.count, name: name) }
            }.min { $0 < $1 }
        }.min { $0 < $1 }?.name
    }
}
