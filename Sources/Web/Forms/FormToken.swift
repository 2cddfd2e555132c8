import Foundation

/// The form token, which proves that this site made a form for this browser: derived from a cookie's secret, which another site
/// can neither read nor set, so that nothing has to be stored.
package enum FormToken {
    /// - Parameter secret: the value of the session cookie, or of the form cookie without a session.
    package static func derived(from secret: String) -> String {
        Hexadecimal.text(HMAC.sha256(of: Array("form".utf8), key: Array(secret.utf8)).prefix(16))
    }

    /// 128 random bits for a form cookie.
    package static func newSecret() -> String { Hexadecimal.text(SystemRandom.bytes(16)) }
}
