import Foundation
import Hummingbird

/// Verifying an e-mail address: by the link, or by its six digits on another device.
struct VerifyRoutes: RouteGroup {
    let app: App

    static let code = FormDeclaration(
        action: "/verify/code",
        submit: "account.verify-code.submit",
        [.code("code"), .next]
    )
    static let resend = FormDeclaration(
        action: "/verify",
        submit: "account.verify.resend",
        prefix: "resend-",
        [.email("email"), .next]
    )

    private static let dead = AccountForm(status: .gone, name: "verify-dead", form: resend)

    /// - Parameter isTrusted: whether the browser need not give the password.
    private static func form(_ token: String, isTrusted: Bool) -> FormDeclaration {
        FormDeclaration(
            action: "/verify/\(token)",
            submit: "account.verify.submit",
            isTrusted
                ? []
                : [
                    .currentPassword("password", key: "chosen-password").optional,
                    .newPassword("new_password", key: "replacing-password").optional,
                ]
        )
    }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/verify", for: .anyone, use: showResend)
        router.post("/verify", for: .anyone, again: showResend, use: resend)
        router.get("/signup/sent", for: .anyone, use: showSent)
        router.post("/verify/code", for: .anyone, again: showSent, use: verifyCode)
        router.get("/verify/{token}", for: .anyone, use: showVerification)
        router.post("/verify/{token}", for: .anyone, again: showVerification, use: verify)
    }

    @Sendable func showResend(_ context: AppRequestContext) async throws -> Response {
        // An address that is refused is asked for alone.
        let hasErrors = context.formErrors != nil
        let page = AccountForm(
            name: "verify-again",
            form: hasErrors ? Self.resend : Self.code,
            second: hasErrors ? nil : Self.resend,
            values: ["next": context.nextPath]
        )
        return try await app.show(page, context)
    }

    /// Sends the e-mail again. The answers are the same whether or not the address has an account.
    @Sendable func resend(_ context: AppRequestContext) async throws -> Response {
        let address = try EmailAddress(in: context.form)
        let (action, browserHash) = (app.accountAction(context), context.browserHash)
        let (limits, now) = (action.limits, action.now)
        try await app.database.write { transaction in
            try transaction.enforce(limits.mailsFromAddress, for: NetworkAddress(context.clientAddress), at: now)
            try transaction.writeDecoyHealthCheck(at: now)
            if let browserHash { try transaction.resetRateLimit(Verification.codeAttempts, for: browserHash) }
            guard
                try transaction.consumeRateLimit(limits.verificationMails, for: address.key, at: now.milliseconds)
                    == nil,
                let account = try transaction.account(with: address), account.verifiedAt == nil
            else { return }
            // Only the browser that signed up stays trusted.
            let isOwn = try transaction.isSignUpBrowser(browserHash, of: account.id, at: now)
            try transaction.sendVerificationEmail(
                .verify,
                to: account.email,
                account.language,
                for: isOwn ? .verify : .verifyElsewhere,
                of: account.id,
                in: browserHash,
                action
            )
        }
        return app.pages.seeOther(
            context,
            to: "/signup/sent",
            flash: "verification-sent",
            cookies: app.pendingActionCookies(context) + [app.config.cookies.keeping(sentTo: address)]
        )
    }

    @Sendable func showVerification(_ context: AppRequestContext) async throws -> Response {
        guard let token = context.linkToken, let verification = try await verification(token, context) else {
            return try await app.show(Self.dead, context)
        }
        let page = AccountForm(
            name: verification.isTrusted ? "verify" : "verify-elsewhere",
            form: Self.form(token.text, isTrusted: verification.isTrusted),
            arguments: ["nickname": .text(verification.account.nickname)]
        )
        return try await app.show(page, context)
    }

    @Sendable func verify(_ context: AppRequestContext) async throws -> Response {
        guard let token = context.linkToken, let verification = try await verification(token, context) else {
            return try await app.show(Self.dead, context)
        }
        let hash = try await verification.isTrusted ? nil : replacingHash(for: verification.account, context)
        let (now, origin) = (app.clock(), context.origin)
        let isVerified = try await app.database.write { transaction in
            guard let taken = try transaction.consumeAccountToken(token, for: verification.token.purpose, at: now)
            else { return false }
            try transaction.verifyEmail(taken.accountID, newPassword: hash, from: origin, at: now)
            return true
        }
        guard isVerified else { return try await app.show(Self.dead, context) }
        return app.pages.seeOther(context, to: context.member == nil ? "/login" : "/", flash: "verified")
    }

    /// The hash of a new password; nil where the one was given that was chosen at the sign-up.
    private func replacingHash(for account: Account, _ context: AppRequestContext) async throws -> String? {
        if let typed = context.form["new_password"], !typed.isEmpty {
            let owner = [account.email, account.nickname]
            let password = try app.passwordRules.newPassword("new_password", in: context.form, of: owner)
            return try await app.passwords.hash(password)
        }
        if Password(typed: context.form["password"] ?? "") == nil { throw FormErrors(["password": "required"]) }
        try await PasswordCheck(app: app).check(in: context.form, of: account.id)
        return nil
    }

    /// Checks the six digits, typed in the browser that waits for them.
    @Sendable func verifyCode(_ context: AppRequestContext) async throws -> Response {
        guard let code = OneTimeCode(context.form["code"] ?? "") else {
            throw FormErrors(["code": "malformed"])
        }
        guard let browserHash = context.browserHash else { return try await app.show(Self.dead, context) }
        let (network, browser) = (NetworkAddress(context.clientAddress), LoginBrowser(app, context))
        let result = try await app.database.write {
            try $0.verifyEmail(by: code, in: browserHash, from: network, browser)
        }
        switch result {
        case .entered(let login, let outcome):
            return try await LoginRoutes(app: app).welcome(login, outcome, next: context.nextPath, context)
        case .verified: return app.pages.seeOther(context, to: "/login", flash: "verified")
        case .goOn(let token): return app.pages.seeOther(context, to: "/verify/\(token.text)")
        case .gone: return try await app.show(Self.dead, context)
        case .wrong: throw FormErrors(["code": "wrong"])
        }
    }

    /// The page with the field for the digits; it names the address as this browser typed it.
    @Sendable func showSent(_ context: AppRequestContext) async throws -> Response {
        let address = app.sentAddress(context)
        let page = AccountForm(
            name: address == nil ? "signup-sent" : "signup-sent-to",
            form: Self.code,
            second: Self.resend,
            values: address.map { ["email": $0] } ?? [:],
            arguments: address.map { ["email": .text($0)] } ?? [:]
        )
        return try await app.show(page, context)
    }

    private func verification(_ token: SecretToken, _ context: AppRequestContext) async throws -> Verification? {
        let (now, browserHash) = (app.clock(), context.browserHash)
        return try await app.database.read {
            try $0.verification(token, browserHash: browserHash, at: now)
        }
    }
}

extension App {
    /// The address that somebody typed, kept in a cookie for the page that says where the e-mail went. The site does not store
    /// it, so that the page is the same whether or not the address has an account.
    fileprivate func sentAddress(_ context: AppRequestContext) -> String? {
        let typed = context.cookies[config.cookies.sentToName]?.removingPercentEncoding
        return typed.flatMap { try? EmailAddress($0).text }
    }
}

extension CookieRules {
    /// Of the address that an e-mail was sent to, in seconds.
    static let sentToLifetime = 3_600

    func keeping(sentTo address: EmailAddress) -> String {
        setting(sentToName, to: address.text.percentEncoded, for: Self.sentToLifetime)
    }
}
