import Foundation
import Hummingbird

/// Asking for the password again before something dangerous.
struct ConfirmPasswordRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/confirm-password", for: .member, use: showConfirmation)
        router.post("/confirm-password", for: .member, again: showConfirmation, use: confirm)
    }

    @Sendable func showConfirmation(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let page = AccountForm(
            name: "confirm-password",
            form: LoginForms.confirmPassword,
            values: ["next": context.nextPath]
        )
        return try await app.show(page, context)
    }

    @Sendable func confirm(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try await PasswordCheck(app: app).check(in: context.form, of: member.id)
        let (token, now) = (SecretToken(), app.clock())
        let isRemembered = try await app.database.write {
            try $0.renewSession(member.sessionID, of: member.id, token, at: now)
        }
        guard let isRemembered else { throw LoginNeeded(form: context.form) }
        let cookie = app.config.cookies.renewing(token, isRemembered: isRemembered)
        return app.pages.seeOther(context, to: context.nextPath, cookies: [cookie])
    }
}
