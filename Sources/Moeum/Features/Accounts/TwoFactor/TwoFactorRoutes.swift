import Foundation
import Hummingbird

/// Turning two-factor on and off, and making new recovery codes.
struct TwoFactorRoutes: RouteGroup {
    let app: App

    static let path = "/settings/two-factor"

    func mount(on router: Router<AppRequestContext>) {
        router.get("/settings/two-factor", for: .member, use: showSetUp)
        router.post("/settings/two-factor", for: .member, again: show, use: enableOrRenew)
        router.post("/settings/two-factor/delete", for: .member, again: show, use: turnOff)
    }

    @Sendable func showSetUp(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        // The page contains no secret once two-factor is on.
        if !member.hasTwoFactor {
            try PasswordCheck(app: app).requireRecent(member, next: Self.path)
            let now = app.clock()
            let known = try await app.database.read { try $0.twoFactor(of: member.id) }
            if known.map({ now.timeIntervalSince($0.createdAt) >= TwoFactor.setUpPeriod }) ?? true {
                try await app.database.write { try $0.prepareTwoFactor(TOTP(), of: member.id, at: now) }
            }
        }
        return try await show(context, member)
    }

    @Sendable func enableOrRenew(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        context.form["new_codes"] == "1" ? try await renewCodes(context, member) : try await enable(context, member)
    }

    private func enable(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try await PasswordCheck(app: app).checkUnlessConfirmedRecently(in: context.form, of: member)
        let (action, typed) = (app.accountAction(context), context.form["code"] ?? "")
        let (codes, now) = (RecoveryCode.codes(), action.now)
        let wrong = FormErrors(["code": typed.isEmpty ? "required" : "wrong"])
        let alreadyOn = FormErrors([FormDeclaration.wholeForm: "already-on"])
        // Thrown outside of the write, which keeps a new secret where the code is wrong.
        try await app.database.write { transaction -> Result<Void, FormErrors> in
            guard let account = try transaction.account(member.id) else { return .failure(wrong) }
            try transaction.prepareTwoFactor(TOTP(), of: account.id, at: now)
            guard let factor = try transaction.twoFactor(of: account.id), !factor.isEnabled else {
                return .failure(alreadyOn)
            }
            guard let step = factor.totp?.step(of: typed, at: now, after: nil) else { return .failure(wrong) }
            guard try transaction.enableTwoFactor(factor.secret, of: account.id, step: step, at: now) else {
                return .failure(alreadyOn)
            }
            try transaction.saveRecoveryCodes(codes, of: account.id)
            // The other sessions were begun with the password alone.
            try transaction.endSessions(of: account.id, except: member.sessionID)
            try transaction.recordSecurityEvent(.twoFactorOn, of: account.id, from: action.origin, at: now)
            try transaction.enqueueEmail(.twoFactorOn, account, link: "/settings/security", action)
            return .success(())
        }.get()
        return try await show(codes, isFirst: true, context)
    }

    private func renewCodes(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let codes = RecoveryCode.codes()
        let isDone = try await apply(.renew, context, member) { transaction, account, action in
            try transaction.saveRecoveryCodes(codes, of: account.id)
            try transaction.recordSecurityEvent(.recoveryCodesMade, of: account.id, from: action.origin, at: action.now)
            try transaction.enqueueEmail(.recoveryCodesNew, account, link: "/settings/security", action)
        }
        guard isDone else { return app.pages.seeOther(context, to: Self.path) }
        return try await show(codes, isFirst: false, context)
    }

    @Sendable func turnOff(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let isDone = try await apply(.turnOff, context, member) { try $0.turnOffTwoFactor(of: $1, $2) }
        return app.pages.seeOther(context, to: Self.path, flash: isDone ? "two-factor-off" : nil)
    }

    /// Performs an action that needs the password and a code.
    /// - Returns: whether it was done; false where two-factor is off.
    private func apply(
        _ form: TwoFactorForm,
        _ context: AppRequestContext,
        _ member: Member,
        _ entry: @escaping @Sendable (Transaction, Account, AccountAction) throws -> Void
    ) async throws -> Bool {
        try await PasswordCheck(app: app).check(in: context.form, of: member.id)
        let (action, typed) = (app.accountAction(context), context.form["code"] ?? "")
        // Thrown outside of the write, which counts what is refused too.
        return try await app.database.write { transaction -> Result<Bool, FormErrors> in
            guard let account = try transaction.account(member.id) else { return .success(false) }
            guard form != .turnOff || account.role == .member else {
                throw Problem(status: .forbidden, key: "two-factor-staff")
            }
            guard try transaction.hasTwoFactor(account.id) else { return .success(false) }
            if let retryAfter = try transaction.consumeCodeAttempt("\(account.id)", of: account, action) {
                return .failure(.account(["code": "too-often"], after: retryAfter))
            }
            guard let code = SecondFactorCode(typed) else {
                return .failure(FormErrors(["code": typed.isEmpty ? "required" : "wrong"]))
            }
            switch try transaction.consumeSecondFactorCode(code, of: account.id, at: action.now) {
            case .wrong: return .failure(FormErrors(["code": "wrong"]))
            case .used: return .failure(FormErrors(["code": "used"]))
            case .right: break
            }
            try transaction.resetCodeAttempts("\(account.id)", app.limits)
            try entry(transaction, account, action)
            return .success(true)
        }.get()
    }
}
