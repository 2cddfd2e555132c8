import Foundation

/// A tag of a favourite: a group and a value, such as 지역 and 마포. Written `지역-마포`; split at the first plain dash, so that a
/// value may contain one and a group may not.
struct Tag: Sendable, Hashable {
    /// Why a text is no tag; the raw value is the code of the form's error.
    enum Error: String, Swift.Error, CaseIterable {
        /// No dash, or nothing on one side of it.
        case unpaired
        case tooLong = "too-long"
        case characters
        case tooMany = "too-many"
    }

    let group: String
    let value: String

    /// As it is typed, and as addresses contain it.
    var text: String { "\(group)-\(value)" }

    /// In grapheme clusters.
    static let maxLength = 30
    static let maxPerFavourite = 20
    /// Tags of one person.
    static let maxCount = 1_000
    /// Of one typed tag.
    static let maxBytes = 2_048
    /// Between tags in one line, as different keyboards write them.
    private static let separators: Set<Character> = [",", "，", "、"]
    /// Dashes of full-width and smart keyboards, used where there is no plain one.
    private static let otherDashes: Set<Character> = ["－", "–"]

    /// For sorting byte by byte: by group, then value, as people look for names. Groups never mix.
    var sortKey: [UInt8] { Self.sortKey(group) + [0] + group.utf8 + [0] + Self.sortKey(value) + [0] + value.utf8 }

    /// Numbers sort by value, so that 2 comes before 10: without leading zeros, more digits are more.
    private static func sortKey(_ name: String) -> [UInt8] {
        var key: [UInt8] = []
        var rest = Substring(name).utf8
        while let byte = rest.first {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            if digits.isEmpty {
                key.append(byte)
                rest = rest.dropFirst()
            } else {
                let counted = digits.drop { $0 == UInt8(ascii: "0") }
                key += [UInt8(ascii: "0"), UInt8(clamping: counted.count)] + counted
                rest = rest.dropFirst(digits.count)
            }
        }
        return key
    }

}

extension Tag {
    /// A typed tag, or one from an address.
    init(_ typed: some StringProtocol) throws(Error) {
        if typed.utf8.count > Self.maxBytes { throw .tooLong }
        let plain = typed.firstIndex(of: "-")
        guard let dash = plain ?? typed.firstIndex(where: Self.otherDashes.contains) else { throw .unpaired }
        group = try Self.part(typed[..<dash])
        value = try Self.part(typed[typed.index(after: dash)...])
    }

    /// A word without a group, which is guessed before it is kept.
    var isBare: Bool { group.isEmpty }

    /// One tag of a line, or a bare word.
    private static func typed(_ text: Substring) throws(Error) -> Tag {
        if text.utf8.count <= maxBytes, !text.contains(where: { $0 == "-" || otherDashes.contains($0) }) {
            return Tag(group: "", value: try part(text))
        }
        return try Tag(text)
    }

    /// A bare word with the group in which the person uses it, else the usual one, else that of all others.
    func guessed(own: [Tag], usual: [Tag], _ districts: Districts) -> Tag {
        guard isBare else { return self }
        if let known = (own + usual).first(where: { $0.value == value }) { return known }
        let isDistrict = districts.all.contains { $0.name == value || $0.shortName == value }
        return Tag(group: isDistrict ? UsualTags.district : UsualTags.other, value: value)
    }

    /// Tags typed in one line, without duplicates.
    static func list(_ typed: String) throws(Error) -> [Tag] {
        if typed.utf8.count > maxBytes * maxPerFavourite { throw .tooLong }
        var tags: [Tag] = []
        for part in typed.split(whereSeparator: { separators.contains($0) || $0.isNewline }) {
            if part.allSatisfy(\.isWhitespace) { continue }
            let tag = try Self.typed(part)
            if !tags.contains(tag) { tags.append(tag) }
            if tags.count > maxPerFavourite { throw .tooMany }
        }
        return tags
    }

    /// A tag from a value of the site, such as a business type: without separators and cut to the greatest length. Nil where
    /// nothing is left.
    static func own(group: String, value: String) -> Tag? {
        let plain = String(value.map { separators.contains($0) ? "·" : $0 })
        let words = TextNormalizer.tidied(TextNormalizer.seen(plain)).split(whereSeparator: \.isWhitespace)
        return try? Tag("\(group)-\(words.joined(separator: " ").prefix(maxLength))")
    }

    /// One side of a tag, normalised for comparing (NFC, single spaces). Compared byte by byte, so that 수원 never matches 수원역.
    private static func part(_ typed: some StringProtocol) throws(Error) -> String {
        let text: String
        do { text = try BoundedText(String(typed), .oneLine, upTo: maxLength).text } catch {
            throw error == .tooLong ? .tooLong : .characters
        }
        if text.isEmpty { throw .unpaired }
        if text.contains(where: separators.contains) { throw .characters }
        return text
    }
}
