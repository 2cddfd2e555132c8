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
        var errors: [String: String] = [:]
        var password: Password?
        do { password = try newPassword(of: account, context.form) } catch { errors = error.codes }
        let failure = try await PasswordCheck(app: app).failure(with: context.form["current"], of: member)
        errors["current"] = failure?.code
        guard errors.isEmpty, let password else {
            throw FormErrors.account(errors, after: failure?.retryAfter)
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

    private func newPassword(of account: Account, _ form: Form) throws(FormErrors) -> Password {
        let typed = form["password"] ?? ""
        if typed.isEmpty { throw FormErrors(["password": "required"]) }
        if typed.precomposedStringWithCanonicalMapping == form["current"]?.precomposedStringWithCanonicalMapping {
            throw FormErrors(["password": "same"])
        }
        do { return try app.passwordRules.newPassword(typed, of: [account.email, account.nickname]) } catch {
            throw FormErrors(["password": error.rawValue])
        }
    }
}
