import Foundation
import Hummingbird

/// Asking for the password again before something dangerous.
struct ConfirmPasswordRoutes {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/confirm-password", for: .member, use: showConfirmation)
        router.post("/confirm-password", for: .member, use: confirm)
    }

    @Sendable func showConfirmation(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let next = LocalPath.checked(request.uri.queryParameters["next"].map(String.init))
        return try await app.show(
            AccountForm(name: "confirm-password", form: LoginForms.confirmPassword, values: ["next": next]),
            request,
            context
        )
    }

    @Sendable func confirm(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let member = try context.requireMember()
        let check = PasswordCheck(app: app)
        if let problem = try await check.problem(with: context.form["password"], of: member) {
            return try await app.show(
                AccountForm(
                    status: problem.status,
                    name: "confirm-password",
                    form: LoginForms.confirmPassword,
                    typed: context.form,
                    problems: ["password": problem.code],
                    arguments: ["minutes": .integer(problem.minutes)],
                    retryAfter: problem.retryAfter
                ),
                request,
                context
            )
        }
        return app.seeOther(request, context, to: LocalPath.checked(context.form["next"]))
    }
}
