/// What a text of an archive must be before anything is done with it. The bytes are a stranger's: making texts of them,
/// comparing and hashing them can be slow by itself.
enum ArchiveText {
    /// Whether JSON may be decoded: it holds no character that would be slow to compose, written out or as an escape, and no
    /// control character, which also tells what is not UTF-8.
    static func isSafe(_ json: [UInt8]) -> Bool {
        !json.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
            && !UnseenCharacters.isUnsafeToCompose(JSONScalars(json))
    }
}

/// The characters that JSON stands for one by one, its escapes resolved.
struct JSONScalars: Sequence, IteratorProtocol {
    private static let unreadable: Unicode.Scalar = "\u{FFFD}"

    private var rest: String.UnicodeScalarView.Iterator

    init(_ json: [UInt8]) { rest = String(decoding: json, as: UTF8.self).unicodeScalars.makeIterator() }

    mutating func next() -> Unicode.Scalar? {
        guard let scalar = rest.next() else { return nil }
        guard scalar == "\\" else { return scalar }
        guard let kind = rest.next(), kind == "u" else { return Self.unreadable }
        let unit = escapedUnit()
        guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? Self.unreadable }
        // The other half of a character beyond the first plane.
        guard rest.next() == "\\", rest.next() == "u" else { return Self.unreadable }
        let other = escapedUnit()
        guard UTF16.isTrailSurrogate(other) else { return Self.unreadable }
        return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(other) - 0xDC00)) ?? Self.unreadable
    }

    /// The four digits after `\u`; nothing where they are none.
    private mutating func escapedUnit() -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = rest.next().flatMap({ Character($0).hexDigitValue }) else { return 0 }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
