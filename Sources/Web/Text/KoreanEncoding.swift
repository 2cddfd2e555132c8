import Foundation

/// CP949, used by Korean authorities for text files and by old sites for addresses: KS X 1001 with all syllables.
package enum KoreanEncoding {
    /// Nil where CP949 lacks a character.
    package static func bytes(_ text: String) -> [UInt8]? { converted(Array(text.utf8), from: "UTF-8", to: "CP949") }

    /// Nil for bytes that are not CP949.
    package static func text(_ bytes: [UInt8]) -> String? {
        converted(bytes, from: "CP949", to: "UTF-8").map { String(decoding: $0, as: UTF8.self) }
    }

    private static func converted(_ bytes: [UInt8], from: String, to: String) -> [UInt8]? {
        guard let converter = iconv_open(to, from), converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: input.count * 3)
        let written = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output -> Int? in
                var (from, to) = (input.baseAddress, output.baseAddress)
                var (left, room) = (input.count, output.count)
                guard iconv(converter, &from, &left, &to, &room) == 0, left == 0 else { return nil }
                return output.count - room
            }
        }
        return written.map { output.prefix($0).map { UInt8(bitPattern: $0) } }
    }
}
