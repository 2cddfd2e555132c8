import Foundation

extension Transaction {
    /// Inserts the hashes of new secrets; older ones of the same purpose become invalid.
    /// - Parameters:
    ///   - email: the new address of a change of address, or the old one of its undo.
    ///   - browserHash: of the browser that asked.
    func insertAccountToken(
        _ secrets: AccountToken.Secrets,
        for purpose: TokenPurpose,
        of account: Account.ID,
        email: EmailAddress? = nil,
        browserHash: String? = nil,
        at now: Date
    ) throws {
        let codeExpiry = (now + AccountToken.codeLifetime).milliseconds
        try execute(
            """
            INSERT INTO account_tokens (account_id, purpose, token_hash, code_hash, code_expires_at, code_tries,
                browser_hash, email, email_key, created_at, expires_at)
            VALUES (\(account), \(purpose.rawValue), \(secrets.token.hash), \(secrets.code.hash(boundTo: secrets.token.hash)),
                \(codeExpiry), 0, \(browserHash), \(email?.text), \(email?.key), \(now.milliseconds),
                \((now + purpose.lifetime).milliseconds))
            ON CONFLICT (account_id, purpose) DO UPDATE SET token_hash = excluded.token_hash,
                code_hash = excluded.code_hash, code_expires_at = excluded.code_expires_at, code_tries = 0,
                browser_hash = excluded.browser_hash, email = excluded.email, email_key = excluded.email_key,
                created_at = excluded.created_at, expires_at = excluded.expires_at
            """
        )
    }

    /// A valid token, without using it up; nil when it is used, expired or unknown.
    func token(_ token: SecretToken, for purpose: TokenPurpose, at now: Date) throws -> AccountToken? {
        try endExpiredTokens("token_hash = \(token.hash)", at: now)
        return try first(
            """
            SELECT \(AccountToken.columns) FROM account_tokens
            WHERE token_hash = \(token.hash) AND purpose = \(purpose.rawValue) AND expires_at > \(now.milliseconds)
            """,
            AccountToken.init
        )
    }

    /// Uses a token up; of several simultaneous attempts only one gets it.
    func consumeAccountToken(_ token: SecretToken, for purpose: TokenPurpose, at now: Date) throws -> AccountToken? {
        try endExpiredTokens("token_hash = \(token.hash)", at: now)
        return try first(
            """
            DELETE FROM account_tokens
            WHERE token_hash = \(token.hash) AND purpose = \(purpose.rawValue) AND expires_at > \(now.milliseconds)
            RETURNING \(AccountToken.columns)
            """,
            AccountToken.init
        )
    }

    /// Whether digits are those of the valid token. Every guess counts, right or wrong.
    func checkCode(_ code: OneTimeCode, for purpose: TokenPurpose, of account: Account.ID, at now: Date) throws -> Bool
    {
        let tokens: SQL = "account_id = \(account) AND purpose = \(purpose.rawValue)"
        try endExpiredTokens(tokens, at: now)
        try endExpired(
            "account_tokens",
            where:
                "\(tokens) AND code_expires_at <= \(now.milliseconds) AND code_tries < \(AccountToken.maxCodeAttempts)",
            by: "code_tries = \(AccountToken.maxCodeAttempts)"
        )
        // Counted before it is compared, so that guesses at the same moment cannot share a try.
        let stored = try first(
            """
            UPDATE account_tokens SET code_tries = code_tries + 1
            WHERE \(tokens) AND expires_at > \(now.milliseconds) AND code_expires_at > \(now.milliseconds)
                AND code_tries < \(AccountToken.maxCodeAttempts)
            RETURNING code_hash, token_hash
            """
        ) { row in (hash: try row.string(0), row: try row.string(1)) }
        return stored.map { code.matches($0.hash, boundTo: $0.row) } ?? false
    }

    /// The newest valid token that a browser waits for, of any of the purposes.
    func token(awaitedBy browserHash: String, for purposes: [TokenPurpose], at now: Date) throws -> AccountToken? {
        try newestToken("browser_hash = \(browserHash)", for: purposes, at: now)
    }

    /// The newest valid token of an account, of any of the purposes.
    func unexpiredAccountToken(of account: Account.ID, for purposes: [TokenPurpose], at now: Date) throws
        -> AccountToken?
    {
        try newestToken("account_id = \(account)", for: purposes, at: now)
    }

    private func newestToken(_ condition: SQL, for purposes: [TokenPurpose], at now: Date) throws -> AccountToken? {
        try endExpiredTokens(condition, at: now)
        return try first(
            """
            SELECT \(AccountToken.columns) FROM account_tokens
            WHERE \(condition) AND purpose IN \(list: purposes.map(\.rawValue))
                AND expires_at > \(now.milliseconds) ORDER BY created_at DESC LIMIT 1
            """,
            AccountToken.init
        )
    }

    func deleteTokens(for purposes: [TokenPurpose], of account: Account.ID) throws {
        try execute(
            """
            DELETE FROM account_tokens
            WHERE account_id = \(account) AND purpose IN \(list: purposes.map(\.rawValue))
            """
        )
    }

    /// - Parameter condition: limits which tokens are deleted.
    private func endExpiredTokens(_ condition: SQL, at now: Date) throws {
        try endExpired("account_tokens", where: "\(condition) AND expires_at <= \(now.milliseconds)")
    }
}

extension AccountToken {
    fileprivate static let columns: SQL = "account_id, purpose, browser_hash, email"

    /// From its columns.
    fileprivate init(_ row: any Row) throws {
        accountID = try row.id(0)
        guard let known = TokenPurpose(rawValue: try row.string(1)) else {
            throw DatabaseError.decoding(column: 1, expected: "the purpose of a token")
        }
        purpose = known
        browserHash = try row.optionalString(2)
        email = try row.optionalString(3)
    }
}
