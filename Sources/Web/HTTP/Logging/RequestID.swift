import Synchronization

/// Names for requests, by which a log line and an error page are found: unlikely to come twice, and no secrets.
enum RequestID {
    private static let start = UInt64.random(in: .min ... .max)
    private static let count = Atomic<UInt64>(0)

    static func next() -> String {
        // SplitMix64: neighbours look nothing alike (Steele, Lea and Flood 2014).
        var mixed = start &+ count.wrappingAdd(1, ordering: .relaxed).newValue &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return String(mixed ^ (mixed >> 31), radix: 36)
    }
}
