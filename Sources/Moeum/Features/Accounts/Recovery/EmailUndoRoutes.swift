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
        let now = app.clock()
        guard let token = context.linkToken,
            let address = try await app.database.read({ try $0.emailUndo(token, at: now)?.address.text })
        else { return try await app.show(Self.dead, context) }
        let form = Self.form(token.text)
        let page = AccountForm(name: "email-undo", form: form, arguments: ["email": .text(address)])
        return try await app.show(page, context)
    }

    @Sendable func undo(_ context: AppRequestContext) async throws -> Response {
        guard let token = context.linkToken else { return try await app.show(Self.dead, context) }
        let action = app.accountAction(context)
        // The intruder knows the password, so the owner chooses a new one right away.
        let next = AccountToken.Secrets()
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
