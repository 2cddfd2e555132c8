import Logging

/// One line of the log for each event that somebody may have to act on by a program, such as fail2ban: failed logins, logins
/// that are paused, changed roles. With whole network addresses only where whoever runs the site wants them, which the privacy
/// page then says.
struct SecurityLog: Sendable {
    let logger: Logger
    let hasWholeAddresses: Bool

    /// - Parameters:
    ///   - account: nil where nobody has the address that was typed.
    ///   - address: of the client; nil for a command.
    func note(_ event: SecurityEvent.Kind, of account: Account.ID?, from address: String?, role: Role? = nil) {
        var metadata: Logger.Metadata = ["event": .string(event.rawValue)]
        if let account { metadata["account"] = .string(String(account)) }
        if let address { metadata["from"] = .string(hasWholeAddresses ? address : ClientAddress.masked(address)) }
        if let role { metadata["role"] = .string(role.rawValue) }
        logger.notice("security", metadata: metadata)
    }
}
