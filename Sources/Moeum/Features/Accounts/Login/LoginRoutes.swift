import Foundation
import Hummingbird

/// Logging in with a password, and out again.
struct LoginRoutes: RouteGroup {
    let app: App

    private static let mismatch = FormErrors([FormDeclaration.wholeForm: "mismatch"])

    func mount(on router: Router<AppRequestContext>) {
        router.get("/login", for: .anyone, use: showLogin)
        router.post("/login", for: .anyone, again: showLogin, use: logIn)
        router.post("/logout", for: .anyone, use: logOut)
    }

    @Sendable func showLogin(_ context: AppRequestContext) async throws -> Response {
        let (next, hasErrors) = (context.nextPath, context.formErrors != nil)
        if context.member != nil, !hasErrors { return Redirection.response(to: next) }
        // The address may not be verified yet.
        let verify = hasErrors ? [(href: LocalPath.address("/verify", next: next), key: "account.login.verify")] : []
        let page = AccountForm(
            name: "login",
            form: LoginForms.logIn,
            values: ["next": next],
            links: verify + LoginForms.links(next: next)
        )
        return try await app.show(page, context)
    }

    /// Shows the login page in place of one that needs a session; a form that was sent waits in it.
    @Sendable func askToLogIn(_ context: AppRequestContext, _ needed: LoginNeeded) async throws -> Response {
        let path = PageAddress.withoutLanguage(context.request.uri)
        guard let form = needed.form, context.request.method != .get, context.request.method != .head else {
            var response = Redirection.response(to: "/login?next=\(path.percentEncoded)")
            // Only for pages: a flash for a script's or a picture's request would show up on a later page.
            if context.request.headers[.secFetchDest] ?? "document" == "document" {
                response.set(cookies: [app.config.cookies.setting(CookieRules.flashName, to: "login-first", for: 60)])
            }
            return response
        }
        if needed.isSameSite, let pendingAction = PendingAction(pressing: path, form) {
            return try await askToLogIn(for: pendingAction, context)
        }
        let kept = PendingForm.encoded(form)
        let values = kept.map { ["next": "/", "resume_to": path, "resume": $0] } ?? ["next": "/"]
        let page = AccountForm(
            status: .unauthorized,
            name: kept == nil ? "login-unkept" : "login-needed",
            form: LoginForms.logIn,
            values: values,
            links: LoginForms.links
        )
        return try await app.show(page, context)
    }

    /// The favourite is added when the session begins.
    private func askToLogIn(for pendingAction: PendingAction, _ context: AppRequestContext) async throws -> Response {
        let page = AccountForm(
            status: .unauthorized,
            name: "login-heart",
            form: LoginForms.logIn,
            values: ["next": pendingAction.path],
            links: LoginForms.links(next: pendingAction.path)
        )
        var response = try await app.show(page, context)
        response.set(cookies: [app.config.cookies.keeping(pendingAction)])
        return response
    }

    @Sendable func logIn(_ context: AppRequestContext) async throws -> Response {
        app.proxies.warnOfLogin(through: context.peerAddress)
        let form = context.form
        let empty = ["email", "password"].filter { (form[$0] ?? "").isEmpty }
        guard empty.isEmpty else {
            throw FormErrors(Dictionary(uniqueKeysWithValues: empty.map { ($0, "required") }))
        }
        let (account, subject) = try await admit(try? EmailAddress(form["email"] ?? ""), context)
        // An impossible password is checked too, so that the response time reveals nothing.
        let password = Password(typed: form["password"] ?? "") ?? Password(typed: "-")
        guard let password else { throw Self.mismatch }
        let isRight = try await app.passwords.verify(password, against: account?.passwordHash)
        // An unverified address is answered like a wrong password: otherwise a sign-up and a login would reveal whether there
        // was an account before.
        guard isRight, let account, account.verifiedAt != nil else {
            try await recordFailure(of: account, isRight: isRight, context)
            throw Self.mismatch
        }
        // Hashed again where the stored hash costs less than ours now.
        let isOutdated = account.passwordHash.map(app.passwords.needsRehash) ?? false
        let renewed = try await isOutdated ? app.passwords.hash(password) : nil
        return try await enter(account, subject, renewed, context)
    }

    /// Counts the try before the password is checked, so that simultaneous tries are counted too. A known browser has tries of
    /// its own, so that nobody else can use them up and lock the owner out.
    /// - Returns: the account, and the key of the rate limit that counted the try.
    private func admit(_ address: EmailAddress?, _ context: AppRequestContext) async throws -> (Account?, String) {
        let typed = address?.key ?? context.form["email"] ?? ""
        let device = app.config.cookies.deviceToken(context).hash
        let network = NetworkAddress(context.clientAddress)
        let action = app.accountAction(context)
        let (limits, now) = (action.limits, action.now)
        let (account, subject, retryAfter) = try await app.database.write { transaction -> (Account?, String, Int?) in
            let found = try address.flatMap { try transaction.account(with: $0) }
            let account = found.flatMap { $0.isPastLeaving(at: now) ? nil : $0 }
            let isKnown = try account.map { try transaction.isKnownDevice(device, to: $0.id) } ?? false
            let subject = isKnown ? "\(typed) \(device)" : typed
            let buckets = network.buckets(of: limits.loginFromAddress) + [(limits.loginOfAccount, subject)]
            let retryAfter = try transaction.consumeRateLimit(buckets, at: now.milliseconds)
            guard retryAfter != nil else { return (account, subject, nil) }
            let isRateLimited =
                try transaction.rateLimitDelay(limits.loginOfAccount, for: subject, at: now.milliseconds) != nil
            if isRateLimited,
                try transaction.consumeRateLimit(limits.unlockMails, for: typed, at: now.milliseconds) == nil
            {
                try offerUnlock(account, to: device, action, transaction)
            }
            return (account, subject, retryAfter)
        }
        guard let retryAfter else { return (account, subject) }
        app.securityLog.record(.loginRateLimited, of: nil, from: context.clientAddress)
        throw FormErrors.account([FormDeclaration.wholeForm: "paused"], after: retryAfter)
    }

