import Foundation

/// What a token in a mail is good for; one living token of each for an account.
enum TokenPurpose: String, Sendable, CaseIterable {
    case verify, recover, email
    /// The same for a browser that did not choose the account's password, which has to give or replace it.
    case verifyElsewhere = "verify-elsewhere"
    /// The same for a browser in which the password was given at a login; it lives beside that of the sign-up.
    case verifyAtLogin = "verify-login"
    case unlock

    /// Those that prove an address.
    static let verifying = verifyingWithPassword + [.verifyElsewhere]
    /// Those of a browser that knows the account's password.
    static let verifyingWithPassword: [TokenPurpose] = [.verify, .verifyAtLogin]

    var lifetime: TimeInterval {
        switch self {
        case .verify, .verifyElsewhere, .verifyAtLogin, .email: 86_400
        case .recover: 1_800
        case .unlock: 3_600
        }
    }
}

/// A living token as its row has it.
struct AccountToken: Sendable {
    let accountID: Account.ID
    let purpose: TokenPurpose
    /// Tells the browser that asked for it from others.
    let browserHash: String?
    /// The address that a change of address is about.
    let email: String?

    /// How long the six digits beside a token are good, and how often they may be guessed wrong.
    static let codeLifetime: TimeInterval = 600
    static let codeTries = 3

    /// What a mail carries: a link's token, and digits to type on another device.
    struct Secrets: Sendable {
        let token: SecretToken
        let code: OneTimeCode

        static func random() -> Secrets { Secrets(token: SecretToken(), code: OneTimeCode()) }
    }
}
