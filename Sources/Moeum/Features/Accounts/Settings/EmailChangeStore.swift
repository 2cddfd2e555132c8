import Foundation

/// Somebody wants another address for their account.
struct EmailChange: Sendable {
    let account: Account
    let address: EmailAddress
    let origin: DeviceOrigin
    let limits: RateLimits
    let emailRenderer: EmailRenderer
    let now: Date

    /// What became of it when the mail's button was pressed.
    enum Outcome: Sendable {
        case done
        /// The token is used, expired, or another account's.
        case dead
        /// Meanwhile the address has an account.
        case taken
    }
}

extension Transaction {
    /// Writes to the new address: a link that confirms, or, where it has an account, that it has. The rows are the same.
    /// - Returns: the seconds to wait for somebody who asks too often.
    func beginEmailChange(_ change: EmailChange) throws -> Int? {
        let (account, address, now) = (change.account, change.address, change.now)
        if let wait = try consumeRateLimit(change.limits.emailChanges, for: "\(account.id)", at: now.milliseconds) {
            return wait
        }
        try recordSecurityEvent(.emailChangeAsked, of: account.id, from: change.origin, at: now)
        let mails = change.limits.verificationMails
        guard try consumeRateLimit(mails, for: address.key, at: now.milliseconds) == nil else { return nil }
        let secrets = AccountToken.Secrets.random()
        try insertAccountToken(secrets, for: .email, of: account.id, email: address, at: now)
        let owner = try self.account(with: address).flatMap { $0.verifiedAt == nil ? nil : $0 }
        let message = EmailMessage(
            owner == nil ? .emailChange : .emailChangeTaken,
            to: owner?.email ?? address.text,
            language: owner?.language ?? account.language,
            link: owner == nil ? "/settings/email/\(secrets.token.text)" : "/login"
        )
        try enqueue(message, by: change.emailRenderer)
        return nil
    }

    /// Whether an account may have an address. A sign-up that nobody verified must not stand between it and its owner.
    func freeEmailAddress(_ address: EmailAddress, for id: Account.ID) throws -> Bool {
        guard let other = try account(with: address), other.id != id else { return true }
        return try execute("DELETE FROM accounts WHERE id = \(other.id) AND verified_at IS NULL") > 0
    }

    /// The address that a change waits for.
    func awaitedEmail(of account: Account.ID, at now: Date) throws -> String? {
        try unexpiredToken(of: account, for: [.email], at: now)?.email
    }

    /// The address that a living token of this account leads to.
    func emailChange(_ token: SecretToken, of account: Account.ID, at now: Date) throws -> EmailAddress? {
        guard let found = try self.token(token, for: .email, at: now), found.accountID == account else { return nil }
        return try? EmailAddress(found.email ?? "")
    }

    /// Uses the token up. The old address, where it was its owner's, gets a link that undoes.
    func changeEmail(
        of id: Account.ID,
        by token: SecretToken,
        from origin: DeviceOrigin,
        _ emailRenderer: EmailRenderer,
        _ details: EmailMessage.Details,
        at now: Date
    ) throws -> EmailChange.Outcome {
        guard let address = try emailChange(token, of: id, at: now), let account = try self.account(id),
            try consumeAccountToken(token, for: .email, at: now) != nil
        else { return .dead }
        guard try freeEmailAddress(address, for: id) else { return .taken }
        try setEmail(address, of: id)
        try setVerified(id, at: now)
        try deleteTokens(for: TokenPurpose.verifying + [.recover, .unlock], of: id)
        try recordSecurityEvent(.emailChanged, of: id, from: origin, at: now)
        // Whoever has an address that was never verified may be a stranger, and has no say.
        guard account.verifiedAt != nil, let old = try? EmailAddress(account.email) else { return .done }
        let undo = SecretToken()
        try insertEmailUndo(undo, of: id, to: old, at: now)
        var details = details
        details.address = address.masked
        try enqueueEmail(.emailChanged, account, link: "/settings/email/undo/\(undo.text)", details, emailRenderer)
        return .done
    }
}

extension EmailAddress {
    /// Enough for its owner to know it again: `g•••@haneul.example`.
    var masked: String { "\(text.prefix(1))•••@\(domain)" }
}
