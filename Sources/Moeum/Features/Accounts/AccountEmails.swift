/// The e-mails about accounts.
extension EmailMessage.Kind {
    /// Somebody signed up with this address. Takes a link and a code.
    static let verify = Self("verify")
    /// Somebody signed up with the address of an account. Takes links to the login and to the recovery.
    static let alreadyRegistered = Self("already-registered")
    /// The same, but the account's address is not verified yet. Takes a link that verifies, and a code.
    static let alreadyRegisteredUnverified = Self("already-registered-unverified")
    /// Somebody gave the password of an account whose address is not verified. Takes a link that verifies, and a code.
    static let loginUnverified = Self("login-unverified")
    /// Account recovery. Takes a link and a code.
    static let recover = Self("recover")
    /// Recovery was asked for, but the address has no account. Takes a link to sign up.
    static let recoverUnknown = Self("recover-unknown")
    /// Too many logins failed. Takes a link that unlocks.
    static let unlock = Self("unlock")
    /// A login from a device that was not seen before. Takes a link to the sessions; device, place and time.
    static let newDevice = Self("new-device")
    /// Wrong second factors after the right password. Takes a link to recover; device, place and time.
    static let codesGuessed = Self("codes-guessed")
    /// The password was changed. Takes a link to recover; device, place and time.
    static let passwordChanged = Self("password-changed")
    /// To the new address. Takes a link that confirms.
    static let emailChange = Self("email-change")
    /// To the new address where that belongs to an account already. Takes a link to the login.
    static let emailChangeTaken = Self("email-change-taken")
    /// To the old address. Takes a link that undoes; the new address, masked; device, place and time.
    static let emailChanged = Self("email-changed")
    /// These four take a link to the security settings; device, place and time.
    static let twoFactorOn = Self("two-factor-on")
    static let twoFactorOff = Self("two-factor-off")
    static let recoveryCodesNew = Self("recovery-codes-new")
    static let recoveryCodeUsed = Self("recovery-code-used")
    /// The account is erased in 14 days. Takes a link to the login, and until when it can be undone.
    static let leaving = Self("leaving")
    /// The account is erased. Takes nothing.
    static let left = Self("left")
    /// A login undid the withdrawal. Takes a link to the settings.
    static let back = Self("back")
    /// Takes a link to set a password.
    static let adminInvitation = Self("admin-invitation")
}
