import Foundation

/// What happened to an account, for its owner to read.
struct SecurityEvent: Sendable, Identifiable {
    enum Kind: String, Sendable, CaseIterable {
        case signedUp = "signed-up"
        case verified
        case loggedIn = "logged-in"
        case loggedInOnNewDevice = "logged-in-on-new-device"
        case loginFailed = "login-failed"
        case loginRateLimited = "paused"
        case loginUnlocked = "login-unlocked"
        case loggedOut = "logged-out"
        case sessionEnded = "session-ended"
        case otherSessionsEnded = "other-sessions-ended"
        case recoveryAsked = "recovery-asked"
        case passwordReset = "password-reset"
        case passwordChanged = "password-changed"
        case emailChangeAsked = "email-change-asked"
        case emailChanged = "email-changed"
        case emailChangeUndone = "email-change-undone"
        case profileChanged = "profile-changed"
        case twoFactorOn = "two-factor-on"
        case twoFactorOff = "two-factor-off"
        case recoveryCodesMade = "recovery-codes-made"
        case recoveryCodeUsed = "recovery-code-used"
        case exportAsked = "export-asked"
        case exportFetched = "export-fetched"
        case archiveImported = "archive-imported"
        case leavingAsked = "leaving-asked"
        case leavingUndone = "leaving-undone"
        case roleChanged = "role-changed"
    }

    let id: Identifier<SecurityEvent>
    let kind: Kind
    let origin: DeviceOrigin
    let detail: String?
    let at: Date

    /// Older events are deleted.
    static let lifetime: TimeInterval = 365 * 86_400
}
