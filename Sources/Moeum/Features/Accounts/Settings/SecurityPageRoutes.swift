import Hummingbird

/// The page of an account's security events.
struct SecurityPageRoutes: RouteGroup {
    let app: App

    static let pageLength = 30

    func mount(on router: Router<AppRequestContext>) {
        router.get("/settings/security", for: .member, use: showEvents)
    }

    @Sendable func showEvents(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let after = context.query["after"].flatMap { SecurityEvent.ID($0) }
        let language = context.language
        return try await app.pages.respond(
            to: context,
            title: context.text("security.title"),
            section: .account
        ) { transaction in
            let events = try transaction.securityEvents(of: member.id, after: after, limit: Self.pageLength + 1)
            let shown = events.prefix(Self.pageLength)
            let last = events.count > Self.pageLength ? shown.last?.id : nil
            return SecurityPage(
                events: shown.map { event in
                    SecurityPage.Entry(
                        event: event,
                        words: context.text("event.\(event.kind.rawValue)"),
                        device: event.origin.device.text(app.views, language)
                    )
                },
                next: last.map { "\(SettingsFrame.Section.security.path)?after=\($0)" },
                settings: SettingsFrame(.security, for: member)
            )
        }
    }
}
