import Foundation

/// Commands on accounts: create staff, help people log in, end sessions.
package struct StaffCommands: Sendable {
    /// Why a command failed, in words for a terminal.
    package struct Error: Swift.Error, CustomStringConvertible {
        package let description: String
    }

    /// The result of creating a staff account.
    package struct Result: Sendable {
        package let email: String
        package let nickname: String
        package let role: Role
        package let isNew: Bool
        /// A link to choose a password, valid once; nil where a password was given.
        package let link: String?
        package let isMailed: Bool
    }

    /// A member of the staff.
    package struct StaffAccount: Sendable {
        package let email: String
        package let nickname: String
        package let role: Role
        package let hasTwoFactor: Bool
        let language: Language
    }

    /// Minutes for which a link is valid.
    package static let linkMinutes = Int(TokenPurpose.recover.lifetime / 60)

    private let app: App

    package init(app: App) { self.app = app }

    /// Creates an account with a role, or gives the role to an existing account. The account counts as verified, because
    /// the person who runs the command vouches for the address.
    /// - Parameter password: nil returns a link to choose one.
    package func create(email typed: String, role: Role, password typedPassword: String?) async throws -> Result {
        let address = try app.commandAddress(typed)
        let hash = try await hash(typedPassword, of: address)
        let (secrets, audit, names) = (AccountToken.Secrets(), app.commandAudit, app.reservedNames)
        let isMailed = hash == nil && app.config.smtpURL != nil
        let (account, isNew) = try await app.database.write { transaction in
            let found = try transaction.account(with: address)
            let account = try found ?? transaction.insertStaffAccount(address, reserved: names, at: audit.at)
            try transaction.grantRole(account, as: role, passwordHash: hash, from: .machine, audit)
            // Anyone who has the password, or the link to choose one, controls the account.
            if hash != nil || found != nil {
                try transaction.recordEvent(.resetPassword, on: .user(account.id), of: account.id, audit)
            }
            guard hash == nil else { return (account, found == nil) }
            try transaction.insertAccountToken(secrets, for: .recover, of: account.id, at: audit.at)
            if isMailed {
                let (link, details) = ("/recover/\(secrets.token.text)", EmailMessage.Details())
                try transaction.enqueueEmail(.adminInvitation, account, link: link, details, audit.emailRenderer)
            }
            return (account, found == nil)
        }
        app.securityLog.record(.roleChanged, of: account.id, from: nil, role: role)
        return Result(
            email: account.email,
            nickname: account.nickname,
            role: role,
            isNew: isNew,
            link: hash == nil ? app.recoveryLink(secrets) : nil,
            isMailed: isMailed
        )
    }

    /// Returns a link to choose a new password; every session ends once it is used.
    package func resetPassword(email: String) async throws -> String {
        let secrets = AccountToken.Secrets()
        try await app.changeAccount(email, event: "recovery begun") { transaction, account, audit in
            try transaction.insertAccountToken(secrets, for: .recover, of: account.id, at: audit.at)
            try transaction.recordSecurityEvent(.recoveryAsked, of: account.id, from: .machine, at: audit.at)
            try transaction.recordEvent(.resetPassword, on: .user(account.id), of: account.id, audit)
        }
        return app.recoveryLink(secrets)
    }

    /// Ends all sessions of an account; returns how many.
    package func revokeSessions(email: String) async throws -> Int {
        let (id, count) = try await app.changeAccount(email) { transaction, account, audit in
            let count = try transaction.endSessions(of: account.id)
            guard count > 0 else { return (account.id, 0) }
            try transaction.recordSecurityEvent(.otherSessionsEnded, of: account.id, from: .machine, at: audit.at)
            try transaction.recordEvent(.endSessions, on: .user(account.id), of: account.id, audit)
            return (account.id, count)
        }
        app.logger.notice("sessions ended", metadata: ["account": "\(id)", "count": .stringConvertible(count)])
        return count
    }

    /// Turns two-factor off for somebody who lost app and recovery codes, with an e-mail about it. The password is removed too:
    /// two-factor may have been all that kept somebody who knows it out. Every session ends.
    /// - Returns: a link to choose a new password; nil, with nothing changed, where two-factor was not on.
    package func resetTwoFactor(email: String) async throws -> String? {
        let (secrets, action) = (AccountToken.Secrets(), app.accountAction(from: .machine))
        let changed = try await app.changeAccount(email) { transaction, account, audit -> Account.ID? in
            guard try transaction.hasTwoFactor(account.id) else { return nil }
            try transaction.turnOffTwoFactor(of: account, action)
            try transaction.forgetPassword(of: account.id)
            try transaction.endSessions(of: account.id)
            try transaction.insertAccountToken(secrets, for: .recover, of: account.id, at: audit.at)
            try transaction.recordEvent(.resetTwoFactor, on: .user(account.id), of: account.id, audit)
            return account.id
        }
        guard let changed else { return nil }
        app.logger.notice("two-factor reset", metadata: ["account": "\(changed)"])
        return app.recoveryLink(secrets)
    }

    /// Staff, highest role first.
    package func list() async throws -> [StaffAccount] {
        try await app.database.read { try $0.staffAccounts() }
    }

    private func hash(_ typed: String?, of address: EmailAddress) async throws -> String? {
        guard let typed else { return nil }
        do {
            return try await app.passwords.hash(app.passwordRules.newPassword(typed, of: [address.text]))
        } catch let error as Password.Error {
            throw Error(description: "the password cannot be taken: \(Self.message(error))")
        }
    }

    private static func message(_ error: Password.Error) -> String {
        switch error {
        case .tooShort: "it has fewer than \(Password.lengths.lowerBound) characters"
        case .tooLong: "it has more than \(Password.lengths.upperBound) characters"
        case .controlCharacter: "it holds a control character"
        case .tooCommon: "it is one of the commonest"
        case .likeYourself: "it is the address or the site's name"
        }
    }
}

extension App {
    fileprivate var commandAudit: AuditContext {
        AuditContext(actor: .command, at: clock(), emailRenderer: emailRenderer)
    }

    /// An address as it was typed for a command.
    func commandAddress(_ typed: String) throws -> EmailAddress {
        do { return try EmailAddress(typed) } catch {
            throw StaffCommands.Error(description: "\(typed) is no mail address")
        }
    }

    /// One write of a command about one account.
    /// - Parameter event: for a line in the log.
    @discardableResult
    func changeAccount<Value: Sendable>(
        _ email: String,
        event: String? = nil,
        _ body: @escaping @Sendable (Transaction, Account, AuditContext) throws -> Value
    ) async throws -> Value {
        let (address, audit) = (try commandAddress(email), commandAudit)
        let (value, id) = try await database.write { transaction in
            let account = try transaction.knownAccount(address)
            return (try body(transaction, account, audit), account.id)
        }
        if let event { logger.notice("\(event)", metadata: ["account": "\(id)"]) }
        return value
    }

    func recoveryLink(_ secrets: AccountToken.Secrets) -> String {
        "\(config.baseURL)/recover/\(secrets.token.text)"
    }
}
