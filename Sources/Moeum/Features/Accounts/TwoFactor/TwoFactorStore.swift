import Foundation

extension Transaction {
    func twoFactor(of account: Account.ID) throws -> TwoFactor? {
        try first(
            "SELECT secret, created_at, enabled_at, last_step FROM two_factor WHERE account_id = \(account)"
        ) { row in
            TwoFactor(
                secret: try row.string(0),
                createdAt: try row.date(1),
                enabledAt: try row.optionalDate(2),
                lastStep: try row.int64(3)
            )
        }
    }

    /// Saves a new secret that is not enabled yet, unless there is one that was shown recently or is enabled.
    func prepareTwoFactor(_ secret: TOTP, of account: Account.ID, at now: Date) throws {
        try execute(
            """
            INSERT INTO two_factor (account_id, secret, created_at) VALUES (\(account), \(secret.base32),
                \(now.milliseconds))
            ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at
            WHERE two_factor.enabled_at IS NULL
                AND two_factor.created_at <= \((now - TwoFactor.setUpPeriod).milliseconds)
            """
        )
    }

    /// Enables two-factor and uses the code's step up; whether it was not enabled before.
    func enableTwoFactor(_ secret: String, of account: Account.ID, step: Int64, at now: Date) throws -> Bool {
        try execute(
            """
            UPDATE two_factor SET enabled_at = \(now.milliseconds), last_step = \(step)
            WHERE account_id = \(account) AND enabled_at IS NULL AND secret = \(secret)
            """
        ) > 0
    }

    /// Turns two-factor off, with a security event and an e-mail.
    func turnOffTwoFactor(of account: Account, _ action: AccountAction) throws {
        try deleteTwoFactor(of: account.id)
        try recordSecurityEvent(.twoFactorOff, of: account.id, from: action.origin, at: action.now)
        try enqueueEmail(.twoFactorOff, account, link: "/settings/security", action)
    }

    func deleteTwoFactor(of account: Account.ID) throws {
        try execute("DELETE FROM two_factor WHERE account_id = \(account)")
        try execute("DELETE FROM recovery_codes WHERE account_id = \(account)")
    }

    /// Uses a code up: of several simultaneous attempts with the same code one succeeds.
    func consumeSecondFactorCode(_ code: SecondFactorCode, of account: Account.ID, at now: Date) throws
        -> SecondFactorOutcome
    {
        switch code {
        case .digits(let digits):
            guard let factor = try twoFactor(of: account), factor.isEnabled,
                factor.totp?.step(of: digits, at: now, after: nil) != nil
            else { return .wrong }
            guard let step = factor.totp?.step(of: digits, at: now, after: factor.lastStep) else { return .used }
            let isFirst =
                try execute(
                    """
                    UPDATE two_factor SET last_step = \(step)
                    WHERE account_id = \(account) AND enabled_at IS NOT NULL AND last_step < \(step)
                    """
                ) > 0
            return isFirst ? .right : .used
        case .recovery(let recovery):
            let isFirst =
                try execute(
                    """
                    UPDATE recovery_codes SET used_at = \(now.milliseconds)
                    WHERE account_id = \(account) AND code_hash = \(recovery.hash) AND used_at IS NULL
                    """
                ) > 0
            if isFirst { return .right }
            let isKnown = try first(
                "SELECT 1 FROM recovery_codes WHERE account_id = \(account) AND code_hash = \(recovery.hash)"
            ) { _ in true }
            return isKnown == nil ? .wrong : .used
        }
    }

    /// Counts a try of a code before it is checked. Anyone who makes one knows the password: at the first pause the account's
    /// owner gets one e-mail.
    /// - Returns: seconds to wait, where there were too many tries.
    func consumeCodeAttempt(_ subject: String, of account: Account, _ action: AccountAction) throws -> Int? {
        let (limits, now) = (action.limits, action.now)
        let buckets = limits.loginCodes.map { (limit: RateLimit?.some($0), subject: subject) }
        guard let retryAfter = try consumeRateLimit(buckets, at: now.milliseconds) else { return nil }
        if try consumeRateLimit(limits.codeMails, for: "\(account.id)", at: now.milliseconds) == nil {
            try recordSecurityEvent(.loginRateLimited, of: account.id, from: action.origin, at: now)
            try enqueueEmail(.codesGuessed, account, link: "/recover", action)
        }
        return retryAfter
    }

    /// Resets the tries after a right code or a new password.
    func resetCodeAttempts(_ subject: String, _ limits: RateLimits) throws {
        for limit in limits.loginCodes { try resetRateLimit(limit, for: subject) }
    }

    /// Replaces all earlier recovery codes.
    func saveRecoveryCodes(_ codes: [RecoveryCode], of account: Account.ID) throws {
        try execute("DELETE FROM recovery_codes WHERE account_id = \(account)")
        for code in codes {
            try execute("INSERT INTO recovery_codes (account_id, code_hash) VALUES (\(account), \(code.hash))")
        }
    }

    func recoveryCodesLeft(of account: Account.ID) throws -> Int {
        try first(
            "SELECT COUNT(*) FROM recovery_codes WHERE account_id = \(account) AND used_at IS NULL"
        ) { try $0.int(0) } ?? 0
    }

    /// The challenge of a browser's cookie, without using it up.
    func loginChallenge(_ token: SecretToken, at now: Date) throws -> LoginChallenge? {
        try endExpired(
            "login_challenges",
            where: "token_hash = \(token.hash) AND expires_at <= \(now.milliseconds)"
        )
        return try first(
            """
            SELECT account_id, is_remembered, next_path FROM login_challenges
            WHERE token_hash = \(token.hash) AND expires_at > \(now.milliseconds)
                AND tries < \(LoginChallenge.maxAttempts)
            """
        ) { row in
            LoginChallenge(accountID: try row.id(0), isRemembered: try row.bool(1), nextPath: try row.string(2))
        }
    }

    /// Counts a try before its code is checked, so that simultaneous tries cannot share one. Returns how many are left after
    /// it; nil when there was none left.
    func countChallengeAttempt(of token: SecretToken, at now: Date) throws -> Int? {
        try first(
            """
            UPDATE login_challenges SET tries = tries + 1
            WHERE token_hash = \(token.hash) AND expires_at > \(now.milliseconds)
                AND tries < \(LoginChallenge.maxAttempts)
            RETURNING tries
            """
        ) { LoginChallenge.maxAttempts - (try $0.int(0)) }
    }

    /// Ends a challenge; whether there was one.
    func endLoginChallenge(_ token: SecretToken) throws -> Bool {
        try execute("DELETE FROM login_challenges WHERE token_hash = \(token.hash)") > 0
    }
}
