import Foundation
import Hummingbird

/// Recovering an account by e-mail and choosing a new password. The answers are the same whether or not there is an account.
struct RecoveryRoutes: RouteGroup {
    let app: App

    static let ask = FormDeclaration(
        action: "/recover",
        submit: "account.recover.submit",
        [.email("email", autocomplete: "username"), .next]
    )
    static let code = FormDeclaration(
        action: "/recover/code",
        submit: "account.recover-code.submit",
        [.email("email", autocomplete: "username"), .code("code")]
    )

    private static let dead = AccountForm(status: .gone, name: "recover-dead", form: ask)

    private static func choose(_ token: String) -> FormDeclaration {
        FormDeclaration(
            action: "/recover/\(token)",
            submit: "account.recover-choose.submit",
            [.newPassword("password")]
        )
    }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/recover", for: .anyone, use: showRecovery)
        router.post("/recover", for: .anyone, again: showRecovery, use: recover)
        router.get("/recover/code", for: .anyone, use: showCode)
        router.post("/recover/code", for: .anyone, again: showCode, use: checkCode)
        router.get("/recover/{token}", for: .anyone, use: showChoice)
        router.post("/recover/{token}", for: .anyone, again: showChoice, use: choose)
    }

    @Sendable func showRecovery(_ context: AppRequestContext) async throws -> Response {
        try await app.show(AccountForm(name: "recover", form: Self.ask, values: ["next": context.nextPath]), context)
    }

    @Sendable func showCode(_ context: AppRequestContext) async throws -> Response {
        try await app.show(
            AccountForm(
                name: "recover-code",
                form: Self.code,
                links: [(href: "/recover", key: "account.recover.again")]
            ),
            context
        )
    }

    @Sendable func recover(_ context: AppRequestContext) async throws -> Response {
        let address = try EmailAddress(in: context.form)
        let action = app.accountAction(context)
        try await app.database.write { transaction in
            let network = NetworkAddress(context.clientAddress)
            try transaction.enforce(action.limits.mailsFromAddress, for: network, at: action.now)
            try transaction.beginRecovery(of: address, context.language, action)
        }
        return app.pages.seeOther(
            context,
            to: "/recover/code",
            flash: "recovery-sent",
            cookies: app.pendingActionCookies(context)
        )
    }

    @Sendable func checkCode(_ context: AppRequestContext) async throws -> Response {
        var errors: [String: String] = [:]
        let address = try? EmailAddress(context.form["email"] ?? "")
        if address == nil { errors["email"] = "invalid" }
        let code = OneTimeCode(context.form["code"] ?? "")
        if code == nil { errors["code"] = "malformed" }
        guard let address, let code else { throw FormErrors(errors) }
        let (now, secrets) = (app.clock(), AccountToken.Secrets())
        let isRight = try await app.database.write { transaction in
            let network = NetworkAddress(context.clientAddress)
            try transaction.enforce(app.limits.codesFromAddress, for: network, at: now)
            return try transaction.checkRecovery(code, for: address, next: secrets, at: now)
        }
        guard let isRight else { return try await app.show(Self.dead, context) }
        guard isRight else { throw FormErrors(["code": "wrong"]) }
        return app.pages.seeOther(context, to: "/recover/\(secrets.token.text)")
    }

    @Sendable func showChoice(_ context: AppRequestContext) async throws -> Response {
        guard let token = context.linkToken, let account = try await account(behind: token) else {
            return try await app.show(Self.dead, context)
        }
        let page = AccountForm(name: "recover-choose", form: Self.choose(token.text), username: account.email)
        return try await app.show(page, context)
    }

    @Sendable func choose(_ context: AppRequestContext) async throws -> Response {
        guard let token = context.linkToken, let account = try await account(behind: token) else {
            return try await app.show(Self.dead, context)
        }
        let owner = [account.email, account.nickname]
        let hash = try await app.passwords.hash(app.passwordRules.newPassword(in: context.form, of: owner))
        let action = app.accountAction(context)
        let device = app.config.cookies.deviceToken(context).hash
        let isDone = try await app.database.write { transaction in
            guard let taken = try transaction.consumeAccountToken(token, for: .recover, at: action.now) else {
                return false
            }
            try transaction.resetPassword(hash, of: taken.accountID, by: device, action)
            return true
        }
        guard isDone else { return try await app.show(Self.dead, context) }
        let cookies = app.config.cookies
        return app.pages.seeOther(
            context,
            to: "/login",
            flash: "password-reset",
            cookies: context.member?.id == account.id ? [cookies.clearing(cookies.sessionName)] : []
        )
    }

    private func account(behind token: SecretToken) async throws -> Account? {
        let now = app.clock()
        return try await app.database.read { transaction in
            try transaction.token(token, for: .recover, at: now).flatMap { try transaction.account($0.accountID) }
        }
    }
}
