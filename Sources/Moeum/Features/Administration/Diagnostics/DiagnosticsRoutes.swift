import Hummingbird

/// The site's health, for the people who run it.
struct DiagnosticsRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/diagnostics", for: .admin, use: showDiagnostics)
    }

    @Sendable func showDiagnostics(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let builder = DiagnosticsBuilder(app, context.language)
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.diagnostics.title"),
            frame: AdministrationFrame(.diagnostics)
        ) { try builder.page($0) }
    }
}
