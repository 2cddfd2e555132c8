import Hummingbird

/// The site map: which features there are, and what wraps them.
package enum Routes {
    static let features: [Feature] = [
        .places, .attributes, .visits, .confirmations, .diary, .cards, .wall, .photos, .reviews, .favourites, .lists,
        .roulette, .accounts, .archive, .mail,
        .reports, .sanctions, .takedowns, .people, .audit, .corrections, .imports, .registers, .statistics, .settings,
        .administration, .about, .legal, .site,
    ]

    static let pages = features.flatMap(\.pages)

    static let maxBytesByPath = features.reduce(into: [:]) { $0.merge($1.maxBytesByPath) { $1 } }

    /// What browsers remember beside language and theme.
    static let rememberedChoices = [Place.Kind.rememberedChoice]

    /// What flashes lead to.
    static let flashOffers = features.reduce(into: FlashOffers()) { $0.add($1.flashOffers) }

    /// The router with everything mounted and wrapped.
    package static func router(_ app: App) -> Router<AppRequestContext> {
        let bare = Router(context: AppRequestContext.self)
        mount(app, on: bare)
        let errorPages = ErrorPages(
            views: app.views,
            offers: app.pages.offers,
            methods: RouteMethods(bare),
            logger: app.logger,
            arguments: app.storageArguments
        )
        let router = Router(context: AppRequestContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(
            middleware: RequestPipeline(
                clientAddresses: app.clientAddresses,
                headers: SecurityHeaders(app.config),
                errorPages: errorPages,
                observers: app.observers,
                cache: app.responseCache
            )
        )
        router.add(middleware: AssetMiddleware(assets: app.assets))
        router.add(
            middleware: MemberMiddleware(
                cookies: app.config.cookies,
                errorPages: errorPages,
                identify: app.member(behind:_:),
                askToLogIn: LoginRoutes(app: app).askToLogIn,
                askToSendAgain: app.askToSendAgain
            )
        )
        router.add(middleware: MaintenanceMiddleware(app.maintenance))
        router.add(middleware: CrossSiteGuard(app.config))
        router.add(middleware: ChangeLimitMiddleware(limits: app.limits, clock: app.clock))
        mount(app, on: router)
        return router
    }

    private static func mount(_ app: App, on router: Router<AppRequestContext>) {
        for feature in features {
            for group in feature.routes(app) { group.mount(on: router) }
        }
    }
}

extension Feature {
    /// What belongs to no feature: errors, the look of the site, its health.
    fileprivate static let site = Feature(pages: [ErrorPage.self]) { app in
        [
            HealthRoutes(database: app.database, folder: app.config.dataDirectory, logger: app.logger),
            PreferenceRoutes(app: app),
        ]
    }
}
