/// What a picture looks like, in 64 bits: pictures that look alike differ in few of them.
///
/// A difference hash (dHash; Neal Krawetz, "Kind of Like That", The Hacker Factor Blog, 2013): the picture is squeezed into
/// nine by eight shades of grey, whatever its shape was, and each bit says whether one of them is lighter than its neighbour
/// to the right. What was written anew, made smaller or a little brighter stays within a few bits; what was turned,
/// mirrored or cut does not.
struct PerceptualHash: RawRepresentable, Codable, Sendable, Hashable {
    /// The bits, the first of the first row as the highest; negative where that one is set.
    let rawValue: Int64

    static let columns = 9
    static let rows = 8
    /// With fewer of the bits set, or of the others, a picture is all of one colour or one shade passing into another, and
    /// would be like everything that is.
    static let fewestBits = 8

    init(rawValue: Int64) { self.rawValue = rawValue }

    /// - Parameter greys: nine by eight of them, row by row.
    /// - Returns: nil where they say too little.
    init?(greys: [UInt8]) {
        guard greys.count == Self.columns * Self.rows else { return nil }
        var bits: UInt64 = 0
        for start in stride(from: 0, to: greys.count, by: Self.columns) {
            for column in start..<start + Self.columns - 1 {
                bits = bits << 1 | (greys[column] > greys[column + 1] ? 1 : 0)
            }
        }
        guard (Self.fewestBits...64 - Self.fewestBits).contains(bits.nonzeroBitCount) else { return nil }
        self.init(rawValue: Int64(bitPattern: bits))
    }

    /// In how many bits they differ, 0 to 64.
    func distance(to other: PerceptualHash) -> Int { (rawValue ^ other.rawValue).nonzeroBitCount }
}
