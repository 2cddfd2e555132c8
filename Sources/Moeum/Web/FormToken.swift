import Crypto
import Foundation

/// The proof that a form was made by this site for this browser: derived from a cookie's secret, which another site can
/// neither read nor plant, so that nothing has to be stored.
enum FormToken {
    /// - Parameter secret: the value of the session's cookie, or of the form cookie of somebody without one.
    static func derived(from secret: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("form".utf8),
            using: SymmetricKey(data: Array(secret.utf8))
        )
        return Hexadecimal.text(Array(code).prefix(16))
    }

    /// 128 random bits for a form cookie.
    static func newSecret() -> String {
        Hexadecimal.text(SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) })
    }

    /// Compares without telling by the time it takes how much was right.
    static func isEqual(_ given: String, _ expected: String) -> Bool {
        let (given, expected) = (Array(given.utf8), Array(expected.utf8))
        guard given.count == expected.count else { return false }
        return zip(given, expected).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
