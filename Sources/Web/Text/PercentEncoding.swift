extension String {
    /// Encoded as a value in a query, a form or a cookie: all but ASCII letters and digits (RFC 3986 §2.1).
    package var percentEncoded: String { percentEncoded { _ in false } }

    /// Encoded as a value in the query of one of the site's addresses: the same without the unreserved characters (RFC 3986 §2.3)
    /// and the comma, which separates numbers.
    package var queryEncoded: String { percentEncoded { "-._~,".utf8.contains($0) } }

    /// The same with other ASCII characters left as they are. Foundation's function takes ten times as long, and every page has addresses.
    package func percentEncoded(keeping isKept: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count * 2)
        for byte in utf8 {
            if byte.isLetterOrDigit || byte < 0x80 && isKept(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                Hexadecimal.append(byte, uppercase: true, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A path and query with the path's letters, digits and `-._~` as they are: encoded, as mail programs and messengers pass
    /// them on, they are the same address (RFC 3986 §6.2.2.2).
    package var withPlainPath: String {
        let path = utf8.prefix { $0 != UInt8(ascii: "?") }
        guard path.contains(UInt8(ascii: "%")) else { return self }
        var bytes: [UInt8] = []
        var rest = path[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap(Hexadecimal.value)
            let plain = digits.count == 2 ? digits[0] << 4 | digits[1] : 0
            if byte == UInt8(ascii: "%"), Self.isUnreserved(plain) {
                bytes.append(plain)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self) + String(Substring(utf8[path.endIndex...]))
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "-._~".utf8.contains(byte)
    }
}
