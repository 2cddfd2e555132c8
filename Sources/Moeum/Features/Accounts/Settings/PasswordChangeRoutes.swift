import Foundation
import Hummingbird

/// Changing the password, with the current one.
struct PasswordChangeRoutes: RouteGroup {
    let app: App

    private static let path = SettingsFrame.Section.password.path

    static let form = FormDeclaration(
        action: path,
        submit: "account.password.submit",
        [.currentPassword("current", key: "current-password"), .newPassword("password")]
    )

    func mount(on router: Router<AppRequestContext>) {
        router.get("/settings/password", for: .member, use: showPassword)
        router.post("/settings/password", for: .member, again: showPassword, use: changePassword)
        // Where password managers look for it (W3C, "A Well-Known URL for Changing Passwords").
        router.get("/.well-known/change-password", for: .anyone) { _ -> Response in
            throw Redirection(to: Self.path, status: .found)
        }
    }

    @Sendable func showPassword(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let page = AccountForm(
            name: "password",
            form: Self.form,
            links: [(href: "/recover", key: "account.password.forgotten")],
            section: .password
        )
        return try await app.show(page, context)
    }

    @Sendable func changePassword(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let account = try await app.database.read { try $0.requireAccount(member.id) }
        var problems: [String: String] = [:]
        var password: Password?
        do { password = try newPassword(of: account, context.form) } catch { problems = error.codes }
        let refusal = try await PasswordCheck(app: app).problem(with: context.form["current"], of: member)
        problems["current"] = refusal?.code
        guard problems.isEmpty, let password else {
            throw FormProblems.account(problems, after: refusal?.retryAfter)
        }
        let change = PasswordChange(
            account: account,
            session: member.sessionID,
            oldHash: account.passwordHash,
            hash: try await app.passwords.hash(password),
            token: SecretToken(),
            origin: context.origin,
            limits: app.limits,
            now: app.clock()
        )
        let (emailRenderer, details) = (app.emailRenderer, app.details(change.origin, at: change.now, account.language))
        let isRemembered = try await app.database.write { try $0.changePassword(change, by: emailRenderer, details) }
        // The session was ended, or the password changed, in the meantime.
        guard let isRemembered else { throw LoginNeeded(form: context.form) }
        let cookie = SessionCookies(rules: app.config.cookies).renewing(change.token, isRemembered: isRemembered)
        return app.pages.seeOther(context, to: Self.path, flash: "password-changed", cookies: [cookie])
    }

    private func newPassword(of account: Account, _ form: Form) throws(FormProblems) -> Password {
        let typed = form["password"] ?? ""
        if typed.isEmpty { throw FormProblems(["password": "required"]) }
        if typed.precomposedStringWithCanonicalMapping == form["current"]?.precomposedStringWithCanonicalMapping {
            throw FormProblems(["password": "same"])
        }
        do { return try app.passwordRules.newPassword(typed, of: [account.email, account.nickname]) } catch {
            throw FormProblems(["password": error.rawValue])
        }
    }
}
