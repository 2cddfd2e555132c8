import Foundation
import HTTPTypes
import Hummingbird

/// Withdrawal the site, with two weeks to change one's mind. Suspended members can too.
struct LeavingRoutes: RouteGroup {
    let app: App

    static let form = FormDeclaration(
        action: "/settings/delete",
        submit: "account.leaving.submit",
        isDanger: true,
        [
            .radios("reviews", Withdrawal.Reviews.allCases.map(\.rawValue)),
            .text("confirm", autocomplete: "off"),
            .currentPassword(),
        ]
    )

    func mount(on router: Router<AppRequestContext>) {
        router.get("/settings/delete", for: .member, use: showLeaving)
        router.post("/settings/delete", for: .member, use: leave)
    }

    @Sendable func showLeaving(_ context: AppRequestContext) async throws -> Response {
        try await app.show(page, context)
    }

    @Sendable func leave(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        var problems: [String: String] = [:]
        if !isConfirmed(context.form["confirm"] ?? "") { problems["confirm"] = "wrong" }
        // A program may leave the field out: then the form's default counts.
        let reviews = Withdrawal.Reviews(rawValue: context.form["reviews"] ?? Withdrawal.Reviews.anonymise.rawValue)
        if reviews == nil { problems["reviews"] = "invalid" }
        let check = PasswordCheck(app: app)
        let refusal = try await check.problem(with: context.form["password"], of: member)
        if let refusal { problems["password"] = refusal.code }
        guard problems.isEmpty, let reviews else {
            let page = page.refusing(problems, of: context.form, for: refusal?.retryAfter)
            return try await app.show(page, context)
        }
        let leaving = Withdrawal(
            account: member.id,
            reviews: reviews,
            origin: context.origin,
            now: app.clock()
        )
        let emailRenderer = app.emailRenderer
        switch try await app.database.write({ try $0.beginWithdrawal(leaving, by: emailRenderer) }) {
        case .begun: return logOutResponse(leaving, context)
        case .lastAdmin: return try await refuseLastAdmin(context)
        }
    }

    /// The confirmation word of either language counts, whichever the page is in.
    private func isConfirmed(_ typed: String) -> Bool {
        let typed = typed.trimmed.lowercased()
        return Language.allCases.contains { app.views.text("account.leaving.word", [:], $0) == typed }
    }

    private func logOutResponse(_ leaving: Withdrawal, _ context: AppRequestContext) -> Response {
        app.logger.info("leaving", metadata: ["account": "\(leaving.account)", "from": "\(leaving.origin.network)"])
        return app.pages.logOutResponse(context, flash: "leaving")
    }

    private func refuseLastAdmin(_ context: AppRequestContext) async throws -> Response {
        let problems = [FormDeclaration.wholeForm: "last-admin"]
        let page = page.refusing(problems, of: context.form, status: .conflict)
        return try await app.show(page, context)
    }

    private var page: AccountForm {
        AccountForm(
            name: "leaving",
            form: Self.form,
            values: ["reviews": Withdrawal.Reviews.anonymise.rawValue],
            arguments: ["days": .integer(Int(Account.leavingPeriod / 86_400))],
            links: [(href: "/settings/export", key: "account.leaving.export")],
            section: .delete
        )
    }
}
