import Foundation

/// The proof that a form was made by this site for this browser: derived from a cookie's secret, which another site can
/// neither read nor plant, so that nothing has to be stored.
package enum FormToken {
    /// - Parameter secret: the value of the session's cookie, or of the form cookie of somebody without one.
    package static func derived(from secret: String) -> String {
        Hexadecimal.text(HMAC.sha256(of: Array("form".utf8), key: Array(secret.utf8)).prefix(16))
    }

    /// 128 random bits for a form cookie.
    package static func newSecret() -> String { Hexadecimal.text(SystemRandom.bytes(16)) }
}
