import Foundation

extension Transaction {
    /// Sends an e-mail to the new address: a link that confirms, or a note that it has an account. The rows are the same either
    /// way.
    /// - Returns: seconds to wait, where somebody asks too often.
    func beginEmailChange(of account: Account, to address: EmailAddress, _ action: AccountAction) throws -> Int? {
        let (limits, now) = (action.limits, action.now)
        if let retryAfter = try consumeRateLimit(limits.emailChanges, for: "\(account.id)", at: now.milliseconds) {
            return retryAfter
        }
        try recordSecurityEvent(.emailChangeAsked, of: account.id, from: action.origin, at: now)
        let mails = limits.verificationMails
        guard try consumeRateLimit(mails, for: address.key, at: now.milliseconds) == nil else { return nil }
        let secrets = AccountToken.Secrets()
        try insertAccountToken(secrets, for: .email, of: account.id, email: address, at: now)
        let owner = try self.account(with: address).flatMap { $0.verifiedAt == nil ? nil : $0 }
        let message = EmailMessage(
            owner == nil ? .emailChange : .emailChangeTaken,
            to: owner?.email ?? address.text,
            language: owner?.language ?? account.language,
            link: owner == nil ? "/settings/email/\(secrets.token.text)" : "/login"
        )
        try enqueue(message, by: action.emailRenderer)
        return nil
    }

    /// Whether an account may have an address. An unverified account with the address is deleted: it must not keep the address
    /// from its owner.
    func freeEmailAddress(_ address: EmailAddress, for id: Account.ID) throws -> Bool {
        guard let other = try account(with: address), other.id != id else { return true }
        return try execute("DELETE FROM accounts WHERE id = \(other.id) AND verified_at IS NULL") > 0
    }

    /// The new address of a change that is not confirmed yet.
    func awaitedEmail(of account: Account.ID, at now: Date) throws -> String? {
        try unexpiredAccountToken(of: account, for: [.email], at: now)?.email
    }

    /// The new address of a valid token of this account.
    func emailChange(_ token: SecretToken, of account: Account.ID, at now: Date) throws -> EmailAddress? {
        guard let found = try self.token(token, for: .email, at: now), found.accountID == account else { return nil }
        return try? EmailAddress(found.email ?? "")
    }

    /// Uses the token up and changes the address.
    /// - Returns: false where another account has the address by now; nil for a token that is used, expired or another
    ///   account's.
    func changeEmail(of id: Account.ID, by token: SecretToken, _ action: AccountAction) throws -> Bool? {
        guard let address = try emailChange(token, of: id, at: action.now), let account = try self.account(id),
            try consumeAccountToken(token, for: .email, at: action.now) != nil
        else { return nil }
        guard try freeEmailAddress(address, for: id) else { return false }
        try changeEmail(of: account, to: address, action)
        return true
    }

    /// Changes the address, which counts as verified. The old address gets a link that undoes the change, if it was verified.
    func changeEmail(of account: Account, to address: EmailAddress, _ action: AccountAction) throws {
        let (id, now) = (account.id, action.now)
        try setEmail(address, of: id)
        try setVerified(id, at: now)
        try deleteTokens(for: TokenPurpose.verifying + [.recover, .unlock], of: id)
        try recordSecurityEvent(.emailChanged, of: id, from: action.origin, at: now)
        // The old address was never verified and may be a stranger's: it gets no link.
        guard account.verifiedAt != nil, let old = try? EmailAddress(account.email) else { return }
        let undo = SecretToken()
        try insertEmailUndo(undo, of: id, to: old, at: now)
        var details = action.details(account.language)
        details.address = address.masked
        let link = "/settings/email/undo/\(undo.text)"
        try enqueueEmail(.emailChanged, account, link: link, details, action.emailRenderer)
    }
}

extension EmailAddress {
    /// Enough for its owner to recognise it: `g•••@haneul.example`.
    var masked: String { "\(text.prefix(1))•••@\(domain)" }
}
