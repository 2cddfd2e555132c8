/// The system's generator, for everything that nobody may guess.
enum SystemRandom {
    static func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// 128 bits as letters and digits, for files, claims and the like.
    static func name() -> String { Hexadecimal.text(bytes(16)) }
}

/// Comparing in a time that tells nothing of where two secrets part.
enum ConstantTime {
    static func areEqual(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    static func areEqual(_ one: String, _ other: String) -> Bool { areEqual(Array(one.utf8), Array(other.utf8)) }
}
