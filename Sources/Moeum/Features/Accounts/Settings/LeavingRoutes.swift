import Foundation
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
        router.post("/settings/delete", for: .member, again: showLeaving, use: leave)
    }

    @Sendable func showLeaving(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let page = AccountForm(
            name: "leaving",
            form: Self.form,
            values: ["reviews": Withdrawal.Reviews.anonymise.rawValue],
            arguments: ["days": .integer(Int(Account.leavingPeriod / 86_400))],
            links: [(href: "/settings/export", key: "account.leaving.export")],
            section: .delete
        )
        return try await app.show(page, context)
    }

    @Sendable func leave(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        var errors: [String: String] = [:]
        if !isConfirmed(context.form["confirm"] ?? "") { errors["confirm"] = "wrong" }
        // A program may leave the field out: then the form's default counts.
        let reviews = Withdrawal.Reviews(rawValue: context.form["reviews"] ?? Withdrawal.Reviews.anonymise.rawValue)
        if reviews == nil { errors["reviews"] = "invalid" }
        try await PasswordCheck(app: app).check(in: context.form, of: member.id, besides: errors)
        guard let reviews else { throw FormErrors(errors) }
        let leaving = Withdrawal(account: member.id, reviews: reviews, origin: context.origin, now: app.clock())
        guard try await app.database.write({ try $0.beginWithdrawal(leaving, by: app.emailRenderer) }) else {
            throw FormErrors.account([FormDeclaration.wholeForm: "last-admin"], status: .conflict)
        }
        app.logger.info("leaving", metadata: ["account": "\(leaving.account)", "from": "\(leaving.origin.network)"])
        return app.pages.logOutResponse(context, flash: "leaving")
    }

    /// The confirmation word of either language counts, whichever the page is in.
    private func isConfirmed(_ typed: String) -> Bool {
        let typed = typed.trimmed.lowercased()
        return Language.allCases.contains { app.views.text("account.leaving.word", [:], $0) == typed }
    }
}
