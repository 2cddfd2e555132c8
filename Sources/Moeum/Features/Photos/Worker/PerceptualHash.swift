/// A perceptual hash of 64 bits: similar pictures differ in few of them.
///
/// A difference hash (dHash; Neal Krawetz, "Kind of Like That", The Hacker Factor Blog, 2013): the picture is scaled to nine by
/// eight shades of grey, whatever its shape, and each bit says whether a shade is lighter than its neighbour to the right. A
/// picture that was re-encoded, scaled or brightened a little differs in a few bits; one that was rotated, mirrored or cropped
/// in many.
struct PerceptualHash: RawRepresentable, Codable, Sendable, Hashable {
    /// The 64 bits, the first of the first row highest, as a signed integer.
    let rawValue: Int64

    static let columns = 9
    static let rows = 8
    /// With fewer bits set (or unset), a picture is of one colour or one gradient, and its hash would match many others.
    static let minBits = 8

    init(rawValue: Int64) { self.rawValue = rawValue }

    /// - Parameter greys: nine by eight shades of grey, row by row.
    /// - Returns: nil where they do not tell pictures apart.
    init?(greys: [UInt8]) {
        guard greys.count == Self.columns * Self.rows else { return nil }
        var bits: UInt64 = 0
        for start in stride(from: 0, to: greys.count, by: Self.columns) {
            for column in start..<start + Self.columns - 1 {
                bits = bits << 1 | (greys[column] > greys[column + 1] ? 1 : 0)
            }
        }
        guard (Self.minBits...64 - Self.minBits).contains(bits.nonzeroBitCount) else { return nil }
        self.init(rawValue: Int64(bitPattern: bits))
    }

    /// The number of bits that differ, 0 to 64.
    func distance(to other: PerceptualHash) -> Int { (rawValue ^ other.rawValue).nonzeroBitCount }
}
