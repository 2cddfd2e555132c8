import Foundation
import Hummingbird

/// Unlocking a login after too many wrong passwords, by the link of an e-mail.
struct UnlockRoutes: RouteGroup {
    let app: App

    private static let dead = AccountForm(status: .gone, name: "unlock-dead", links: LoginForms.links)

    func mount(on router: Router<AppRequestContext>) {
        router.get("/unlock/{token}", for: .anyone, use: showUnlock)
        router.post("/unlock/{token}", for: .anyone, use: unlock)
    }

    @Sendable func showUnlock(_ context: AppRequestContext) async throws -> Response {
        let now = app.clock()
        guard let token = context.linkToken,
            try await app.database.read({ try $0.token(token, for: .unlock, at: now) }) != nil
        else { return try await app.show(Self.dead, context) }
        return try await app.show(AccountForm(name: "unlock", form: LoginForms.unlock(token.text)), context)
    }

    @Sendable func unlock(_ context: AppRequestContext) async throws -> Response {
        guard let token = context.linkToken else { return try await app.show(Self.dead, context) }
        let (now, limits, origin) = (app.clock(), app.limits, context.origin)
        let isUnlocked = try await app.database.write { transaction in
            guard let taken = try transaction.consumeAccountToken(token, for: .unlock, at: now),
                let account = try transaction.account(taken.accountID), let address = try? EmailAddress(account.email)
            else { return false }
            for subject in [address.key] + (taken.browserHash.map { ["\(address.key) \($0)"] } ?? []) {
                try transaction.resetRateLimit(limits.loginOfAccount, for: subject)
            }
            try transaction.recordSecurityEvent(.loginUnlocked, of: account.id, from: origin, at: now)
            return true
        }
        guard isUnlocked else { return try await app.show(Self.dead, context) }
        return app.pages.seeOther(context, to: "/login", flash: "unlocked")
    }
}
