import Foundation
import HTTPTypes
import Hummingbird

/// The first page of staff, and the lists of what the site does not take: for now the domains of throwaway mail.
struct WordsRoutes {
    /// On one page.
    static let mostShown = 200

    let app: App

    private static let form = FormDeclaration(
        action: "/admin/words",
        submit: "admin.words.add",
        [.text("domain", autocomplete: "off")]
    )

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin", for: .moderator, use: showTasks)
        router.get("/admin/words", for: .admin, use: showWords)
        router.post("/admin/words", for: .admin, use: add)
        router.post("/admin/words/delete", for: .admin, use: delete)
    }

    @Sendable func showTasks(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let (app, role) = (app, try context.requireMember().role)
        let chrome = chrome(request, context, "admin.title")
        return try await app.pages.respond(request, context) { _ in
            (AdministrationPage(for: role, app.views, context.language), chrome)
        }
    }

    @Sendable func showWords(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        try await page(request, context)
    }

    @Sendable func add(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let member = try context.requireMember()
        let typed = context.form["domain"] ?? ""
        guard let domain = ListedDomain.domain(typed) else {
            return try await page(request, context, problem: typed.trimmed.isEmpty ? "required" : "invalid")
        }
        let isNew = try await app.database.write {
            try $0.addDisposable(domain, by: member.id, at: app.clock().milliseconds)
        }
        guard isNew else { return try await page(request, context, problem: "listed") }
        app.logger.notice("domain listed", metadata: ["domain": "\(domain)", "account": "\(member.id)"])
        return app.seeOther(request, context, to: "/admin/words", flash: "word-added")
    }

    @Sendable func delete(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let member = try context.requireMember()
        guard let domain = ListedDomain.domain(context.form["domain"] ?? "") else { throw Problem.notFound }
        try await app.database.write { try $0.removeDisposable(domain) }
        app.logger.notice("domain no longer listed", metadata: ["domain": "\(domain)", "account": "\(member.id)"])
        return app.seeOther(request, context, to: "/admin/words", flash: "word-deleted")
    }

    private func page(
        _ request: Request,
        _ context: AppRequestContext,
        problem: String? = nil
    ) async throws -> Response {
        let problems = problem.map { ["domain": $0] } ?? [:]
        if problem != nil, Accept.prefersJSON(request) {
            throw Problem(status: .unprocessableContent, key: "invalid-form", errors: problems)
        }
        let (app, language, role) = (app, context.language, try context.requireMember().role)
        let after = request.uri.queryParameters["after"].map(String.init) ?? ""
        let chrome = chrome(request, context, "admin.words.title")
        let sheet = Self.form.sheet(
            typed: problem == nil ? nil : context.form,
            problems: problems,
            token: chrome.formToken,
            views: app.views,
            language
        )
        let status: HTTPResponse.Status = problem == nil ? .ok : .unprocessableContent
        return try await app.pages.respond(request, context, status: status) { transaction in
            let found = try transaction.listedDomains(after: after, limit: Self.mostShown + 1)
            let shown = Array(found.prefix(Self.mostShown))
            let page = WordsPage(
                domains: shown,
                next: found.count > shown.count ? shown.last?.domain : nil,
                form: sheet,
                frame: AdministrationFrame(.words, for: role, views: app.views, language)
            )
            return (page, chrome)
        }
    }

    private func chrome(_ request: Request, _ context: AppRequestContext, _ title: String) -> Chrome {
        let words = app.siteTitle(app.views.text(title, [:], context.language), context.language)
        return app.chrome(request, context, title: words, section: .administration)
    }
}
