import Foundation

/// One thing that somebody says of a favourite: a group and a value in it, such as 지역 and 마포. Written `지역-마포`; a pair
/// splits at its first plain dash, so that a value may have one and a group none.
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

    /// As it is typed and stands in addresses.
    var text: String { "\(group)-\(value)" }

    /// In grapheme clusters.
    static let greatestLength = 30
    static let maxPerFavourite = 20
    /// Of one person.
    static let maxCount = 1_000
    /// Of one as it is typed.
    static let maxBytes = 2_048
    /// Between the tags of one line, as any keyboard writes it.
    private static let separators: Set<Character> = [",", "，", "、"]
    /// What keyboards for wide letters and clever ones write for the dash, where there is no plain one.
    private static let otherDashes: Set<Character> = ["－", "–"]

    /// Group and value as they are kept already.
    init(group: String, value: String) {
        self.group = group
        self.value = value
    }

    /// A pair as somebody typed it, or as an address has it.
    init(_ typed: some StringProtocol) throws(Error) {
        if typed.utf8.count > Self.maxBytes { throw .tooLong }
        let plain = typed.firstIndex(of: "-")
        guard let dash = plain ?? typed.firstIndex(where: Self.otherDashes.contains) else { throw .unpaired }
        group = try Self.part(typed[..<dash])
        value = try Self.part(typed[typed.index(after: dash)...])
    }

    /// Compared byte by byte: by group, then value, in the order in which people look for names. Two groups never mix.
    var sortKey: [UInt8] { Self.sortKey(group) + [0] + group.utf8 + [0] + Self.sortKey(value) + [0] + value.utf8 }

    /// A number stands by how great it is, so that 2 comes before 10: more digits are more, without zeros in front.
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

    /// Tags as somebody typed them in one line; of equal ones the first counts.
    static func list(_ typed: String) throws(Error) -> [Tag] {
        if typed.utf8.count > maxBytes * maxPerFavourite { throw .tooLong }
        var tags: [Tag] = []
        for part in typed.split(whereSeparator: { separators.contains($0) || $0.isNewline }) {
            if part.allSatisfy(\.isWhitespace) { continue }
            let tag = try Tag(part)
            if !tags.contains(tag) { tags.append(tag) }
            if tags.count > maxPerFavourite { throw .tooMany }
        }
        return tags
    }

    /// What a value of ours becomes, such as a business type: as if somebody had typed it, without separators in it and no
    /// longer than a tag may be. Nil where nothing is left that could be one.
    static func own(group: String, value: String) -> Tag? {
        let plain = String(value.map { separators.contains($0) ? "·" : $0 })
        let words = WrittenText.tidied(WrittenText.seen(plain)).split(whereSeparator: \.isWhitespace)
        return try? Tag("\(group)-\(words.joined(separator: " ").prefix(greatestLength))")
    }

    /// One side of a pair, in the one form in which it is compared (NFC, single blanks): byte for byte, so that 수원 never
    /// meets 수원역.
    private static func part(_ typed: some StringProtocol) throws(Error) -> String {
        let text: String
        do { text = try BoundedText(String(typed), .oneLine, upTo: greatestLength).text } catch {
            throw error == .tooLong ? .tooLong : .characters
        }
        if text.isEmpty { throw .unpaired }
        if text.contains(where: separators.contains) { throw .characters }
        return text
    }
}
