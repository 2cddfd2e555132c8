import Foundation
import Hummingbird

/// Undoing a change of e-mail address by a link sent to the old address: for somebody whose account another person got into, so
/// it needs no session and leads straight to a new password.
struct EmailUndoRoutes: RouteGroup {
    let app: App

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
        guard let found else { return try await showDead(context) }
        return try await app.show(
            AccountForm(name: "email-undo", form: Self.form(text), arguments: ["email": .text(found.address.text)]),
            context
        )
    }

    @Sendable func undo(_ context: AppRequestContext) async throws -> Response {
        guard let token = SecretToken(context.parameters.get("token") ?? "") else {
            return try await showDead(context)
        }
        let (now, origin) = (app.clock(), context.origin)
        // The intruder knows the password, so the owner chooses a new one right away.
        let next = AccountToken.Secrets.random()
        let outcome: EmailUndo.Outcome
        do {
            outcome = try await app.database.write { transaction in
                let details = { app.details(origin, at: now, $0) }
                return try transaction.revertEmailChange(
                    by: token,
                    next: next,
                    from: origin,
                    by: app.emailRenderer,
                    details,
                    at: now
                )
            }
        } catch DatabaseError.uniqueViolation {
            outcome = .taken
        }
        switch outcome {
        case .done(let account):
            let cookies = app.config.cookies
            return app.pages.seeOther(
                context,
                to: "/recover/\(next.token.text)",
                flash: "email-undone",
                cookies: context.member?.id == account ? [cookies.clearing(cookies.sessionName)] : []
            )
        case .dead: return try await showDead(context)
        case .taken:
            return try await app.show(
                AccountForm(status: .conflict, name: "email-undo-taken", links: LoginForms.links),
                context
            )
        }
    }

    private func showDead(_ context: AppRequestContext) async throws -> Response {
        try await app.show(AccountForm(status: .gone, name: "email-undo-dead", links: LoginForms.links), context)
    }
}
