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

    private static func digit(_ value: UInt8, _ uppercase: Bool) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: uppercase ? "A" : "a") + value - 10
    }
}
