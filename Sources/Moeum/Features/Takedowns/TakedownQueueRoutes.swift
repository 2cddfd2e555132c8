import Foundation
import HTTPTypes
import Hummingbird

/// Takedowns for staff, and decisions about them.
struct TakedownQueueRoutes: RouteGroup {
    static let path = "/admin/takedowns"
    /// Takedowns on one page.
    static let maxShown = 20

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/takedowns", for: .moderator, use: showTakedowns)
        router.post("/admin/takedowns/{id}", for: .moderator, use: decide)
    }

    @Sendable func showTakedowns(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let part = context.query["state"].flatMap(TakedownPart.init(rawValue:)) ?? .waiting
        let after = context.query["after"].flatMap { Takedown.ID($0) }
        let presenter = TakedownPresenter(app, context, member)
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.takedowns.title"),
            section: .administration
        ) { transaction in
            let found = try transaction.takedowns(in: part, after: after, limit: Self.maxShown + 1)
            let shown = Array(found.prefix(Self.maxShown))
            let next = found.count > shown.count ? shown.last.map { part.address(after: $0.id) } : nil
            let cards = try presenter.cards(shown, transaction)
            return try presenter.page(part, cards, next: next, transaction)
        }
    }

    @Sendable func decide(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Takedown.ID = try context.id()
        let decision: TakedownDecision
        do { decision = try TakedownDecision(context.form) } catch {
            return try await showAgain(id, error.codes, .unprocessableContent, context)
        }
        let actions = TakedownActions(
            staff: member,
            decision: decision,
            now: app.clock(),
            emailRenderer: app.emailRenderer
        )
        do {
            try await app.database.write { try actions.carryOut(id, $0) }
        } catch let problem as Problem where problem.status == .conflict {
            if context.prefersJSON { throw problem }
            return try await showAgain(id, [FormDeclaration.wholeForm: "stale"], .conflict, context)
        }
        return app.pages.seeOther(context, to: Self.path, flash: "takedown-\(decision.decision.rawValue)")
    }

    /// The page of one takedown with a refused form.
    private func showAgain(
        _ id: Takedown.ID,
        _ problems: [String: String],
        _ status: HTTPResponse.Status,
        _ context: AppRequestContext
    ) async throws -> Response {
        let member = try context.requireMember()
        guard !context.prefersJSON else {
            throw Problem.invalidForm(problems, status: status)
        }
        let presenter = TakedownPresenter(app, context, member)
        let typed = context.form["reason"]
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.takedowns.title"),
            section: .administration,
            status: status
        ) { transaction in
            guard let takedown = try transaction.takedown(id) else { throw Problem.notFound }
            var cards = try presenter.cards([takedown], transaction)
            for index in cards.indices {
                cards[index].typed = typed
                cards[index].problem = presenter.words(for: problems)
            }
            let part = TakedownPart(rawValue: takedown.state.rawValue) ?? .waiting
            return try presenter.page(part, cards, next: nil, transaction)
        }
    }
}
