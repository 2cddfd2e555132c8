import Logging

/// One line of the log for each event that somebody may have to act on by a program, such as fail2ban: failed logins, logins
/// that are paused, changed roles. With whole network addresses only where operators want them, which the privacy
/// page then says.
struct SecurityLog: Sendable {
    /// The names stand in others' filters: they never change.
    enum Event: String, Sendable {
        case loginFailed = "login-failed"
        case loginRateLimited = "login-paused"
        case roleChanged = "role-changed"
    }

    let logger: Logger
    let hasWholeAddresses: Bool

    /// - Parameters:
    ///   - account: whom it happened to; nil where nobody has the address that was typed.
    ///   - address: of the client; nil for a command.
    ///   - actor: of the staff, who gave the role.
    func record(
        _ event: Event,
        of account: Account.ID?,
        from address: String?,
        role: Role? = nil,
        by actor: Account.ID? = nil
    ) {
        var metadata: Logger.Metadata = ["event": .string(event.rawValue)]
        if let account { metadata["account"] = .string(String(account)) }
        if let actor { metadata["by"] = .string(String(actor)) }
        if let address { metadata["from"] = .string(hasWholeAddresses ? address : ClientAddress.masked(address)) }
        if let role { metadata["role"] = .string(role.rawValue) }
        logger.notice("security", metadata: metadata)
    }
}
