/// The character references that this server writes (WHATWG HTML, "Character references").
enum CharacterReferences {
    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}",
    ]

    /// - Returns: the text; a reference that is unknown stays as it is.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        let parts = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        var text = String(decoding: parts[0], as: UTF8.self)
        for part in parts.dropFirst() {
            if let end = part.firstIndex(of: UInt8(ascii: ";")), let scalar = scalar(part[..<end]) {
                text.unicodeScalars.append(scalar)
                text += String(decoding: part[(end + 1)...], as: UTF8.self)
            } else {
                text += "&" + String(decoding: part, as: UTF8.self)
            }
        }
        return text
    }

    private static func scalar(_ reference: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let name = String(decoding: reference, as: UTF8.self)
        guard name.hasPrefix("#") else { return named[name] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
        return UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
            .flatMap(Unicode.Scalar.init)
    }
}
