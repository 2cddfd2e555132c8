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
        router.post("/signup", for: .anyone, again: showSignUp, use: signUp)
    }

    @Sendable func showSignUp(_ context: AppRequestContext) async throws -> Response {
        let next = context.nextPath
        if context.member != nil, context.formErrors == nil { return Redirection.response(to: next) }
        let page = AccountForm(
            name: "signup",
            form: Self.form,
            values: ["next": next],
            links: [(href: LocalPath.address("/login", next: next), key: "account.signup.log-in")]
        )
        return try await app.show(page, context)
    }

    @Sendable func signUp(_ context: AppRequestContext) async throws -> Response {
        let signUp = try SignUp(context.form, reserved: app.reservedNames, app.passwordRules)
        let action = app.accountAction(context)
        let written = PreparedText(signUp.nickname.text)
        // Thrown outside of the write, which counts what is refused too.
        let errors = try await app.database.write { transaction -> FormErrors? in
            let network = NetworkAddress(context.clientAddress)
            if let retryAfter = try transaction.consumeRateLimit(
                action.limits.signUpFromAddress,
                for: network,
                at: action.now.milliseconds
            ) {
                return .account([FormDeclaration.wholeForm: "too-often"], after: retryAfter)
            }
            var errors: [String: String] = [:]
            if try transaction.isDisposable(signUp.email) { errors["email"] = "disposable" }
            if try app.screening.refuses(written, transaction) { errors["nickname"] = Screening.blocked }
            return errors.isEmpty ? nil : FormErrors(errors)
        }
        if let errors { throw errors }
        let input = Account.Input(
            email: signUp.email,
            nickname: signUp.nickname,
            passwordHash: try await app.passwords.hash(signUp.password),
            language: context.language,
            theme: context.theme
        )
        let taken = FormErrors(["nickname": "taken"])
        do {
            let isMade = try await app.database.write { try $0.signUp(input, in: context.browserHash, action) }
            if !isMade { throw taken }
        } catch DatabaseError.uniqueViolation {
            // Another sign-up took the nickname at the same moment.
            throw taken
        }
        return app.pages.seeOther(
            context,
            to: "/signup/sent",
            cookies: app.pendingActionCookies(context) + [app.config.cookies.keeping(sentTo: signUp.email)]
        )
    }
}

extension AppRequestContext {
    /// Identifies this browser during a sign-up or a recovery, by the token of its forms; rows keep only this hash.
    var browserHash: String? { formToken.map { Hexadecimal.text(SHA256.digest(of: "browser \($0)")) } }
}
