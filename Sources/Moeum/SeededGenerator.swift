/// splitmix64 (Steele, Lea, Flood 2014): small, fast, the same everywhere.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    /// Small numbers far more often than large ones, as with dishes and types.
    mutating func skewed(_ count: Int) -> Int { Int(fraction() * fraction() * Double(count)) }

    /// Small numbers more often still, as with visits of places.
    mutating func skewedIndex(below count: Int) -> Int { Int(fraction() * fraction() * fraction() * Double(count)) }

    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }
}

extension SeededGenerator {
    /// One that repeats itself, for what must look the same whenever it is drawn again: never for a pick.
    init(repeating text: String) {
        self.init(state: SHA256.digest(of: text).prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
