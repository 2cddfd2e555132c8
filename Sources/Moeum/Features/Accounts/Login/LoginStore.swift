import Foundation

/// A login whose password was right, before its session.
struct Login: Sendable {
    let account: Account
    let isRemembered: Bool
    let session = SecretToken()
    let browser: LoginBrowser
}

/// What a login did besides beginning a session.
struct LoginOutcome: Sendable {
    /// Whether it cancelled a withdrawal.
    var isBack = false
    /// Whether it verified the address.
    var isVerified = false
    /// Recovery codes left, after one was used.
    var recoveryCodesLeft: Int?
    var favourite: PendingFavourite.Outcome?

    /// The key under `flash.` in the texts.
    var flash: String? {
        if isBack { return "leaving-undone" }
        if let left = recoveryCodesLeft { return Flash.text("recovery-code-used", of: Int64(left)) }
        return switch favourite {
        case .kept: "heart-set"
        case .full: "heart-full"
        case .dropped, nil: isVerified ? "verified" : nil
        }
    }
}

/// A login whose password was right and whose second factor is missing.
struct LoginChallenge: Sendable {
    let accountID: Account.ID
    let isRemembered: Bool
    let nextPath: String

    static let lifetime: TimeInterval = 600
    static let maxAttempts = 5
}

extension Transaction {
    /// Begins a session, with everything that goes with a login: the security event, the e-mail about a new device, the end of
    /// a withdrawal, and the pending favourite.
    @discardableResult
    func logIn(_ login: Login) throws -> LoginOutcome {
        let (account, browser, action) = (login.account, login.browser, login.browser.action)
        let (origin, now) = (action.origin, action.now)
        if let replaced = browser.replaced { try execute("DELETE FROM sessions WHERE id = \(replaced)") }
        try beginSession(
            of: account.id,
            login.session,
            isRemembered: login.isRemembered,
            from: origin,
            at: now
        )
        let isKnown = try rememberDevice(browser.device.hash, of: account.id, at: now)
        // At the very first login every browser is new: no e-mail about it.
        let isNew = try !recordLogin(of: account.id, at: now) && !isKnown
        try recordSecurityEvent(isNew ? .loggedInOnNewDevice : .loggedIn, of: account.id, from: origin, at: now)
        if isNew { try enqueueEmail(.newDevice, account, link: "/settings/sessions", action) }
        var outcome = LoginOutcome()
        if let favourite = browser.favourite,
            let member = try member(with: login.session, formToken: "", at: now)?.member
        {
            outcome.favourite = try savePendingFavourite(favourite, by: member, at: now)
        }
        guard try cancelWithdrawal(account.id, at: now) else { return outcome }
        try recordSecurityEvent(.leavingUndone, of: account.id, from: origin, at: now)
        try enqueueEmail(.back, account, link: "/settings", action)
        outcome.isBack = true
        return outcome
    }

    /// Queues an e-mail to the owner of an account.
    func enqueueEmail(
        _ kind: EmailMessage.Kind,
        _ account: Account,
        link: String,
        _ details: EmailMessage.Details,
        _ emailRenderer: EmailRenderer
    ) throws {
        let message = EmailMessage(
            kind,
            to: account.email,
            nickname: account.nickname,
            language: account.language,
            link: link,
            details: details
        )
        try enqueue(message, by: emailRenderer)
    }

    /// Queues an e-mail to the owner of an account that says from where and when something was done.
    func enqueueEmail(_ kind: EmailMessage.Kind, _ account: Account, link: String, _ action: AccountAction) throws {
        try enqueueEmail(kind, account, link: link, action.details(account.language), action.emailRenderer)
    }

    /// Whether this is the account's first login.
    private func recordLogin(of id: Account.ID, at now: Date) throws -> Bool {
        let isFirst =
            try first("SELECT id FROM accounts WHERE id = \(id) AND logged_in_at IS NULL") { try $0.int64(0) } != nil
        try execute("UPDATE accounts SET logged_in_at = \(now.milliseconds) WHERE id = \(id)")
        return isFirst
    }

    /// Inserts the challenge of the second factor.
    func insertLoginChallenge(_ token: SecretToken, _ challenge: LoginChallenge, at now: Date) throws {
        try execute(
            """
            INSERT INTO login_challenges (token_hash, account_id, is_remembered, next_path, tries, created_at, expires_at)
            VALUES (\(token.hash), \(challenge.accountID), \(challenge.isRemembered ? 1 : 0), \(challenge.nextPath), 0,
                \(now.milliseconds), \((now + LoginChallenge.lifetime).milliseconds))
            """
        )
    }

    /// Writes as much as for an existing account, so that the response time does not reveal whether there is one.
    func writeDecoyHealthCheck(at now: Date) throws {
        // A random row: writers of the same row would wait for each other.
        try execute(
            """
            INSERT INTO health (id, checked_at) VALUES (\(Int.random(in: 2..<1_026)), \(now.milliseconds))
            ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at
            """
        )
    }

    func hasTwoFactor(_ id: Account.ID) throws -> Bool {
        try first(
            "SELECT enabled_at FROM two_factor WHERE account_id = \(id) AND enabled_at IS NOT NULL"
        ) { try $0.int64(0) } != nil
    }
}
