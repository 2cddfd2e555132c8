import Foundation

/// CP949, used by Korean authorities for text files and by old sites for addresses: KS X 1001 with all syllables.
package enum KoreanEncoding {
    /// Nil where CP949 lacks a character.
    package static func bytes(_ text: String) -> [UInt8]? {
        Array(text.utf8).withUnsafeBytes { text in
            EncodingConverter(from: "UTF-8", to: "CP949")?.converted(text) { Array($0) }
        }
    }

    /// Nil for bytes that are not CP949.
    package static func text(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBytes { KoreanDecoder()?.text($0) } }
}

/// Reads one text of CP949 after the other, for files with many.
package final class KoreanDecoder {
    private let converter: EncodingConverter

    /// Nil where the system does not know CP949.
    package init?() {
        guard let converter = EncodingConverter(from: "CP949", to: "UTF-8") else { return nil }
        self.converter = converter
    }

    /// Nil for bytes that are not CP949.
    package func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        converter.converted(bytes) { String(decoding: $0, as: UTF8.self) }
    }
}

/// A conversion of iconv(3), with a buffer that grows to the longest text.
private final class EncodingConverter {
    private let descriptor: iconv_t
    private var output: [CChar] = []

    init?(from: String, to: String) {
        guard let descriptor = iconv_open(to, from), descriptor != iconv_t(bitPattern: -1) else { return nil }
        self.descriptor = descriptor
    }

    deinit { iconv_close(descriptor) }

    /// Nil where the input is not in its encoding, or cannot be written in the other.
    func converted<Output>(_ input: UnsafeRawBufferPointer, _ read: (UnsafeRawBufferPointer) -> Output) -> Output? {
        // A character of two bytes has three in UTF-8.
        if output.count < input.count * 3 { output = [CChar](repeating: 0, count: input.count * 3) }
        // What an invalid text before this one left behind.
        iconv(descriptor, nil, nil, nil, nil)
        return output.withUnsafeMutableBytes { output in
            // It is read only, whatever the type says.
            let bytes = UnsafeMutableRawPointer(mutating: input.baseAddress)?.assumingMemoryBound(to: CChar.self)
            var (from, to) = (bytes, output.baseAddress?.assumingMemoryBound(to: CChar.self))
            var (left, room) = (input.count, output.count)
            guard iconv(descriptor, &from, &left, &to, &room) == 0, left == 0 else { return nil }
            return read(UnsafeRawBufferPointer(rebasing: output[..<(output.count - room)]))
        }
    }
}
