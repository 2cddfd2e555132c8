/// Bytes as letters that a person can type (RFC 4648, section 6), without padding: the form in which authenticator apps take a
/// secret by hand.
enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        var waiting: UInt32 = 0
        var bits = 0
        for byte in bytes {
            waiting = waiting << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                output.append(alphabet[Int(waiting >> UInt32(bits)) & 31])
            }
            waiting &= 1 << UInt32(bits) - 1
        }
        if bits > 0 { output.append(alphabet[Int(waiting << UInt32(5 - bits)) & 31]) }
        return String(decoding: output, as: UTF8.self)
    }

    /// Bytes of a typed text, in any case, with or without spaces, dashes and padding. Nil for other characters and for
    /// impossible lengths.
    static func bytes(_ text: String) -> [UInt8]? {
        var output: [UInt8] = []
        var waiting: UInt32 = 0
        var bits = 0
        for letter in text.uppercased().utf8 where ![0x20, 0x2D, 0x3D].contains(letter) {
            guard let value = alphabet.firstIndex(of: letter) else { return nil }
            waiting = waiting << 5 | UInt32(value)
            bits += 5
            if bits >= 8 {
                bits -= 8
                output.append(UInt8(waiting >> UInt32(bits)))
                waiting &= 1 << UInt32(bits) - 1
            }
        }
        return bits < 5 && waiting == 0 ? output : nil
    }
}
