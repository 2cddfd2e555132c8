import Foundation

extension Transaction {
    func account(_ id: Account.ID) throws -> Account? { try account(where: "id = \(id)") }

    func account(with email: EmailAddress) throws -> Account? { try account(where: "email_key = \(email.key)") }

    private func account(where condition: SQL) throws -> Account? {
        try first("SELECT \(Account.columns) FROM accounts WHERE \(condition)", Account.init)
    }

    /// Inserts an account; nil where the address has one already. A taken nickname throws the violation of its unique key.
    func insertAccount(_ input: Account.Input, at now: Date) throws -> Account.ID? {
        try first(
            """
            INSERT INTO accounts (id, email, email_key, nickname, nickname_key, language, theme, role, password_hash,
                created_at, verified_at)
            VALUES (\(Account.ID.next()), \(input.email.text), \(input.email.key), \(input.nickname.text),
                \(input.nickname.key), \(input.language.rawValue), \(input.theme.rawValue), \(input.role.rawValue),
                \(input.passwordHash), \(now.milliseconds), \(input.verifiedAt?.milliseconds))
            ON CONFLICT (email_key) DO NOTHING RETURNING id
            """
        ) { try $0.id(0) }
    }

    /// Whether somebody else has this nickname already.
    func isNicknameTaken(_ nickname: Nickname, except id: Account.ID? = nil) throws -> Bool {
        try first(
            """
            SELECT id FROM accounts WHERE nickname_key = \(nickname.key) AND id <> \(id ?? .absent)
            UNION ALL
            SELECT account_id FROM nickname_holds WHERE nickname_key = \(nickname.key) AND account_id <> \(id ?? .absent)
            """
        ) { try $0.int64(0) } != nil
    }

    /// Reserves a nickname, as an unverified account with that nickname would.
    /// - Parameter browserHash: of the browser that signs up; it may send the form again.
    func reserveNickname(_ nickname: Nickname, for id: Account.ID, by browserHash: String?, at now: Date) throws {
        try execute(
            """
            INSERT INTO nickname_holds (nickname_key, account_id, browser_hash, expires_at)
            VALUES (\(nickname.key), \(id), \(browserHash), \((now + Account.unverifiedLifetime).milliseconds))
            ON CONFLICT (nickname_key) DO NOTHING
            """
        )
    }

    /// Whether this browser signed up with that name at the address of that account.
    func isNicknameReserved(_ nickname: Nickname, for id: Account.ID, by browserHash: String?) throws -> Bool {
        guard let browserHash else { return false }
        return try first(
            """
            SELECT account_id FROM nickname_holds
            WHERE nickname_key = \(nickname.key) AND account_id = \(id) AND browser_hash = \(browserHash)
            """
        ) { try $0.int64(0) } != nil
    }

    func setPassword(_ hash: String, of id: Account.ID) throws {
        try execute("UPDATE accounts SET password_hash = \(hash) WHERE id = \(id)")
    }

    /// Removes the password: the owner has to set a new one by e-mail.
    func forgetPassword(of id: Account.ID) throws {
        try execute("UPDATE accounts SET password_hash = NULL WHERE id = \(id)")
    }

    func setVerified(_ id: Account.ID, at now: Date) throws {
        try execute("UPDATE accounts SET verified_at = \(now.milliseconds) WHERE id = \(id) AND verified_at IS NULL")
        // A verified account keeps its nickname itself, so the reservation is no longer needed.
        try execute(
            """
            DELETE FROM nickname_holds WHERE account_id = \(id)
                AND nickname_key = (SELECT nickname_key FROM accounts WHERE id = \(id))
            """
        )
    }

    func setEmail(_ email: EmailAddress, of id: Account.ID) throws {
        try execute("UPDATE accounts SET email = \(email.text), email_key = \(email.key) WHERE id = \(id)")
    }

    func setProfile(nickname: Nickname, bio: String, of id: Account.ID) throws {
        try execute(
            """
            UPDATE accounts SET nickname = \(nickname.text), nickname_key = \(nickname.key), bio = \(bio)
            WHERE id = \(id)
            """
        )
    }

    /// - Parameters: a nil preference stays unchanged.
    func setPreferences(language: Language?, theme: Theme?, of id: Account.ID) throws {
        try execute(
            """
            UPDATE accounts SET language = COALESCE(\(language?.rawValue), language),
                theme = COALESCE(\(theme?.rawValue), theme) WHERE id = \(id)
            """
        )
    }
}

extension Account {
    fileprivate static let columns: SQL = """
        id, email, nickname, bio, language, theme, role, password_hash, created_at, verified_at, leaving_at
        """

    /// From its columns.
    fileprivate init(_ row: any Row) throws {
        id = try row.id(0)
        email = try row.string(1)
        nickname = try row.string(2)
        bio = try row.string(3)
        language = Language(rawValue: try row.string(4)) ?? .korean
        theme = Theme(rawValue: try row.string(5)) ?? .auto
        role = Role(rawValue: try row.string(6)) ?? .member
        passwordHash = try row.optionalString(7)
        createdAt = try row.date(8)
        verifiedAt = try row.optionalDate(9)
        leavingAt = try row.optionalDate(10)
    }
}
