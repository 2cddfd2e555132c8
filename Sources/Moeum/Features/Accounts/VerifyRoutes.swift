import Foundation
import Hummingbird

/// Proving that an address in mail is one's own: by the link, or by its six digits on another device.
struct VerifyRoutes {
    let app: App

    static let code = FormDeclaration(action: "/verify/code", submit: "account.verify-code.submit", [.code("code")])
    static let resend = FormDeclaration(
        action: "/verify",
        submit: "account.verify.resend",
        prefix: "resend-",
        [.email("email")]
    )

    /// - Parameter isTrusted: whether the browser needs no password.
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
        router.get("/verify/:token", for: .anyone, use: showVerification)
        router.post("/verify/:token", for: .anyone, use: verify)
    }

    @Sendable func showResend(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        try await app.show(
            AccountForm(name: "verify-again", form: Self.code, second: Self.resend),
            request,
            context
        )
    }

    /// Sends the mail again. Answers alike whoever the address belongs to.
    @Sendable func resend(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let address: EmailAddress
        do { address = try EmailAddress(context.form["email"] ?? "") } catch {
            let page = AccountForm(name: "verify-again", form: Self.resend)
                .refusing(["email": error.rawValue], of: context.form)
            return try await app.show(page, request, context)
        }
        let (now, limits, press) = (app.clock(), app.limits, app.press)
        let browserHash = context.browserHash
        let network = NetworkAddress(context.clientAddress)
        let secrets = AccountToken.Secrets.random()
        let wait = try await app.database.write { transaction -> Int? in
            if let wait = try transaction.take(limits.mailsFromAddress, for: network, at: now.milliseconds) {
                return wait
            }
            try transaction.writeForNobody(at: now)
            guard try transaction.take(limits.verificationMails, for: address.key, at: now.milliseconds) == nil,
                let account = try transaction.account(with: address), account.verifiedAt == nil
            else { return nil }
            // Only the browser that signed up stays trusted.
            let known = try browserHash.flatMap { try transaction.token(awaitedBy: $0, for: [.verify], at: now) }
            let isOwn = known?.accountID == account.id
            try transaction.deleteTokens(for: TokenPurpose.verifying, of: account.id)
            try transaction.keep(
                secrets,
                for: isOwn ? .verify : .verifyElsewhere,
                of: account.id,
                browserHash: browserHash,
                at: now
            )
            let letter = Letter(
                .verify,
                to: account.email,
                language: account.language,
                link: "/verify/\(secrets.token.text)",
                code: secrets.code.text
            )
            try transaction.post(letter, by: press)
            return nil
        }
        if let wait { throw Problem.tooOften(after: wait) }
        return app.seeOther(request, context, to: "/signup/sent", flash: "verification-sent")
    }

    @Sendable func showVerification(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let text = context.parameters.get("token") ?? ""
        guard let verification = try await verification(text, context) else {
            return try await showDead(request, context)
        }
        return try await app.show(page(text, verification), request, context)
    }

    @Sendable func verify(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let text = context.parameters.get("token") ?? ""
        guard let verification = try await verification(text, context), let token = SecretToken(text) else {
            return try await showDead(request, context)
        }
        var replacing: Password?
        if !verification.isTrusted {
            switch try await proof(of: verification, context) {
            case .refused(let problems, let wait):
                let page = page(text, verification).refusing(problems, of: context.form, for: wait)
                return try await app.show(page, request, context)
            case .replaced(let password): replacing = password
            case .given: break
            }
        }
        let hash: String? = if let replacing { try await app.passwords.hash(replacing) } else { nil }
        let (now, origin) = (app.clock(), context.origin(request))
        let isVerified = try await app.database.write { transaction in
            guard let taken = try transaction.take(token, for: verification.token.purpose, at: now) else {
                return false
            }
            try transaction.verify(taken.accountID, newPassword: hash, from: origin, at: now)
            return true
        }
        guard isVerified else { return try await showDead(request, context) }
        return app.seeOther(request, context, to: next(context), flash: "verified")
    }

    private func next(_ context: AppRequestContext) -> String { context.member == nil ? "/login" : "/" }

    private enum Proof {
        case given
        case replaced(Password)
        case refused([String: String], wait: Int? = nil)
    }

    /// The password that was chosen at the sign-up, or a new one in its place.
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
            try $0.take(limits.passwordChecks, for: "\(account.id)", at: now.milliseconds)
        }
        if let wait { return .refused(["password": "too-often"], wait: wait) }
        guard try await app.passwords.verify(password, against: account.passwordHash) else {
            return .refused(["password": "wrong"])
        }
        try await app.database.write { try $0.giveBack(limits.passwordChecks, for: "\(account.id)") }
        return .given
    }

    /// Six digits, typed in the browser that waits for them.
    @Sendable func verifyCode(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        guard let code = OneTimeCode(context.form["code"] ?? "") else {
            return try await showWrongCode("malformed", request, context)
        }
        let (now, origin, browserHash) = (app.clock(), context.origin(request), context.browserHash)
        let (member, limits) = (context.member, app.limits)
        let network = NetworkAddress(context.clientAddress)
        let secrets = AccountToken.Secrets.random()
        let answer = try await app.database.write { transaction -> CodeOutcome in
            if let wait = try transaction.take(limits.codesFromAddress, for: network, at: now.milliseconds) {
                return .wait(wait)
            }
            guard let token = try transaction.awaited(browserHash, member, at: now) else { return .gone }
            let isVerified = try transaction.account(token.accountID)?.verifiedAt != nil
            switch try transaction.check(code, for: token.purpose, of: token.accountID, at: now) {
            case .gone: return .gone
            // The digits of a verified account were mailed to nobody: whoever has them guessed.
            case .right where isVerified: return .wrong
            case .wrong: return .wrong
            case .right where token.purpose == .verifyElsewhere && member?.id != token.accountID:
                // Another browser's sign-up: it goes on where a password is asked for.
                try transaction.keep(secrets, for: .verifyElsewhere, of: token.accountID, at: now)
                return .goOn
            case .right:
                try transaction.verify(token.accountID, newPassword: nil, from: origin, at: now)
                return .done
            }
        }
        switch answer {
        case .done: return app.seeOther(request, context, to: next(context), flash: "verified")
        case .goOn: return app.seeOther(request, context, to: "/verify/\(secrets.token.text)")
        case .gone: return try await showDead(request, context)
        case .wrong: return try await showWrongCode("wrong", request, context)
        case .wait(let seconds): throw Problem.tooOften(after: seconds)
        }
    }

    private enum CodeOutcome: Sendable {
        case done, goOn, gone, wrong
        case wait(Int)
    }

    private func showWrongCode(
        _ problem: String,
        _ request: Request,
        _ context: AppRequestContext
    ) async throws -> Response {
        let page = AccountForm(name: "signup-sent", form: Self.code, second: Self.resend)
            .refusing(["code": problem], of: context.form)
        return try await app.show(page, request, context)
    }

    private func showDead(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        try await app.show(AccountForm(status: .gone, name: "verify-dead", form: Self.resend), request, context)
    }

    private func page(_ token: String, _ verification: Verification) -> AccountForm {
        AccountForm(
            name: verification.isTrusted ? "verify" : "verify-elsewhere",
            form: Self.form(token, isTrusted: verification.isTrusted),
            arguments: ["nickname": .text(verification.account.nickname)]
        )
    }

    private func verification(_ text: String, _ context: AppRequestContext) async throws -> Verification? {
        let (now, browserHash, member) = (app.clock(), context.browserHash, context.member)
        return try await app.database.read {
            try $0.verification(text, browserHash: browserHash, member: member, at: now)
        }
    }
}
