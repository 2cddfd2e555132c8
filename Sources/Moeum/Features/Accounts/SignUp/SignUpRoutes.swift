import Foundation
import Hummingbird

/// Creating an account.
struct SignUpRoutes: RouteGroup {
    let app: App

    static let form = FormDeclaration(
        action: "/signup",
        submit: "account.signup.submit",
        [
            .email("email", autocomplete: "username"),
            .text("nickname", minimum: 2, maximum: 20, autocomplete: "nickname"),
            .newPassword("password", key: "first-password"),
            .checkbox("agree_terms", link: "/terms"), .checkbox("agree_privacy", link: "/privacy"), .next,
        ]
    )

    func mount(on router: Router<AppRequestContext>) {
        router.get("/signup", for: .anyone, use: showSignUp)
        router.post("/signup", for: .anyone, use: signUp)
        router.get("/signup/sent", for: .anyone, use: showSent)
    }

    private var rules: SignUp.Rules { SignUp.Rules(reservedNames: app.reservedNames, passwords: app.passwordRules) }

    @Sendable func showSignUp(_ context: AppRequestContext) async throws -> Response {
        let next = LocalPath.checked(context.request.uri.queryParameters["next"].map(String.init))
        if context.member != nil { return Redirection.response(to: next) }
        return try await app.show(page(next), context)
    }

    @Sendable func showSent(_ context: AppRequestContext) async throws -> Response {
        try await app.show(VerifyRoutes(app: app).sentPage(context), context)
    }

    @Sendable func signUp(_ context: AppRequestContext) async throws -> Response {
        let parsed: SignUp
        do { parsed = try SignUp(context.form, rules) } catch {
            return try await refuse(error.codes, context)
        }
        let (limits, now) = (app.limits, app.clock())
        let network = NetworkAddress(context.clientAddress)
        let (screening, written) = (app.screening, PreparedText(parsed.nickname.text))
        let admission = try await app.database.write { transaction -> (wait: Int?, problems: [String: String]) in
            let wait = try transaction.consumeRateLimit(limits.signUpFromAddress, for: network, at: now.milliseconds)
            var problems: [String: String] = [:]
            if try transaction.isDisposable(parsed.email) { problems["email"] = "disposable" }
            if try screening.refuses(written, transaction) { problems["nickname"] = Screening.blocked }
            return (wait, problems)
        }
        if let wait = admission.wait { return try await pause(wait, context) }
        if !admission.problems.isEmpty { return try await refuse(admission.problems, context) }
        let new = NewAccount(
            draft: Account.Draft(
                email: parsed.email,
                nickname: parsed.nickname,
                passwordHash: try await app.passwords.hash(parsed.password),
                language: context.language,
                theme: context.theme
            ),
            secrets: .random(),
            browserHash: context.browserHash,
            origin: context.origin,
            limits: limits,
            emailRenderer: app.emailRenderer,
            now: now
        )
        let outcome: Transaction.SignUpOutcome
        do { outcome = try await app.database.write { try $0.signUp(new) } } catch DatabaseError.uniqueViolation {
            // Another sign-up took the nickname at the same moment.
            outcome = .nicknameTaken
        }
        switch outcome {
        case .nicknameTaken: return try await refuse(["nickname": "taken"], context)
        case .made, .addressTaken:
            return app.pages.seeOther(
                context,
                to: "/signup/sent",
                cookies: app.pendingActionCookies(context) + [app.config.cookies.keeping(sentTo: parsed.email)]
            )
        }
    }

    private func page(_ next: String) -> AccountForm {
        AccountForm(
            name: "signup",
            form: Self.form,
            values: ["next": next],
            links: [(href: LocalPath.address("/login", next: next), key: "account.signup.log-in")]
        )
    }

    private func page(_ sent: Form) -> AccountForm { page(LocalPath.checked(sent["next"])) }

    private func refuse(_ problems: [String: String], _ context: AppRequestContext) async throws -> Response {
        try await app.show(page(context.form).refusing(problems, of: context.form), context)
    }

    private func pause(_ seconds: Int, _ context: AppRequestContext) async throws -> Response {
        let problems = [FormDeclaration.wholeForm: "too-often"]
        let page = page(context.form).refusing(problems, of: context.form, for: seconds)
        return try await app.show(page, context)
    }
}

extension AppRequestContext {
    /// Identifies this browser during a sign-up or a recovery, by the token of its forms.
    var browserHash: String? { formToken.map(BrowserHash.hash) }
}
