import Foundation

/// Where a JPEG's picture ends in its file, by which half a picture is distinguished from a whole one: decoders fill what is
/// missing with grey, and go on. Cameras write odd things before and behind a picture, which harm nobody.
struct JPEGExtent: Sendable {
    /// The bytes up to the end mark of the first picture, or of the file where there is none.
    let end: Int

    /// What decoders say where a picture's own data breaks off or makes no sense (libjpeg's jerror.h). Not what lies between
    /// two segments.
    private static let breaks = [
        "premature end of data segment", "Premature end of", "bad Huffman code", "bad arithmetic code",
        "instead of RST",
    ]
    /// Bytes that cameras leave before an end mark at most.
    private static let padding = 256

    init(of path: String) throws {
        self.init(in: [UInt8](try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)))
    }

    init(in bytes: [UInt8]) {
        var index = 2
        while index + 1 < bytes.count {
            let (first, mark) = (bytes[index], bytes[index + 1])
            switch (first, mark) {
            case (0xFF, 0xD9):
                end = index
                return
            // A fill byte.
            case (0xFF, 0xFF): index += 1
            // Of a scan: a byte that looks like a mark, and marks within.
            case (0xFF, 0x00), (0xFF, 0xD0...0xD7), (0xFF, 0x01): index += 2
            case (0xFF, _) where index + 3 < bytes.count:
                index += 2 + max(2, Int(bytes[index + 2]) << 8 | Int(bytes[index + 3]))
            default: index += 1
            }
        }
        end = bytes.count
    }

    /// Whether a decoder complained of the picture's data, or came to its last row long before its end, as it does where the
    /// rest is nothing but zeros.
    /// - Parameter read: bytes that it asked for.
    func isBroken(by warnings: String, read: Int) -> Bool {
        if Self.breaks.contains(where: { warnings.contains($0) }) || read + Self.padding < end { return true }
        // A progressive one is read to its end before its first row.
        let rest = warnings.firstMatch(of: /([0-9]+) extraneous bytes before marker 0xd9/).flatMap { Int($0.output.1) }
        return (rest ?? 0) > Self.padding
    }
}
