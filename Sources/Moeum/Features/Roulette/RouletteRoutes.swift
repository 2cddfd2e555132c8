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
            for (limit, subject) in buckets {
                let retryAfter = try transaction.rateLimitDelay(limit, for: subject, at: reader.now.milliseconds)
                if let retryAfter { throw Problem.rateLimited(retryAfter: retryAfter) }
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
            throw FormErrors(
                Problem(
                    status: .unprocessableContent,
                    key: "roulette-empty",
                    errors: ["form": "empty"],
                    next: asked.narrowed.address
                )
            )
        }
        var response = context.prefersJSON ? .personalJSON(answer) : Redirection.response(to: answer.next)
        let rules = app.config.cookies
        let lifetime = Int(RouletteSpinner.visitorLifetime)
        let cookie = rules.setting(rules.visitorName, to: visitor.text, for: lifetime)
        response.set(cookies: context.member == nil ? [cookie] : [])
        return response
    }

    /// The page of a shared result, for everybody.
    @Sendable func showPick(_ context: AppRequestContext) async throws -> Response {
        let id: Place.ID = try context.id()
        let presenter = presenter(context)
        let gallery = GalleryPresenter(views: app.views, language: context.language, now: app.clock())
        let (now, base, account) = (app.clock(), app.config.baseURL, context.member?.id)
        return try await app.pages.respond(to: context, section: .roulette) { transaction, layout in
            guard let place = try transaction.places([id])[id] else { throw Problem.notFound }
            let card = presenter.card(place, isFavourite: try transaction.isFavourite(id, by: account))
            layout.title = presenter.text("roulette.pick-title", ["name": .text(place.name)])
            layout.description = [card.districtName, card.categoryName, place.menu].compactMap(\.self)
                .joined(separator: " · ")
            layout.picture = try transaction.frontGallery(of: id, gallery, at: now).map {
                $0.newest.photo.files.shared(from: base, alt: $0.newest.alt)
            }
            return RoulettePickPage(card: card)
        }
    }

    private func page(_ asked: RouletteQuery, _ context: AppRequestContext) async throws -> Response {
        let presenter = presenter(context)
        let reader = RouletteReader(account: context.member?.id, now: app.clock(), vocabulary: app.searchVocabulary)
        var response = try await app.pages.respond(
            to: context,
            title: context.text("roulette.title"),
            section: .roulette,
            path: asked.hasSecret ? "/roulette" : asked.narrowed.address
        ) { transaction, layout in
            let query = try transaction.resolvedQuery(asked, for: reader)
            guard let pool = try transaction.roulettePool(query, for: reader) else { throw Problem.notFound }
            let state = try transaction.rouletteState(query, of: pool, for: reader)
            let offer = try transaction.rouletteOffer(query, of: pool, for: reader)
            var page = RouletteBuilder(presenter, query, offer).page(state)
            page.result = try state.pick.map { try result($0, query, reader, presenter, transaction) }
            page.result?.confirmationSection = try state.pick.flatMap {
                try transaction.confirmationSection(
                    of: $0,
                    for: context.member,
                    next: query.address,
                    at: reader.now
                )
            }
            layout.description = context.text("roulette.lead")
            return page
        }
        if asked.hasSecret {
            // The address has the token of a list's link, and must not be sent to other sites as referrer.
            response.hideSecretAddress()
            response.headers[.referrerPolicy] = "no-referrer"
        }
        return response
    }

    private func result(
        _ place: Place,
        _ query: RouletteQuery,
        _ reader: RouletteReader,
        _ presenter: PlacePresenter,
        _ transaction: Transaction
    ) throws -> RouletteResult {
        guard let account = reader.account else {
            return RouletteResult(card: presenter.card(place), address: query.address)
        }
        let own = try transaction.favourite(of: account, at: place.id)
        let today = SeoulTime(reader.now).isoDay
        return RouletteResult(
            card: presenter.card(place, isFavourite: own != nil),
            address: query.address,
            note: own?.note,
            isVisitedToday: try transaction.visitID(of: account, at: place.id, on: today) != nil
        )
    }

    private func query(_ form: Form, _ context: AppRequestContext) -> RouletteQuery {
        RouletteQuery(form.items, districts: app.districts, hasAccount: context.member != nil)
    }

    private func presenter(_ context: AppRequestContext) -> PlacePresenter {
        PlacePresenter(app, context.language, now: SeoulTime(app.clock()))
    }
}
