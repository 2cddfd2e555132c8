import Foundation

/// What a token in an e-mail permits; an account has one valid token of each purpose.
enum TokenPurpose: String, Sendable, CaseIterable {
    case verify, recover, email
    /// Verification in a browser that did not choose the account's password, and has to give or replace it.
    case verifyElsewhere = "verify-elsewhere"
    /// Verification in a browser that gave the password at a login; valid beside the token of the sign-up.
    case verifyAtLogin = "verify-login"
    case unlock

    /// Purposes that verify an address.
    static let verifying = verifyingWithPassword + [.verifyElsewhere]
    /// Verifying purposes of a browser that knows the account's password.
    static let verifyingWithPassword: [TokenPurpose] = [.verify, .verifyAtLogin]

    var lifetime: TimeInterval {
        switch self {
        case .verify, .verifyElsewhere, .verifyAtLogin, .email: 86_400
        case .recover: 1_800
        case .unlock: 3_600
        }
    }
}

/// A valid token.
struct AccountToken: Sendable {
    let accountID: Account.ID
    let purpose: TokenPurpose
    /// Identifies the browser that asked for the token.
    let browserHash: String?
    /// The new address, for a change of address.
    let email: String?

    /// How long the six digits beside a token are valid, in seconds, and how many wrong guesses they allow.
    static let codeLifetime: TimeInterval = 600
    static let maxCodeAttempts = 3

    /// The secrets of an e-mail: a link's token, and six digits to type on another device.
    struct Secrets: Sendable {
        let token = SecretToken()
        let code = OneTimeCode()
    }
}
