import CArgon2
import Foundation

/// What one argon2id hash costs, for this site and for anyone who steals the database.
package struct Argon2Cost: Sendable, Equatable {
    /// In KiB.
    let memory: Int
    let iterations: Int

    /// The lowest cost that production accepts: OWASP's 19 MiB and two passes.
    package static let least = Argon2Cost(memory: 19_456, iterations: 2)

    /// The cost that is left after a hash of another cost; nil where the rest is too small for argon2.
    func rest(after other: Argon2Cost) -> Argon2Cost? {
        let work = memory * iterations - other.memory * other.iterations
        return work >= 8 * iterations ? Argon2Cost(memory: work / iterations, iterations: iterations) : nil
    }

    func isBelow(_ other: Argon2Cost) -> Bool { memory < other.memory || iterations < other.iterations }
}

/// argon2id (RFC 9106) as libargon2 computes it, on the thread that asks. Hashes are the texts that its reference
/// implementation defines: `$argon2id$v=19$m=…,t=…,p=1$salt$hash`.
enum Argon2 {
    /// An error code of libargon2; described in the library's own words.
    struct Error: Swift.Error, CustomStringConvertible {
        let code: Int32
        var description: String { "argon2: \(String(cString: argon2_error_message(code)))" }
    }

    private static let saltLength = 16
    private static let hashLength = 32

    static func hash(_ secret: SecretBytes, _ cost: Argon2Cost) throws -> String {
        try hash(secret, cost, salt: SystemRandom.bytes(saltLength))
    }

    /// - Parameter lanes: one by default: four threads with a hash each do more than one hash with four.
    static func hash(_ secret: SecretBytes, _ cost: Argon2Cost, salt: [UInt8], lanes: Int = 1) throws -> String {
        let (passes, memory, lanes) = (UInt32(cost.iterations), UInt32(cost.memory), UInt32(lanes))
        let length = argon2_encodedlen(passes, memory, lanes, UInt32(salt.count), UInt32(hashLength), Argon2_id)
        var encoded = [CChar](repeating: 0, count: length)
        let code = secret.withBytes { bytes in
            argon2id_hash_encoded(
                passes,
                memory,
                lanes,
                bytes.baseAddress,
                bytes.count,
                salt,
                salt.count,
                hashLength,
                &encoded,
                length
            )
        }
        guard code == ARGON2_OK.rawValue else { throw Error(code: code) }
        return String(decoding: encoded.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether the text is the hash of this secret, at the cost named in the text.
    static func verify(_ secret: SecretBytes, against encoded: String) throws -> Bool {
        let code = secret.withBytes { argon2id_verify(encoded, $0.baseAddress, $0.count) }
        switch code {
        case ARGON2_OK.rawValue: return true
        case ARGON2_VERIFY_MISMATCH.rawValue: return false
        default: throw Error(code: code)
        }
    }

    /// A hash of an unknown secret: checking against it costs as much as checking against a real one.
    static func dummy(_ cost: Argon2Cost) -> String {
        let salt = unpadded(SystemRandom.bytes(saltLength))
        let hash = unpadded(SystemRandom.bytes(hashLength))
        return "$argon2id$v=19$m=\(cost.memory),t=\(cost.iterations),p=1$\(salt)$\(hash)"
    }

    private static func unpadded(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("=", with: "")
    }

    /// The cost of a hash; nil for a text in another format.
    static func cost(of encoded: String) -> Argon2Cost? {
        guard let match = encoded.prefixMatch(of: /\$argon2id\$v=19\$m=([0-9]+),t=([0-9]+),p=[0-9]+\$/),
            let memory = Int(match.1), let iterations = Int(match.2)
        else { return nil }
        return Argon2Cost(memory: memory, iterations: iterations)
    }
}
