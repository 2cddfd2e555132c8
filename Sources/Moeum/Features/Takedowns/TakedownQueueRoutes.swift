import Hummingbird

/// Takedowns for staff, and decisions about them.
struct TakedownQueueRoutes: RouteGroup {
    static let path = "/admin/takedowns"
    /// Takedowns on one page.
    static let maxShown = 20

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/takedowns", for: .moderator, use: showTakedowns)
        router.post("/admin/takedowns/{id}", for: .moderator, again: showDecisionForm, use: decide)
    }

    @Sendable func showTakedowns(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let part = context.query["state"].flatMap(TakedownPart.init(rawValue:)) ?? .waiting
        let after = context.query["after"].flatMap { Takedown.ID($0) }
        let presenter = TakedownPresenter(app, context, staff)
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.takedowns.title"),
            frame: AdministrationFrame(.takedowns)
        ) { transaction in
            let found = try transaction.takedowns(in: part, after: after, limit: Self.maxShown + 1)
            let shown = Array(found.prefix(Self.maxShown))
            let next = found.count > shown.count ? shown.last.map { part.address(after: $0.id) } : nil
            let cards = try presenter.cards(shown, transaction)
            return try presenter.page(part, cards, next: next, transaction)
        }
    }

    @Sendable func decide(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: Takedown.ID = try context.id()
        let actions = TakedownActions(
            staff: staff,
            decision: try TakedownDecision(context.form),
            audit: .staff(staff, app)
        )
        do { try await app.database.write { try actions.carryOut(id, $0) } } catch let problem as Problem
            where problem == .stale
        {
            throw FormErrors.stale
        }
        return app.pages.seeOther(context, to: Self.path, flash: "takedown-\(actions.decision.decision.rawValue)")
    }

    /// The page of one takedown with its refused form.
    @Sendable func showDecisionForm(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: Takedown.ID = try context.id()
        let presenter = TakedownPresenter(app, context, staff)
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.takedowns.title"),
            frame: AdministrationFrame(.takedowns)
        ) { transaction in
            guard let takedown = try transaction.takedown(id) else { throw Problem.notFound }
            var cards = try presenter.cards([takedown], transaction)
            for index in cards.indices {
                cards[index].typed = context.form["reason"]
                cards[index].problem = presenter.errorText(for: context.formErrors?.codes ?? [:])
            }
            let part = TakedownPart(rawValue: takedown.state.rawValue) ?? .waiting
            return try presenter.page(part, cards, next: nil, transaction)
        }
    }
}
