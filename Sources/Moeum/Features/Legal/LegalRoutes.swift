import Hummingbird

/// The terms and the privacy notice.
struct LegalRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/terms", for: .anyone) { try await show(.terms, $0) }
        router.get("/privacy", for: .anyone) { try await show(.privacy, $0) }
    }

    @Sendable private func show(_ document: LegalDocument, _ context: AppRequestContext) async throws -> Response {
        let page = LegalBuilder(config: app.config, views: app.views, language: context.language).page(document)
        return try await app.pages.respond(to: context, title: page.title) { _ in page }
    }
}
