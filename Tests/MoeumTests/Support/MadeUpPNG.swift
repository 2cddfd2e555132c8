/// A small picture of one colour as a PNG file, as large as a test wants it.
struct MadeUpPNG {
    private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// - Parameters:
    ///   - shade: tells pictures apart: equal ones are stored once.
    ///   - note: stands in the file as it is, in a chunk that decoders skip.
    ///   - size: of the whole file in bytes; chunks that decoders skip fill it up. At least 1,000 then.
    init(width: Int = 40, height: Int = 30, shade: UInt8 = 120, note: String = "", size: Int? = nil) {
        let row = [0] + [UInt8](repeating: shade, count: width)
        let rows = Array(repeatElement(row, count: height).joined())
        let header = Self.number(width) + Self.number(height) + [8, 0, 0, 0, 0]
        add("IHDR", header)
        if !note.isEmpty { add("juNk", Array(note.utf8)) }
        let data = Self.stored(rows)
        let end = 12
        if let size {
            var missing = size - bytes.count - (data.count + 12) - end
            while missing > 0 {
                // What is left must be a chunk itself.
                let chunk = missing <= 1_000_012 ? missing : min(1_000_012, missing - 12)
                add("juNk", [UInt8](repeating: 0x20, count: chunk - 12))
                missing -= chunk
            }
        }
        add("IDAT", data)
        add("IEND", [])
    }

    private mutating func add(_ type: String, _ content: [UInt8]) {
        let named = Array(type.utf8) + content
        bytes += Self.number(content.count) + named + Self.number(Int(Self.checksum(named)))
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// A zlib stream (RFC 1950) that compresses nothing.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (stream, rest): ([UInt8], ArraySlice<UInt8>) = ([0x78, 0x01], bytes[...])
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
            stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
        } while !rest.isEmpty
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + number(b << 16 | a)
    }

    /// CRC-32 as PNG has it (ISO/IEC 15948, annex D).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
}
