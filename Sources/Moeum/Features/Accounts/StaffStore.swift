import Foundation

extension Transaction {
    /// Inserts an account without a password and consents: the person gives both later.
    func insertStaffAccount(_ address: EmailAddress, reserved: ReservedNames, at now: Date) throws -> Account {
        let input = Account.Input(
            email: address,
            nickname: try freeNickname(for: address, reserved),
            passwordHash: nil,
            language: .korean,
            theme: .auto,
            verifiedAt: now
        )
        _ = try insertAccount(input, at: now)
        return try knownAccount(address)
    }

    /// Gives an account a role and marks its address as verified.
    /// - Parameters:
    ///   - hash: of a new password, which ends every session; nil keeps the old one.
    ///   - audit: who gives the role, for the audit log.
    func grantRole(
        _ account: Account,
        as role: Role,
        passwordHash hash: String?,
        from origin: DeviceOrigin,
        _ audit: AuditContext
    ) throws {
        let now = audit.at
        if account.role == .admin, role < .admin, try !hasAdmin(besides: account.id, at: now) {
            throw StaffCommands.Error(description: "\(account.email) is the last admin, who cannot be demoted")
        }
        // A stranger may have signed up with the address: the password and everything they left in the account is removed.
        if account.verifiedAt == nil {
            try forgetPassword(of: account.id)
            try deleteTracesOfStrangers(of: account.id)
            try setVerified(account.id, at: now)
        }
        try recordChange(.giveRole, on: AuditEntry.Target.user(account.id), .role, audit) { _ in
            RoleState(role: role)
        }
        guard let hash else { return }
        try setPassword(hash, of: account.id)
        try endSessions(of: account.id)
        try deleteTokens(for: [.recover, .unlock], of: account.id)
        if account.passwordHash != nil {
            try recordSecurityEvent(.passwordReset, of: account.id, from: origin, at: now)
        }
    }

    func knownAccount(_ address: EmailAddress) throws -> Account {
        guard let account = try account(with: address) else {
            throw StaffCommands.Error(description: "\(address.text) has no account")
        }
        return account
    }

    /// The local part of the address if it is a valid nickname, else a made-up one; the owner may change either.
    private func freeNickname(for address: EmailAddress, _ reserved: ReservedNames) throws -> Nickname {
        let local = address.text.split(separator: "@").first.map(String.init) ?? ""
        if let nickname = try? Nickname(local, reserved: reserved), try !isNicknameTaken(nickname) { return nickname }
        for _ in 0..<100 {
            let number = Int.random(in: 100_000...999_999)
            if let nickname = try? Nickname("garden \(number)", reserved: reserved), try !isNicknameTaken(nickname) {
                return nickname
            }
        }
        throw StaffCommands.Error(description: "no nickname is free")
    }

    /// Staff, highest role first, then in alphabetical order.
    func staffAccounts() throws -> [StaffCommands.StaffAccount] {
        try rows(
            """
            SELECT a.email, a.nickname, a.role,
                EXISTS (SELECT 1 FROM two_factor t WHERE t.account_id = a.id AND t.enabled_at IS NOT NULL),
                a.language
            FROM accounts a WHERE a.role IN ('admin', 'moderator') ORDER BY a.role, a.email_key
            """
        ).map { row in
            StaffCommands.StaffAccount(
                email: try row.string(0),
                nickname: try row.string(1),
                role: Role(rawValue: try row.string(2)) ?? .member,
                hasTwoFactor: try row.bool(3),
                language: Language(rawValue: try row.string(4)) ?? .korean
            )
        }
    }
}
