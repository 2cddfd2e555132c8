import Foundation
import Hummingbird

/// Changing the account's e-mail address: asked for with the password, confirmed by a link sent to the new address.
struct EmailChangeRoutes: RouteGroup {
    let app: App

    private static let path = SettingsFrame.Section.email.path

    static let form = FormDeclaration(
        action: path,
        submit: "account.email.submit",
        [.email("new_email"), .currentPassword()]
    )

    private static func confirmation(_ token: String) -> FormDeclaration {
        FormDeclaration(action: "\(path)/\(token)", submit: "account.email-confirm.submit")
    }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/settings/email", for: .member, use: showEmail)
        router.post("/settings/email", for: .member, again: showEmail, use: askForChange)
        router.get("/settings/email/{token}", for: .member, use: showConfirmation)
        router.post("/settings/email/{token}", for: .member, use: confirm)
    }

    @Sendable func showEmail(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let now = app.clock()
        let (account, awaited) = try await app.database.read {
            (try $0.requireAccount(member.id), try $0.awaitedEmail(of: member.id, at: now))
        }
        var arguments: [String: FieldValue] = ["email": .text(account.email)]
        arguments["awaited"] = awaited.map(FieldValue.text)
        let page = AccountForm(
            name: awaited == nil ? "email" : "email-awaited",
            form: Self.form,
            arguments: arguments,
            section: .email
        )
        return try await app.show(page, context)
    }

    /// Answers alike whether or not the new address has an account.
    @Sendable func askForChange(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        var errors: [String: String] = [:]
        var address: EmailAddress?
        do { address = try EmailAddress(context.form["new_email"] ?? "") } catch {
            errors["new_email"] = error.rawValue
        }
        let (account, isDisposable) = try await app.database.read { [address] transaction in
            (try transaction.requireAccount(member.id), try address.map { try transaction.isDisposable($0) } ?? false)
        }
        if isDisposable { errors["new_email"] = "disposable" }
        if let address, address.key == (try? EmailAddress(account.email))?.key { errors["new_email"] = "same" }
        let failure = try await PasswordCheck(app: app).failure(with: context.form["password"], of: member)
        errors["password"] = failure?.code
        guard errors.isEmpty, let address else {
            throw FormErrors.account(errors, after: failure?.retryAfter)
        }
        let change = EmailChange(
            account: account,
            address: address,
            origin: context.origin,
            limits: app.limits,
            emailRenderer: app.emailRenderer,
            now: app.clock()
        )
        if let retryAfter = try await app.database.write({ try $0.beginEmailChange(change) }) {
            throw FormErrors.account([FormDeclaration.wholeForm: "too-often"], after: retryAfter)
        }
        return app.pages.seeOther(context, to: Self.path, flash: "email-change-sent")
    }

    @Sendable func showConfirmation(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let text = context.parameters.get("token") ?? ""
        let now = app.clock()
        let found = try await app.database.read { transaction in
            try SecretToken(text).flatMap { try transaction.emailChange($0, of: member.id, at: now) }
        }
        guard let found else { return try await showDead(context) }
        return try await app.show(
            AccountForm(
                name: "email-confirm",
                form: Self.confirmation(text),
                arguments: ["email": .text(found.text)],
                section: .email
            ),
            context
        )
    }

    @Sendable func confirm(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        guard let token = SecretToken(context.parameters.get("token") ?? "") else {
            return try await showDead(context)
        }
        let account = try await app.database.read { try $0.requireAccount(member.id) }
        let (now, origin, emailRenderer) = (app.clock(), context.origin, app.emailRenderer)
        let details = app.details(origin, at: now, account.language)
        let outcome: EmailChange.Outcome
        do {
            outcome = try await app.database.write { transaction in
                try transaction.changeEmail(of: member.id, by: token, from: origin, emailRenderer, details, at: now)
            }
        } catch DatabaseError.uniqueViolation {
            // Another account took the address between the check and the write.
            outcome = .taken
        }
        switch outcome {
        case .done: return app.pages.seeOther(context, to: Self.path, flash: "email-changed")
        case .dead: return try await showDead(context)
        case .taken:
            return try await app.show(
                AccountForm(status: .conflict, name: "email-taken", form: Self.form, section: .email),
                context
            )
        }
    }

    private func showDead(_ context: AppRequestContext) async throws -> Response {
        try await app.show(AccountForm(status: .gone, name: "email-dead", form: Self.form, section: .email), context)
    }
}
