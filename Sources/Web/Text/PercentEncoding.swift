extension String {
    /// Encoded as a value in a query, a form or a cookie: all but ASCII letters and digits (RFC 3986 §2.1).
    package var percentEncoded: String { percentEncoded { _ in false } }

    /// The same with other ASCII characters left as they are. Foundation's function takes ten times as long, and every page has addresses.
    package func percentEncoded(keeping isKept: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count * 2)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                bytes.append(byte)
            case ..<0x80 where isKept(byte): bytes.append(byte)
            default:
                bytes.append(UInt8(ascii: "%"))
                Hexadecimal.append(byte, uppercase: true, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
