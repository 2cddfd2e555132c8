import Hummingbird

/// The index of the settings.
struct SettingsRoutes: RouteGroup {
    let app: App

    static let logOut = FormDeclaration(action: "/logout", submit: "settings.log-out")
    static let verification = FormDeclaration(
        action: "/verify",
        submit: "settings.verify-again",
        [.hidden("email")]
    )

    func mount(on router: Router<AppRequestContext>) {
        router.get("/settings", for: .member, use: showSettings)
    }

    @Sendable func showSettings(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let language = context.language
        return try await app.pages.respond(
            to: context,
            title: context.text("settings.title"),
            section: .account
        ) { transaction, layout in
            let account = try transaction.requireAccount(member.id)
            return SettingsPage(
                account: account,
                hasTwoFactor: member.hasTwoFactor,
                storage: try AccountStorage(of: member.id, app, language, transaction),
                verification: account.verifiedAt == nil
                    ? app.pages.form(Self.verification, context, layout, values: ["email": account.email]) : nil,
                logOut: app.pages.form(Self.logOut, context, layout),
                settings: SettingsFrame(nil, for: member)
            )
        }
    }
}

extension Transaction {
    /// The account of a member with a valid session; missing only where it was erased a moment ago.
    func requireAccount(_ id: Account.ID) throws -> Account {
        guard let account = try account(id) else { throw Problem.notFound }
        return account
    }
}
