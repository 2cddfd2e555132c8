import Foundation
import HTTPTypes
import Hummingbird

/// Making cards of entries, visits and reviews, for oneself.
struct CardRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        mount("/diary/entries/{id}", on: router) { .entry(try $0.id()) }
        mount("/visits/{id}", on: router) { .visit(try $0.id()) }
        mount("/reviews/{id}", on: router) { .review(try $0.id()) }
    }

    private func mount(
        _ path: String,
        on router: Router<AppRequestContext>,
        _ source: @escaping @Sendable (AppRequestContext) throws -> CardSource
    ) {
        router.get("\(path)/card", for: .member) { context, member in
            try await show(
                CardSheetBuilder(app, context, try source(context), CardChoice(context.query)),
                context,
                member
            )
        }
        router.get("\(path)/card.jpg", for: .member) { try await showPicture(try source($0), $0, $1) }
        router.post("\(path)/cards", for: .member) { try await publish(try source($0), $0, $1) }
    }

    // MARK: The sheet

    private func show(
        _ builder: CardSheetBuilder,
        _ context: AppRequestContext,
        _ member: Member
    ) async throws -> Response {
        if builder.status != .ok, context.prefersJSON {
            throw Problem.invalidForm(builder.errors, status: builder.status)
        }
        return try await app.pages.respond(
            to: context,
            title: context.text("card.title"),
            section: .diary,
            hasForm: true,
            status: builder.status
        ) { try builder.page(for: member, $0) }
    }

    // MARK: The picture

    private func showPicture(
        _ source: CardSource,
        _ context: AppRequestContext,
        _ member: Member
    ) async throws -> Response {
        let size = context.query["size"].flatMap(CardSize.init) ?? .square
        let planner = CardPlanner(app, context.language)
        let choice = CardChoice(context.query)
        _ = try choice.checkedLine
        let material = try await app.database.read { try $0.cardMaterial(of: source, for: member.id) }
        let plan = planner.plan(choice, of: material)
        return try await app.answer(plan, size, isPublic: false, context.request, for: member.id)
    }

    // MARK: The link

    private func publish(
        _ source: CardSource,
        _ context: AppRequestContext,
        _ member: Member
    ) async throws -> Response {
        let form = context.form
        if form["act"] == "preview" {
            return Redirection.response(to: CardChoice(form).items.address(source.cardPath))
        }
        if let restriction = member.postingRestriction { throw restriction.problem }
        var builder = CardSheetBuilder(app, context, source, CardChoice(form))
        builder.typedAlt = form["alt"]
        let publication = CardPublication(app: app, planner: builder.planner, source: source, choice: builder.choice)
        do {
            let once = form["once"].flatMap { $0.isEmpty ? nil : String($0.prefix(64)) } ?? SystemRandom.name()
            let card = try await publication.publish(once: once, seen: form["seen"], alt: form["alt"], by: member)
            return app.pages.seeOther(context, to: "/cards/\(card.id)", flash: "card-published")
        } catch let errors as FormErrors {
            (builder.errors, builder.status) = (errors.codes, errors.status)
            var response = try await show(builder, context, member)
            if let seconds = errors.retryAfter { response.headers[.retryAfter] = String(seconds) }
            return response
        }
    }
}

extension App {
    /// Answers with a card's picture.
    /// - Parameters:
    ///   - isPublic: whether everybody may see it; it is asked for again each time all the same.
    ///   - account: whose limit counts what has to be drawn; nil for a card that is public.
    func answer(
        _ plan: CardPlan,
        _ size: CardSize,
        isPublic: Bool,
        _ request: Request,
        for account: Account.ID? = nil
    ) async throws -> Response {
        let answer = MediaResponse(
            type: "image/jpeg",
            tag: "\(plan.key)-\(size.rawValue)",
            cacheControl: isPublic ? "public, no-cache" : "private, no-store"
        )
        do {
            return try await answer.response(to: request) {
                try await cards.picture(of: plan, size) {
                    guard let account else { return }
                    let (limit, now) = (limits.cardDrawings, clock())
                    try await database.write { try $0.enforce(limit, for: account, at: now) }
                }
            }
        } catch PhotoRejection.busy {
            throw Problem(status: .serviceUnavailable, key: "photo-busy", retryAfter: 10)
        } catch is PhotoRejection {
            throw Problem.notFound
        }
    }
}
