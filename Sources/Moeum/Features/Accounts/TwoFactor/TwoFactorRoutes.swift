import Foundation
import HTTPTypes
import Hummingbird

/// Turning two-factor on and off, and making new recovery codes.
struct TwoFactorRoutes: RouteGroup {
    /// The result of a code that was typed here.
    private enum Outcome: Sendable {
        case done, wrong, used, alreadySo
        case wait(Int)
    }

    let app: App

    static let path = "/settings/two-factor"

    func mount(on router: Router<AppRequestContext>) {
        router.get("/settings/two-factor", for: .member, use: show)
        router.post("/settings/two-factor", for: .member, use: enableOrRenew)
        router.post("/settings/two-factor/delete", for: .member, use: turnOff)
    }

    @Sendable func show(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        // The page contains no secret once two-factor is on.
        if !member.hasTwoFactor {
            try PasswordCheck(app: app).requireRecent(member, next: Self.path)
            let now = app.clock()
            let known = try await app.database.read { try $0.twoFactor(of: member.id) }
            if known.map({ now.timeIntervalSince($0.createdAt) >= TwoFactor.setUpPeriod }) ?? true {
                try await app.database.write { try $0.prepareTwoFactor(TOTP(), of: member.id, at: now) }
            }
        }
        return try await show(TwoFactorView(showsSecret: true), context)
    }

    @Sendable func enableOrRenew(_ context: AppRequestContext) async throws -> Response {
        context.form["new_codes"] == "1" ? try await renewCodes(context) : try await enable(context)
    }

    private func enable(_ context: AppRequestContext) async throws -> Response {
        let member = try context.requireMember()
        let check = PasswordCheck(app: app)
        if let refusal = try await check.problemUnlessRecent(with: context.form["password"], of: member) {
            // Without the password nobody may see the secret that the owner may enable later.
            return try await show(TwoFactorView(refusal, on: .enable, asksPassword: true), context)
        }
        let (now, typed) = (app.clock(), context.form["code"] ?? "")
        let (codes, origin) = (RecoveryCode.codes(), context.origin)
        let outcome = try await app.database.write { transaction -> Outcome in
            guard let account = try transaction.account(member.id) else { return .wrong }
            try transaction.prepareTwoFactor(TOTP(), of: account.id, at: now)
            guard let factor = try transaction.twoFactor(of: account.id), !factor.isEnabled else { return .alreadySo }
            guard let step = factor.totp?.step(of: typed, at: now, after: nil) else { return .wrong }
            guard try transaction.enableTwoFactor(factor.secret, of: account.id, step: step, at: now) else {
                return .alreadySo
            }
            try transaction.saveRecoveryCodes(codes, of: account.id)
            // The other sessions were begun with the password alone.
            try transaction.endSessions(of: account.id, except: member.sessionID)
            try transaction.recordSecurityEvent(.twoFactorOn, of: account.id, from: origin, at: now)
            let details = app.details(origin, at: now, account.language)
            try transaction.enqueueEmail(.twoFactorOn, account, link: "/settings/security", details, app.emailRenderer)
            return .done
        }
        switch outcome {
        case .done: return try await show(codes, isFirst: true, context)
        case .alreadySo: return try await show(TwoFactorView("already-on", on: .renew), context)
        case .wrong, .used:
            var view = TwoFactorView(typed.isEmpty ? "required" : "wrong", on: .enable, showsSecret: true)
            // A password given in this form counts for this form only.
            view.asksPassword = !member.hasConfirmed(at: now)
            return try await show(view, context)
        case .wait(let seconds): throw Problem.tooOften(after: seconds)
        }
    }

    private func renewCodes(_ context: AppRequestContext) async throws -> Response {
        let codes = RecoveryCode.codes()
        let refused = try await apply(.renew, context) { [app] transaction, account, origin, now in
            try transaction.saveRecoveryCodes(codes, of: account.id)
            try transaction.recordSecurityEvent(.recoveryCodesMade, of: account.id, from: origin, at: now)
            let details = app.details(origin, at: now, account.language)
            try transaction.enqueueEmail(
                .recoveryCodesNew,
                account,
                link: "/settings/security",
                details,
                app.emailRenderer
            )
        }
        if let refused { return refused }
        return try await show(codes, isFirst: false, context)
    }

    @Sendable func turnOff(_ context: AppRequestContext) async throws -> Response {
        let refused = try await apply(.turnOff, context) { [app] transaction, account, origin, now in
            let details = app.details(origin, at: now, account.language)
            try transaction.turnOffTwoFactor(of: account, from: origin, at: now, details, by: app.emailRenderer)
        }
        return refused ?? app.pages.seeOther(context, to: Self.path, flash: "two-factor-off")
    }

    /// Performs an action that needs the password and a code.
    /// - Returns: the page that says why it was refused; nil where it was done.
    private func apply(
        _ part: TwoFactorView.Part,
        _ context: AppRequestContext,
        _ entry: @escaping @Sendable (Transaction, Account, DeviceOrigin, Date) throws -> Void
    ) async throws -> Response? {
        let member = try context.requireMember()
        let check = PasswordCheck(app: app)
        if let refusal = try await check.problem(with: context.form["password"], of: member) {
            return try await show(TwoFactorView(refusal, on: part), context)
        }
        let (now, origin) = (app.clock(), context.origin)
        let code = SecondFactorCode(context.form["code"] ?? "")
        let outcome = try await app.database.write { transaction -> Outcome in
            guard let account = try transaction.account(member.id) else { return .alreadySo }
            guard part != .turnOff || account.role == .member else {
                throw Problem(status: .forbidden, key: "two-factor-staff")
            }
            guard try transaction.hasTwoFactor(account.id) else { return .alreadySo }
            let (subject, limits, emailRenderer) = ("\(account.id)", app.limits, app.emailRenderer)
            let details = app.details(origin, at: now, account.language)
            if let wait = try transaction.consumeCodeAttempt(
                subject,
                of: account,
                limits,
                from: origin,
                details,
                by: emailRenderer,
                at: now
            ) {
                return .wait(wait)
            }
            guard let code else { return .wrong }
            switch try transaction.consumeSecondFactorCode(code, of: account.id, at: now) {
            case .wrong: return .wrong
            case .used: return .used
            case .right: break
            }
            try transaction.resetCodeAttempts(subject, limits)
            try entry(transaction, account, origin, now)
            return .done
        }
        switch outcome {
        case .done: return nil
        case .alreadySo: return app.pages.seeOther(context, to: Self.path)
        case .wrong:
            let code = (context.form["code"] ?? "").isEmpty ? "required" : "wrong"
            return try await show(TwoFactorView(code, on: part), context)
        case .used: return try await show(TwoFactorView("used", on: part), context)
        case .wait(let seconds):
            let refusal = PasswordCheck.Refusal(code: "too-often", status: .tooManyRequests, retryAfter: seconds)
            return try await show(TwoFactorView(refusal, on: part, field: "code"), context)
        }
    }
}
