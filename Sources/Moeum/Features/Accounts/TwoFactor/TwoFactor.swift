import Foundation

/// The second factor of an account as its row has it: asked for at login once it is enabled.
struct TwoFactor: Sendable {
    let secret: String
    let createdAt: Date
    let enabledAt: Date?
    /// Of the last code that was taken: it and earlier ones open nothing any more.
    let lastStep: Int64

    /// Until then a secret that was shown may be enabled: whoever saw it long ago must not share it with its owner.
    static let setUpPeriod: TimeInterval = 3_600

    var isEnabled: Bool { enabledAt != nil }

    /// Nil where the row holds no secret that codes could come from.
    var totp: TOTP? { TOTP(base32: secret) }

    /// In groups of four, to be typed into an app that sees no picture.
    static func groups(of secret: String) -> String {
        stride(from: 0, to: secret.count, by: 4).map { String(secret.dropFirst($0).prefix(4)) }
            .joined(separator: " ")
    }
}

/// What somebody typed to prove the second factor.
enum SecondFactorCode: Sendable {
    case digits(String)
    case recovery(RecoveryCode)

    /// Nil for what no code can be.
    init?(_ typed: String) {
        if OneTimeCode(typed) != nil {
            self = .digits(typed)
        } else if let code = RecoveryCode(typed) {
            self = .recovery(code)
        } else {
            return nil
        }
    }
}

/// What a login challenge came to.
enum ChallengeOutcome: Sendable {
    /// In.
    case entered(Login, next: String, LoginOutcome)
    /// Wrong; so many tries are left.
    case wrong(left: Int)
    /// Used up, expired or never made; where its person wanted to go, where that is known.
    case over(next: String?)
    case wait(Int)
}
