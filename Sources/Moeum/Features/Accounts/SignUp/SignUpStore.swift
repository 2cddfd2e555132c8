import Foundation

/// A checked sign-up, to be saved.
struct NewAccount: Sendable {
    let input: Account.Input
    /// Of the browser that signs up; it may verify without the password.
    let browserHash: String?
    let action: AccountAction
}

extension Transaction {
    /// Creates an account, or tells the owner of the address by e-mail that there is one.
    /// - Returns: false where the nickname is taken.
    func signUp(_ new: NewAccount) throws -> Bool {
        let (existing, now) = (try account(with: new.input.email), new.action.now)
        if let browserHash = new.browserHash { try resetRateLimit(Verification.codeAttempts, for: browserHash) }
        // The same form sent twice does not report its own nickname as taken.
        let isRepeated =
            try existing.map { try isNicknameReserved(new.input.nickname, for: $0.id, by: new.browserHash) } ?? false
        if !isRepeated, try isNicknameTaken(new.input.nickname) { return false }
        guard let id = try insertAccount(new.input, at: now) else {
            if !isRepeated, let existing {
                try reserveNickname(new.input.nickname, for: existing.id, by: new.browserHash, at: now)
                try notifyOwnerOfSignUp(existing, new)
            }
            try writeDecoyHealthCheck(at: now)
            return true
        }
        try reserveNickname(new.input.nickname, for: id, by: new.browserHash, at: now)
        try recordConsents(of: id, at: now)
        try recordSecurityEvent(.signedUp, of: id, from: new.action.origin, at: now)
        try sendVerification(.verify, for: .verify, of: id, new)
        return true
    }

    /// For a sign-up with the address of an existing account: an e-mail to its owner, and nothing else.
    private func notifyOwnerOfSignUp(_ account: Account, _ new: NewAccount) throws {
        let (limit, now) = (new.action.limits.verificationMails, new.action.now)
        guard try consumeRateLimit(limit, for: new.input.email.key, at: now.milliseconds) == nil else { return }
        guard account.verifiedAt != nil else {
            let isOwn = try isSignUpBrowser(new.browserHash, of: account.id, at: now)
            let purpose: TokenPurpose = isOwn ? .verify : .verifyElsewhere
            return try sendVerification(.alreadyRegisteredUnverified, for: purpose, of: account.id, new)
        }
        let message = EmailMessage(
            .alreadyRegistered,
            to: account.email,
            nickname: account.nickname,
            language: account.language,
            link: "/login",
            secondLink: "/recover"
        )
        try enqueue(message, by: new.action.emailRenderer)
    }

    private func sendVerification(
        _ kind: EmailMessage.Kind,
        for purpose: TokenPurpose,
        of id: Account.ID,
        _ new: NewAccount
    ) throws {
        try sendVerificationEmail(
            kind,
            to: new.input.email.text,
            new.input.language,
            for: purpose,
            of: id,
            in: new.browserHash,
            new.action
        )
    }

    /// Records which version of each document somebody agreed to, and when.
    private func recordConsents(of account: Account.ID, at now: Date) throws {
        for document in LegalDocument.current {
            try execute(
                """
                INSERT INTO consents (account_id, document, version, agreed_at)
                VALUES (\(account), \(document.kind.rawValue), \(document.version), \(now.milliseconds))
                ON CONFLICT (account_id, document, version) DO NOTHING
                """
            )
        }
    }
}
