import Foundation
import HTTPTypes
import Hummingbird

/// Public cards: for their makers, for everybody with the link, and their pictures for staff.
struct PublicCardRoutes: RouteGroup {
    static let gone = Problem(status: .gone, key: "card-gone")
    static let hidden = Problem(status: .gone, key: "card-hidden")

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/cards/{id}", for: .member, use: showOwn)
        router.post("/cards/{id}/withdraw", for: .member, use: withdraw)
        router.get("/c/{token}", for: .anyone, use: showPublic)
        router.get("/c/{token}/{file}", for: .anyone, use: showPicture)
        router.get("/admin/cards/{id}/card.jpg", for: .moderator, use: showPictureToStaff)
    }

    // MARK: One's own

    @Sendable func showOwn(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Card.ID = try context.id()
        let base = app.config.baseURL
        return try await app.pages.respond(to: context, section: .diary, hasForm: true) {
            transaction,
            layout in
            guard let card = try transaction.card(id, of: member.id) else { throw Problem.notFound }
            if card.withdrawnAt != nil { throw Self.gone }
            layout.title = context.text("card.own-title", ["name": .text(card.plan.words.name)])
            return OwnCardPage(
                card: card,
                address: base + card.path,
                sourceHref: card.source?.cardPath
            )
        }
    }

    /// Taking a card back that was taken back already succeeds.
    @Sendable func withdraw(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Card.ID = try context.id()
        let now = app.clock()
        let card = try await app.database.write { transaction in
            guard let card = try transaction.card(id, of: member.id) else { throw Problem.notFound }
            try transaction.withdrawCard(id, at: now)
            return card
        }
        await app.cards.remove(card.plan)
        let next = card.source?.cardPath ?? "/diary/cards"
        return app.pages.seeOther(context, to: next, flash: "card-withdrawn")
    }

    // MARK: Everybody's

    private func publicCard(_ context: AppRequestContext, _ transaction: Transaction, at now: Date) throws -> Card {
        guard let token = context.parameters.get("token"), let card = try transaction.card(token: token, at: now) else {
            throw Problem.notFound
        }
        if card.hiddenAt != nil { throw Self.hidden }
        guard card.isPublic else { throw Self.gone }
        return card
    }

    @Sendable func showPublic(_ context: AppRequestContext) async throws -> Response {
        let (now, base, reader) = (app.clock(), app.config.baseURL, context.member?.id)
        var response = try await app.pages.respond(to: context) { transaction, layout in
            let card = try publicCard(context, transaction, at: now)
            layout.title = context.text("card.public-title", ["name": .text(card.plan.words.name)])
            layout.description = card.alt
            layout.picture = PageLayout.Picture(
                url: "\(base)\(card.path)/\(CardSize.wide.rawValue).jpg",
                width: CardSize.wide.width,
                height: CardSize.wide.height,
                alt: card.alt
            )
            return PublicCardPage(
                card: card,
                weatherAttributions: [card.weatherProvider.flatMap(WeatherAttribution.init)].compactMap(\.self),
                isOwn: card.account == reader
            )
        }
        // The link was given to people, not to search engines.
        response.headers[.robots] = "noindex"
        return response
    }

    @Sendable func showPicture(_ context: AppRequestContext) async throws -> Response {
        guard let file = context.parameters.get("file"), file.ends(with: ".jpg"),
            let size = CardSize(rawValue: String(file.dropLast(4)))
        else { throw Problem.notFound }
        let now = app.clock()
        let card = try await app.database.read { try publicCard(context, $0, at: now) }
        var response = try await app.answer(card.plan, size, isPublic: true, context.request)
        response.headers[.robots] = "noindex"
        return response
    }

    // MARK: Staff

    /// What everybody saw, hidden or not; of what was taken back nothing is left.
    @Sendable func showPictureToStaff(_ context: AppRequestContext) async throws -> Response {
        let id: Card.ID = try context.id()
        guard let card = try await app.database.read({ try $0.card(id) }), card.withdrawnAt == nil else {
            throw Problem.notFound
        }
        return try await app.answer(card.plan, .square, isPublic: false, context.request)
    }
}

extension HTTPField.Name {
    fileprivate static let robots = HTTPField.Name("X-Robots-Tag") ?? .server
}
