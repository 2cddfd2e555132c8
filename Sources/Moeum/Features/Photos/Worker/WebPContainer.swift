/// The file around a WebP picture (RFC 9649 §2): a list of chunks, of which a still picture needs few.
enum WebPContainer {
    private static let extended = Array("VP8X".utf8)
    /// Transparency of a lossy picture, which only the extended format has.
    private static let alpha = Array("ALPH".utf8)
    /// A lossy picture, or a lossless one.
    private static let pictures = [Array("VP8 ".utf8), Array("VP8L".utf8)]
    private static let alphaFlag: UInt8 = 0x10

    /// The picture alone; nil for bytes that are no still picture.
    static func withoutMetadata(_ bytes: [UInt8]) -> [UInt8]? {
        guard let chunks = chunks(of: bytes) else { return nil }
        let kept = chunks.filter { $0.name == alpha || pictures.contains($0.name) }
        guard kept.contains(where: { pictures.contains($0.name) }) else { return nil }
        var body = Array("WEBP".utf8)
        if kept.contains(where: { $0.name == alpha }) {
            guard let header = chunks.first(where: { $0.name == extended })?.content, header.count == 10 else {
                return nil
            }
            append((extended, [alphaFlag] + header.dropFirst()), to: &body)
        }
        for chunk in kept { append(chunk, to: &body) }
        return Array("RIFF".utf8) + length(body.count) + body
    }

    private static func chunks(of bytes: [UInt8]) -> [(name: [UInt8], content: ArraySlice<UInt8>)]? {
        guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) else { return nil }
        var chunks: [(name: [UInt8], content: ArraySlice<UInt8>)] = []
        var rest = bytes.dropFirst(12)
        while !rest.isEmpty {
            guard rest.count >= 8 else { return nil }
            let count = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            let content = rest.dropFirst(8).prefix(count)
            guard content.count == count else { return nil }
            chunks.append((Array(rest.prefix(4)), content))
            // A chunk of odd length is followed by one byte of padding.
            rest = rest.dropFirst(8 + count + count % 2)
        }
        return chunks
    }

    private static func append(_ chunk: (name: [UInt8], content: ArraySlice<UInt8>), to body: inout [UInt8]) {
        body += chunk.name + length(chunk.content.count) + chunk.content
        if !chunk.content.count.isMultiple(of: 2) { body.append(0) }
    }

    /// Four bytes, little-endian.
    private static func length(_ count: Int) -> [UInt8] { (0..<4).map { UInt8(count >> ($0 * 8) & 0xFF) } }
}
