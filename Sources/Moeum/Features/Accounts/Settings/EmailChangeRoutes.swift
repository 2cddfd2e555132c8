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

    private static let dead = AccountForm(status: .gone, name: "email-dead", form: form, section: .email)

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
        try await PasswordCheck(app: app).check(in: context.form, of: member.id, besides: errors)
        guard let address else { throw FormErrors(errors) }
        let action = app.accountAction(context)
        let retryAfter = try await app.database.write {
            try $0.beginEmailChange(of: account, to: address, action)
        }
        if let retryAfter {
            throw FormErrors.account([FormDeclaration.wholeForm: "too-often"], after: retryAfter)
        }
        return app.pages.seeOther(context, to: Self.path, flash: "email-change-sent")
    }

    @Sendable func showConfirmation(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let now = app.clock()
        guard let token = context.linkToken,
            let address = try await app.database.read({ try $0.emailChange(token, of: member.id, at: now) })
        else { return try await app.show(Self.dead, context) }
        let page = AccountForm(
            name: "email-confirm",
            form: Self.confirmation(token.text),
            arguments: ["email": .text(address.text)],
            section: .email
        )
        return try await app.show(page, context)
    }

    @Sendable func confirm(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        guard let token = context.linkToken else { return try await app.show(Self.dead, context) }
        let action = app.accountAction(context)
        var isChanged: Bool?
        do {
            isChanged = try await app.database.write { try $0.changeEmail(of: member.id, by: token, action) }
        } catch DatabaseError.uniqueViolation {
            // Another account took the address between the check and the write.
            isChanged = false
        }
        guard let isChanged else { return try await app.show(Self.dead, context) }
        guard isChanged else {
            let taken = AccountForm(status: .conflict, name: "email-taken", form: Self.form, section: .email)
            return try await app.show(taken, context)
        }
        return app.pages.seeOther(context, to: Self.path, flash: "email-changed")
    }
}
