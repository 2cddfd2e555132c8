import Foundation

/// The second factor of an account; asked for at login once it is enabled.
struct TwoFactor: Sendable {
    let secret: String
    let createdAt: Date
    let enabledAt: Date?
    /// The step of the last accepted code: it and earlier ones are refused.
    let lastStep: Int64

    /// A shown secret can be enabled for this long, in seconds: somebody who saw it earlier must not share it with its owner.
    static let setUpPeriod: TimeInterval = 3_600

    var isEnabled: Bool { enabledAt != nil }

    /// Nil where the row holds no valid secret.
    var totp: TOTP? { TOTP(base32: secret) }

    /// In groups of four, for typing into an app without a camera.
    static func groups(of secret: String) -> String {
        stride(from: 0, to: secret.count, by: 4).map { String(secret.dropFirst($0).prefix(4)) }
            .joined(separator: " ")
    }
}

/// A code that somebody typed as the second factor.
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

/// What became of a typed code.
enum SecondFactorOutcome: Sendable {
    case right, wrong
    /// It was right, and let somebody in before: codes are good for once.
    case used
}