    private func offerUnlock(
        _ account: Account?,
        to device: String,
        _ action: AccountAction,
        _ transaction: Transaction
    ) throws {
        let now = action.now
        guard let account else { return try transaction.writeDecoyHealthCheck(at: now) }
        try transaction.recordSecurityEvent(.loginRateLimited, of: account.id, from: action.origin, at: now)
        let secrets = AccountToken.Secrets()
        try transaction.insertAccountToken(secrets, for: .unlock, of: account.id, browserHash: device, at: now)
        let link = "/unlock/\(secrets.token.text)"
        try transaction.enqueueEmail(.unlock, account, link: link, EmailMessage.Details(), action.emailRenderer)
    }

    private func recordFailure(of account: Account?, isRight: Bool, _ context: AppRequestContext) async throws {
        let (action, browserHash) = (app.accountAction(context), context.browserHash)
        app.securityLog.record(.loginFailed, of: account?.id, from: context.clientAddress)
        try await app.database.write { transaction in
            if let browserHash { try transaction.resetRateLimit(Verification.codeAttempts, for: browserHash) }
            guard let account else { return try transaction.writeDecoyHealthCheck(at: action.now) }
            guard isRight else {
                let origin = action.origin
                return try transaction.recordSecurityEvent(.loginFailed, of: account.id, from: origin, at: action.now)
            }
            try transaction.sendVerificationReminder(account, in: browserHash, action)
        }
    }

    /// The password was right: logs in, or goes on to the second factor.
    /// - Parameters:
    ///   - subject: the key of the rate limit to reset.
    ///   - renewed: replaces the hash that was verified against.
    private func enter(
        _ account: Account,
        _ subject: String,
        _ renewed: String?,
        _ context: AppRequestContext
    ) async throws -> Response {
        let form = context.form
        let browser = LoginBrowser(app, context)
        let login = Login(account: account, isRemembered: form["remember"] == "1", browser: browser)
        let challenge = LoginChallenge(
            accountID: account.id,
            isRemembered: login.isRemembered,
            nextPath: context.nextPath
        )
        let token = SecretToken()
        let network = NetworkAddress(context.clientAddress)
        let outcome = try await app.database.write { transaction -> LoginOutcome? in
            // The password may have been changed while it was verified, by its owner to keep this login out.
            guard try transaction.account(account.id)?.passwordHash == account.passwordHash else { throw Self.mismatch }
            if let renewed { try transaction.setPassword(renewed, of: account.id) }
            try transaction.resetRateLimit(app.limits.loginOfAccount, for: subject)
            try transaction.refundRateLimit(app.limits.loginFromAddress, for: network)
            guard try transaction.hasTwoFactor(account.id) else { return try transaction.logIn(login) }
            try transaction.insertLoginChallenge(token, challenge, at: browser.action.now)
            return nil
        }
        if let outcome { return try await welcome(login, outcome, next: challenge.nextPath, context) }
        let rules = app.config.cookies
        let cookie = rules.setting(rules.challengeName, to: token.text, for: Int(LoginChallenge.lifetime))
        guard PendingForm(form) != nil else {
            return app.pages.seeOther(context, to: "/login/code", cookies: [cookie])
        }
        var response = try await TwoFactorLoginRoutes(app: app).showCode(carrying: form, context)
        response.set(cookies: [cookie])
        return response
    }

    /// Redirects to where the person wanted to go, or to the form that they had sent.
    func welcome(
        _ login: Login,
        _ outcome: LoginOutcome,
        next: String,
        _ context: AppRequestContext
    ) async throws -> Response {
        let cookies = app.config.cookies.beginning(login)
        app.logger.info(
            "logged in",
            metadata: ["account": "\(login.account.id)", "from": "\(login.browser.action.origin.network)"]
        )
        if let pendingForm = PendingForm(context.form) {
            var response = try await app.showPendingForm(pendingForm, login, context)
            response.set(cookies: cookies)
            return response
        }
        let path = next == "/" ? app.pendingAction(context)?.path ?? "/" : next
        return app.pages.seeOther(context, to: path, flash: outcome.flash, cookies: cookies)
    }

    @Sendable func logOut(_ context: AppRequestContext) async throws -> Response {
        if let member = context.member {
            let (origin, now) = (context.origin, app.clock())
            try await app.database.write { transaction in
                guard try transaction.endSession(member.sessionID, of: member.id) else { return }
                try transaction.recordSecurityEvent(.loggedOut, of: member.id, from: origin, at: now)
            }
        }
        return app.pages.logOutResponse(context, flash: "logged-out")
    }
}
