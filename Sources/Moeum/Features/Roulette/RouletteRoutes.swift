import Foundation
import HTTPTypes
import Hummingbird

/// The roulette, which picks a place at random.
struct RouletteRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/roulette", for: .anyone, use: show)
        router.post(
            "/roulette",
            for: .anyone,
            again: { try await page(query($0.form, $0).with { _ in }, $0) },
            use: spin
        )
        router.get("/roulette/picks/{id}", for: .anyone, use: showPick)
    }

    @Sendable func show(_ context: AppRequestContext) async throws -> Response {
        let query = query(context.query, context)
        if query.source == .favourites, context.member == nil { throw LoginNeeded(form: nil) }
        return try await page(query, context)
    }

    /// Spins the wheel, or only changes its filters.
    @Sendable func spin(_ context: AppRequestContext) async throws -> Response {
        let asked = query(context.form, context).with { _ in }
        if asked.source == .favourites, context.member == nil { throw LoginNeeded(form: context.form) }
        if context.form["apply"] != nil { return app.pages.seeOther(context, to: asked.narrowed.address) }
        let visitor = context.cookies[app.config.cookies.visitorName].flatMap(SecretToken.init(_:)) ?? SecretToken()
        let spinner =
            context.member.map { RouletteSpinner(account: $0.id) } ?? RouletteSpinner(visitor: visitor)
        let network = NetworkAddress(context.clientAddress)
        let limit = app.limits.spins
        let buckets = context.member.map { [(limit: limit, subject: "\($0.id)")] } ?? network.buckets(of: limit)
        let presenter = presenter(context)
        let reader = RouletteReader(account: spinner.account, now: app.clock(), vocabulary: app.searchVocabulary)
        // Reading the pool may take long, and other writers must not wait for it: only the spin itself is a write.
        let turn = try await app.database.read { transaction -> RouletteTurn? in
            for bucket in buckets {
                guard
                    let retryAfter = try transaction.rateLimitDelay(
                        bucket.limit,
                        for: bucket.subject,
                        at: reader.now.milliseconds
                    )
                else { continue }
                throw Problem.rateLimited(retryAfter: retryAfter)
            }
            return try transaction.rouletteTurn(asked, for: reader)
        }
        let answer = try await app.database.write { transaction -> RouletteResponse? in
            if let retryAfter = try transaction.consumeRateLimit(buckets, at: reader.now.milliseconds) {
                throw Problem.rateLimited(retryAfter: retryAfter)
            }
            // Requests for a list that the reader may not read count towards the limit too.
            guard let turn else { return nil }
            var generator = SystemRandomNumberGenerator()
            guard
                let outcome = try transaction.spinRoulette(
                    turn.query.poolKey,
                    of: turn.pool,
                    leavingOut: turn.excluded,
                    by: spinner,
                    at: reader.now,
                    using: &generator
                ),
                let place = try transaction.places([outcome.pick])[outcome.pick]
            else { return nil }
            return RouletteResponse(
                next: turn.query.with { $0.pick = outcome.pick }.address,
                candidates: outcome.candidates,
                pick: presenter.card(place, isFavourite: try transaction.isFavourite(place.id, by: reader.account))
            )
        }
        guard turn != nil else { throw Problem.notFound }
        guard let answer else {
            // The redirect leads to the page that suggests which filter to drop.
            let codes = ["form": "empty"]
            let next = asked.narrowed.address
            let status = HTTPResponse.Status.unprocessableContent
            throw FormErrors(codes, answer: Problem(status: status, key: "roulette-empty", errors: codes, next: next))
        }
        let cookies = context.member == nil ? [visitorCookie(visitor)] : []
        var response = context.prefersJSON ? .personalJSON(answer) : Redirection.response(to: answer.next)
        response.set(cookies: cookies)
        return response
    }

    /// The page of a shared result, for everybody.
    @Sendable func showPick(_ context: AppRequestContext) async throws -> Response {
        let id: Place.ID = try context.id()
        let presenter = presenter(context)
        let gallery = GalleryPresenter(views: app.views, language: context.language)
        let (now, base, account) = (app.clock(), app.config.baseURL, context.member?.id)
        return try await app.pages.respond(to: context, section: .roulette) { transaction, layout in
            guard let place = try transaction.places([id])[id] else { throw Problem.notFound }
            let card = presenter.card(place, isFavourite: try transaction.isFavourite(id, by: account))
            layout.title = presenter.text("roulette.pick-title", ["name": .text(place.name)])
            layout.description = [card.districtName, card.categoryName, place.menu].compactMap(\.self)
                .joined(separator: " · ")
            layout.picture = try transaction.frontGallery(of: id, gallery, at: now)?.cards.first.map {
                $0.photo.files.shared(from: base, alt: $0.alt)
            }
            return RoulettePickPage(card: card)
        }
    }

    private func page(_ asked: RouletteQuery, _ context: AppRequestContext) async throws -> Response {
        let builder = RouletteBuilder(presenter: presenter(context))
        let reader = RouletteReader(account: context.member?.id, now: app.clock(), vocabulary: app.searchVocabulary)
        var response = try await app.pages.respond(
            to: context,
            title: builder.text("roulette.title"),
            section: .roulette,
            path: asked.hasSecret ? "/roulette" : asked.narrowed.address
        ) { transaction, layout in
            let query = try transaction.resolvedQuery(asked, for: reader)
            guard let pool = try transaction.roulettePool(query, for: reader) else { throw Problem.notFound }
            let state = try transaction.rouletteState(query, of: pool, for: reader)
            var page = builder.page(query, state, try transaction.rouletteOffer(query, of: pool, for: reader))
            if let place = state.pick {
                let own = try reader.account.flatMap { try transaction.favourite(of: $0, at: place.id) }
                let card = builder.presenter.card(place, isFavourite: reader.account.map { _ in own != nil })
                var result = RouletteResult(card: card, address: query.address)
                result.hasAccount = reader.account != nil
                result.isVisitedToday =
                    try reader.account.map {
                        try transaction.visitID(of: $0, at: place.id, on: SeoulTime(reader.now).isoDay) != nil
                    } ?? false
                result.note = own?.note
                if result.note?.isEmpty == true { result.note = nil }
                page.result = result
            }
            layout.description = builder.text("roulette.lead")
            return page
        }
        if asked.hasSecret { Self.hide(&response) }
        return response
    }

    /// A page whose address has the token of a list's link must not be cached, indexed, or sent to other sites as referrer.
    private static func hide(_ response: inout Response) {
        response.headers[.robots] = "noindex"
        response.headers[.cacheControl] = "private, no-store"
        response.headers[.referrerPolicy] = "no-referrer"
        response.headers[.eTag] = nil
    }

    private func visitorCookie(_ visitor: SecretToken) -> String {
        let rules = app.config.cookies
        return rules.setting(rules.visitorName, to: visitor.text, for: Int(RouletteSpinner.visitorLifetime))
    }

    private func query(_ form: Form, _ context: AppRequestContext) -> RouletteQuery {
        RouletteQuery(form.items, districts: app.districts, hasAccount: context.member != nil)
    }

    private func presenter(_ context: AppRequestContext) -> PlacePresenter {
        PlacePresenter(app, context.language, now: SeoulTime(app.clock()))
    }
}

extension HTTPField.Name {
    /// The literal is a token, so the initialiser cannot refuse it.
    fileprivate static let robots = HTTPField.Name("X-Robots-Tag") ?? .server
}
