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
        router.post("/verify", for: .anyone, use: resend)
        router.post("/verify/code", for: .anyone, use: verifyCode)
        router.get("/verify/{token}", for: .anyone, use: showVerification)
        router.post("/verify/{token}", for: .anyone, use: verify)
    }

    @Sendable func showResend(_ context: AppRequestContext) async throws -> Response {
        let next = LocalPath.checked(context.request.uri.queryParameters["next"].map(String.init))
        let page = AccountForm(name: "verify-again", form: Self.code, second: Self.resend, values: ["next": next])
        return try await app.show(page, context)
    }

    /// Sends the e-mail again. The answers are the same whether or not the address has an account.
    @Sendable func resend(_ context: AppRequestContext) async throws -> Response {
        let address: EmailAddress
        do { address = try EmailAddress(context.form["email"] ?? "") } catch {
            let page = AccountForm(name: "verify-again", form: Self.resend)
                .refusing(["email": error.rawValue], of: context.form)
            return try await app.show(page, context)
        }
        let (now, limits, emailRenderer) = (app.clock(), app.limits, app.emailRenderer)
        let browserHash = context.browserHash
        let network = NetworkAddress(context.clientAddress)
        let wait = try await app.database.write { transaction -> Int? in
            if let wait = try transaction.consumeRateLimit(limits.mailsFromAddress, for: network, at: now.milliseconds)
            {
                return wait
            }
            try transaction.writeDecoyHealthCheck(at: now)
            if let browserHash { try transaction.resetRateLimit(Verification.codeTries, for: browserHash) }
            guard
                try transaction.consumeRateLimit(limits.verificationMails, for: address.key, at: now.milliseconds)
                    == nil,
                let account = try transaction.account(with: address), account.verifiedAt == nil
            else { return nil }
            // Only the browser that signed up stays trusted.
            let isOwn = try transaction.isSignUpBrowser(browserHash, of: account.id, at: now)
            let mail = VerificationMail(kind: .verify, address: account.email, language: account.language)
            let purpose: TokenPurpose = isOwn ? .verify : .verifyElsewhere
            try transaction.sendVerificationEmail(
                mail,
                for: purpose,
                of: account.id,
                in: browserHash,
                by: emailRenderer,
                at: now
            )
            return nil
        }
        if let wait { throw Problem.tooOften(after: wait) }
        return app.pages.seeOther(
            context,
            to: "/signup/sent",
            flash: "verification-sent",
            cookies: app.pendingActionCookies(context) + [app.config.cookies.keeping(sentTo: address)]
        )
    }

    @Sendable func showVerification(_ context: AppRequestContext) async throws -> Response {
        let text = context.parameters.get("token") ?? ""
        guard let verification = try await verification(text, context) else {
            return try await showDead(context)
        }
        return try await app.show(page(text, verification), context)
    }

    @Sendable func verify(_ context: AppRequestContext) async throws -> Response {
        let text = context.parameters.get("token") ?? ""
        guard let verification = try await verification(text, context), let token = SecretToken(text) else {
            return try await showDead(context)
        }
        var replacing: Password?
        if !verification.isTrusted {
            switch try await proof(of: verification, context) {
            case .refused(let problems, let wait):
                let page = page(text, verification).refusing(problems, of: context.form, for: wait)
                return try await app.show(page, context)
            case .replaced(let password): replacing = password
            case .given: break
            }
        }
        let hash: String? = if let replacing { try await app.passwords.hash(replacing) } else { nil }
        let (now, origin) = (app.clock(), context.origin)
        let isVerified = try await app.database.write { transaction in
            guard let taken = try transaction.consumeAccountToken(token, for: verification.token.purpose, at: now)
            else {
                return false
            }
            try transaction.verifyEmail(taken.accountID, newPassword: hash, from: origin, at: now)
            return true
        }
        guard isVerified else { return try await showDead(context) }
        return app.pages.seeOther(context, to: context.member == nil ? "/login" : "/", flash: "verified")
    }

    private enum Proof {
        case given
        case replaced(Password)
        case refused([String: String], wait: Int? = nil)
    }

    /// The password that was chosen at the sign-up, or a new one that replaces it.
    private func proof(of verification: Verification, _ context: AppRequestContext) async throws -> Proof {
        let account = verification.account
        if let typed = context.form["new_password"], !typed.isEmpty {
            do {
                return .replaced(try app.passwordRules.newPassword(typed, of: [account.email, account.nickname]))
            } catch { return .refused(["new_password": error.rawValue]) }
        }
        guard let password = Password(typed: context.form["password"] ?? "") else {
            return .refused(["password": "required"])
        }
        let (now, limits) = (app.clock(), app.limits)
        let wait = try await app.database.write {
            try $0.consumeRateLimit(limits.passwordChecks, for: "\(account.id)", at: now.milliseconds)
        }
        if let wait { return .refused(["password": "too-often"], wait: wait) }
        guard try await app.passwords.verify(password, against: account.passwordHash) else {
            return .refused(["password": "wrong"])
        }
        try await app.database.write { try $0.refundRateLimit(limits.passwordChecks, for: "\(account.id)") }
        return .given
    }

    /// Checks the six digits, typed in the browser that waits for them.
    @Sendable func verifyCode(_ context: AppRequestContext) async throws -> Response {
        guard let code = OneTimeCode(context.form["code"] ?? "") else {
            return try await showWrongCode("malformed", context)
        }
        guard let browserHash = context.browserHash else { return try await showDead(context) }
        let attempt = CodeVerification(
            code: code,
            browserHash: browserHash,
            network: NetworkAddress(context.clientAddress),
            browser: LoginBrowser(app, context),
            limits: app.limits,
            emailRenderer: app.emailRenderer
        )
        switch try await app.database.write({ try $0.verifyEmailByCode(by: attempt) }) {
        case .entered(let login, let outcome):
            let next = LocalPath.checked(context.form["next"])
            return try await LoginRoutes(app: app).welcome(login, outcome, next: next, context)
        case .verified: return app.pages.seeOther(context, to: "/login", flash: "verified")
        case .goOn(let token): return app.pages.seeOther(context, to: "/verify/\(token.text)")
        case .gone: return try await showDead(context)
        case .wrong: return try await showWrongCode("wrong", context)
        case .wait(let seconds): throw Problem.tooOften(after: seconds)
        }
    }

    private func showWrongCode(_ problem: String, _ context: AppRequestContext) async throws -> Response {
        let page = sentPage(context).refusing(["code": problem], of: context.form)
        return try await app.show(page, context)
    }

    /// The page with the field for the digits; it names the address as this browser typed it.
    func sentPage(_ context: AppRequestContext) -> AccountForm {
        let address = app.sentAddress(context)
        return AccountForm(
            name: address == nil ? "signup-sent" : "signup-sent-to",
            form: Self.code,
            second: Self.resend,
            values: address.map { ["email": $0] } ?? [:],
            arguments: address.map { ["email": .text($0)] } ?? [:]
        )
    }

    private func showDead(_ context: AppRequestContext) async throws -> Response {
        try await app.show(AccountForm(status: .gone, name: "verify-dead", form: Self.resend), context)
    }

    private func page(_ token: String, _ verification: Verification) -> AccountForm {
        AccountForm(
            name: verification.isTrusted ? "verify" : "verify-elsewhere",
            form: Self.form(token, isTrusted: verification.isTrusted),
            arguments: ["nickname": .text(verification.account.nickname)]
        )
    }

    private func verification(_ text: String, _ context: AppRequestContext) async throws -> Verification? {
        let (now, browserHash) = (app.clock(), context.browserHash)
        return try await app.database.read {
            try $0.verification(text, browserHash: browserHash, at: now)
        }
    }
}
