import Foundation
import Hummingbird

/// Asking for the password again before something dangerous.
struct ConfirmPasswordRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/confirm-password", for: .member, use: showConfirmation)
        router.post("/confirm-password", for: .member, use: confirm)
    }

    @Sendable func showConfirmation(_ context: AppRequestContext) async throws -> Response {
        let next = LocalPath.checked(context.request.uri.queryParameters["next"].map(String.init))
        return try await app.show(
            AccountForm(name: "confirm-password", form: LoginForms.confirmPassword, values: ["next": next]),
            context
        )
    }

    @Sendable func confirm(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let check = PasswordCheck(app: app)
        if let problem = try await check.problem(with: context.form["password"], of: member) {
            let page = AccountForm(name: "confirm-password", form: LoginForms.confirmPassword)
                .refusing(["password": problem.code], of: context.form, for: problem.retryAfter)
            return try await app.show(page, context)
        }
        let (token, now) = (SecretToken(), app.clock())
        let isRemembered = try await app.database.write {
            try $0.renewSession(member.sessionID, of: member.id, token, at: now)
        }
        guard let isRemembered else { throw LoginNeeded(form: context.form) }
        let cookie = SessionCookies(rules: app.config.cookies).renewing(token, isRemembered: isRemembered)
        return app.pages.seeOther(context, to: LocalPath.checked(context.form["next"]), cookies: [cookie])
    }
}
