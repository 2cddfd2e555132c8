import Foundation

/// CP949, in which Korean authorities write their text files: KS X 1001 with all syllables.
enum KoreanEncoding {
    /// Nil where a character is not in it.
    static func bytes(_ text: String) -> [UInt8]? {
        guard let converter = iconv_open("CP949", "UTF-8"), converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var input = text.utf8.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: input.count * 2)
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
