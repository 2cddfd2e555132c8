import Foundation
import Hummingbird

/// The second step of a login with two-factor: a code of the app, or a recovery code.
struct TwoFactorLoginRoutes: RouteGroup {
    let app: App

    private static let path = "/login/code"
    private static let carried: [FormControl] = [.hidden("resume_to"), .hidden("resume")]
    private static let digits = FormDeclaration(
        action: path,
        submit: "account.login-code.submit",
        [.code("code", key: "app-code")] + carried
    )
    // A text field: the field for digits would show no letters on phones.
    private static let recovery = FormDeclaration(
        action: path,
        submit: "account.login-code.submit",
        [.text("code", key: "recovery-code", autocomplete: "off"), .hidden("with")] + carried
    )

    func mount(on router: Router<AppRequestContext>) {
        router.get("/login/code", for: .anyone, use: showCode)
        router.post("/login/code", for: .anyone, again: showCode, use: checkCode)
    }

    @Sendable func showCode(_ context: AppRequestContext) async throws -> Response {
        let now = app.clock()
        let challenge = try await app.database.read { [token = token(context)] transaction in
            try token.flatMap { try transaction.loginChallenge($0, at: now) }
        }
        guard challenge != nil else { return leadBack(context, next: nil) }
        // After a recovery code one is asked for again, in whichever field it was typed.
        let typedRecovery = if case .recovery? = SecondFactorCode(context.form["code"] ?? "") { true } else { false }
        let isRecovery = typedRecovery || context.fields["with"] == "recovery"
        return try await app.show(Self.page(isRecovery: isRecovery), context)
    }

    /// The page itself instead of a redirect, for somebody with a pending form that a redirect would lose.
    func showCode(carrying form: Form, _ context: AppRequestContext) async throws -> Response {
        var page = Self.page(isRecovery: false)
        for name in ["resume_to", "resume"] { page.values[name] = form[name] }
        return try await app.show(page, context)
    }

    @Sendable func checkCode(_ context: AppRequestContext) async throws -> Response {
        guard let token = token(context) else { return leadBack(context, next: nil) }
        let (code, browser) = (SecondFactorCode(context.form["code"] ?? ""), LoginBrowser(app, context))
        switch try await app.database.write({ try $0.completeChallenge(token, with: code, in: browser) }) {
        case .entered(let login, let next, let outcome):
            return try await LoginRoutes(app: app).welcome(login, outcome, next: next, context)
        case .wrong(let isUsed):
            app.securityLog.record(.loginFailed, of: nil, from: context.clientAddress)
            throw FormErrors(["code": isUsed ? "used" : "wrong"])
        case .rateLimited(let seconds):
            app.securityLog.record(.loginRateLimited, of: nil, from: context.clientAddress)
            throw FormErrors.account(["code": "too-often"], after: seconds)
        case .over(let next, let isWrong):
            if isWrong { app.securityLog.record(.loginFailed, of: nil, from: context.clientAddress) }
            return leadBack(context, next: next)
        }
    }

    private func token(_ context: AppRequestContext) -> SecretToken? {
        context.cookies[app.config.cookies.challengeName].flatMap(SecretToken.init(_:))
    }

    private static func page(isRecovery: Bool) -> AccountForm {
        AccountForm(
            name: isRecovery ? "login-recovery-code" : "login-code",
            form: isRecovery ? recovery : digits,
            values: isRecovery ? ["with": "recovery"] : [:],
            links: isRecovery
                ? [(href: path, key: "account.login-code.with-app")]
                : [(href: "\(path)?with=recovery", key: "account.login-code.with-recovery")]
        )
    }

    /// Redirects to the login, for the password to be given again.
    private func leadBack(_ context: AppRequestContext, next: String?) -> Response {
        return app.pages.seeOther(
            context,
            to: LocalPath.address("/login", next: LocalPath.checked(next)),
            flash: "login-code-over",
            cookies: [app.config.cookies.clearing(app.config.cookies.challengeName)]
        )
    }
}
