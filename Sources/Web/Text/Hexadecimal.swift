/// Hexadecimal texts of bytes.
package enum Hexadecimal {
    package static func append(_ byte: UInt8, uppercase: Bool = false, to output: inout [UInt8]) {
        output.append(digit(byte >> 4, uppercase))
        output.append(digit(byte & 0xF, uppercase))
    }

    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var output: [UInt8] = []
        for byte in bytes { append(byte, to: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    /// The value of a digit; nil for another character.
    static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func digit(_ value: UInt8, _ uppercase: Bool) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: uppercase ? "A" : "a") + value - 10
    }
}
