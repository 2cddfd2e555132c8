import Foundation

extension Transaction {
    /// Creates an account, or tells the owner of the address by e-mail that there is one.
    /// - Parameter browserHash: of the browser that signs up; it may verify without the password.
    /// - Returns: false where the nickname is taken.
    func signUp(_ input: Account.Input, in browserHash: String?, _ action: AccountAction) throws -> Bool {
        let (existing, now) = (try account(with: input.email), action.now)
        if let browserHash { try resetRateLimit(Verification.codeAttempts, for: browserHash) }
        // The same form sent twice does not report its own nickname as taken.
        let isRepeated =
            try existing.map { try isNicknameReserved(input.nickname, for: $0.id, by: browserHash) } ?? false
        if !isRepeated, try isNicknameTaken(input.nickname) { return false }
        guard let id = try insertAccount(input, at: now) else {
            if !isRepeated, let existing {
                try reserveNickname(input.nickname, for: existing.id, by: browserHash, at: now)
                try notifyOwnerOfSignUp(existing, input, in: browserHash, action)
            }
            try writeDecoyHealthCheck(at: now)
            return true
        }
        try reserveNickname(input.nickname, for: id, by: browserHash, at: now)
        try recordConsents(of: id, at: now)
        try recordSecurityEvent(.signedUp, of: id, from: action.origin, at: now)
        try sendVerificationEmail(
            .verify,
            to: input.email.text,
            input.language,
            for: .verify,
            of: id,
            in: browserHash,
            action
        )
        return true
    }

    /// For a sign-up with the address of an existing account: an e-mail to its owner, and nothing else.
    private func notifyOwnerOfSignUp(
        _ account: Account,
        _ input: Account.Input,
        in browserHash: String?,
        _ action: AccountAction
    ) throws {
        let (limit, now) = (action.limits.verificationMails, action.now)
        guard try consumeRateLimit(limit, for: input.email.key, at: now.milliseconds) == nil else { return }
        guard account.verifiedAt != nil else {
            let isOwn = try isSignUpBrowser(browserHash, of: account.id, at: now)
            return try sendVerificationEmail(
                .alreadyRegisteredUnverified,
                to: input.email.text,
                input.language,
                for: isOwn ? .verify : .verifyElsewhere,
                of: account.id,
                in: browserHash,
                action
            )
        }
        let message = EmailMessage(
            .alreadyRegistered,
            to: account.email,
            nickname: account.nickname,
            language: account.language,
            link: "/login",
            secondLink: "/recover"
        )
        try enqueue(message, by: action.emailRenderer)
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
