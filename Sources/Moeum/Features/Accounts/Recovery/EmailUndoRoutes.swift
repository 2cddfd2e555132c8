import Foundation
import Hummingbird

/// Undoing a change of e-mail address by a link sent to the old address: for somebody whose account another person got into, so
/// it needs no session and leads straight to a new password.
struct EmailUndoRoutes: RouteGroup {
    let app: App

    private static let dead = AccountForm(status: .gone, name: "email-undo-dead", links: LoginForms.links)

    private static func form(_ token: String) -> FormDeclaration {
        FormDeclaration(action: "/settings/email/undo/\(token)", submit: "account.email-undo.submit")
    }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/settings/email/undo/{token}", for: .anyone, use: showUndo)
        router.post("/settings/email/undo/{token}", for: .anyone, use: undo)
    }

    @Sendable func showUndo(_ context: AppRequestContext) async throws -> Response {
        let text = context.parameters.get("token") ?? ""
        let now = app.clock()
        let found = try await app.database.read { transaction in
            try SecretToken(text).flatMap { try transaction.emailUndo($0, at: now) }
        }
        guard let found else { return try await app.show(Self.dead, context) }
        return try await app.show(
            AccountForm(name: "email-undo", form: Self.form(text), arguments: ["email": .text(found.address.text)]),
            context
        )
    }

    @Sendable func undo(_ context: AppRequestContext) async throws -> Response {
        guard let token = SecretToken(context.parameters.get("token") ?? "") else {
            return try await app.show(Self.dead, context)
        }
        let action = app.accountAction(context)
        // The intruder knows the password, so the owner chooses a new one right away.
        let next = AccountToken.Secrets.random()
        let account: Account.ID?
        do {
            account = try await app.database.write { try $0.revertEmailChange(by: token, next: next, action) }
        } catch DatabaseError.uniqueViolation {
            let taken = AccountForm(status: .conflict, name: "email-undo-taken", links: LoginForms.links)
            return try await app.show(taken, context)
        }
        guard let account else { return try await app.show(Self.dead, context) }
        let cookies = app.config.cookies
        return app.pages.seeOther(
            context,
            to: "/recover/\(next.token.text)",
            flash: "email-undone",
            cookies: context.member?.id == account ? [cookies.clearing(cookies.sessionName)] : []
        )
    }
}
