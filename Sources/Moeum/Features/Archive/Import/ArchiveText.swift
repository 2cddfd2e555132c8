/// Checks the text of an archive before it is decoded: normalising, comparing and hashing the text of a stranger can be very
/// slow.
enum ArchiveText {
    /// Whether JSON may be decoded: it has no character, plain or escaped, that is slow to compose, and no control character,
    /// which also rules out other encodings than UTF-8.
    static func isSafe(_ json: [UInt8]) -> Bool {
        !json.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
            && !InvisibleCharacters.isUnsafeToCompose(JSONScalars(json))
    }
}

/// The characters of a JSON text, with escapes resolved.
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
        // The second surrogate of a character beyond U+FFFF.
        guard rest.next() == "\\", rest.next() == "u" else { return Self.unreadable }
        let other = escapedUnit()
        guard UTF16.isTrailSurrogate(other) else { return Self.unreadable }
        return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(other) - 0xDC00)) ?? Self.unreadable
    }

    /// The four hexadecimal digits after `\u`; 0 where they are none.
    private mutating func escapedUnit() -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = rest.next().flatMap({ Character($0).hexDigitValue }) else { return 0 }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
