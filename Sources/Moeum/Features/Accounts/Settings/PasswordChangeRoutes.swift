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
        try await PasswordCheck(app: app).check("current", in: context.form, of: member.id, besides: errors)
        guard let password else { throw FormErrors(errors) }
        let (hash, token, action) = (try await app.passwords.hash(password), SecretToken(), app.accountAction(context))
        let isRemembered = try await app.database.write {
            try $0.changePassword(of: account, to: hash, in: member.sessionID, token, action)
        }
        // The session was ended, or the password changed, in the meantime.
        guard let isRemembered else { throw LoginNeeded(form: context.form) }
        let cookie = app.config.cookies.renewing(token, isRemembered: isRemembered)
        return app.pages.seeOther(context, to: Self.path, flash: "password-changed", cookies: [cookie])
    }

    private func newPassword(of account: Account, _ form: Form) throws(FormErrors) -> Password {
        let (typed, current) = (form["password"] ?? "", form["current"] ?? "")
        if !typed.isEmpty, typed.precomposedStringWithCanonicalMapping == current.precomposedStringWithCanonicalMapping
        {
            throw FormErrors(["password": "same"])
        }
        return try app.passwordRules.newPassword(in: form, of: [account.email, account.nickname])
    }
}
