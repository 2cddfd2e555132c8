import Hummingbird

/// The site map: which features there are.
package enum Routes {
    /// Every page type; each has its template.
    static let pages: [any Page.Type] = [
        ErrorPage.self, HomePage.self, PlaceListPage.self, PlacePage.self, AboutPage.self, AboutDataPage.self,
        FormPage.self, LegalPage.self, EmailPage.self, DevelopmentMailListPage.self, DevelopmentMailPage.self,
        ExportPage.self, ImportPage.self, ArchiveSchemaPage.self, PendingFormPage.self, OutboxPage.self,
        AdministrationPage.self, WordsPage.self, KeywordsPage.self, ReviewFormPage.self, ReviewDeletePage.self,
        TwoFactorPage.self, TwoFactorCodesPage.self, SettingsPage.self, SessionsPage.self, SecurityPage.self,
        PhotoPage.self, PhotoWallPage.self, ReviewListPage.self, ReviewPage.self, ReviewVersionsPage.self,
        MemberPage.self, MyReviewsPage.self, RankingPage.self, NamedListsPage.self, NamedListPage.self,
        NamedListEditPage.self, NamedListDeletePage.self, ListAskedPage.self, PlaceListsPage.self, RoulettePage.self,
        RoulettePickPage.self, FavouritesPage.self, FavouriteEditPage.self, FavouriteDeletePage.self, TagsPage.self,
        TagRenamePage.self, MyVisitsPage.self, CorrectedPlacesPage.self, CorrectedPlacePage.self, NewPlacePage.self,
        StatisticsPage.self,
        ImportsPage.self, DiagnosticsPage.self, AuditPage.self, TransparencyPage.self, ReportPage.self,
        ReportGuidelinesPage.self, StandingPage.self, AppealPage.self, AppealsPage.self, PeoplePage.self,
        PersonPage.self, SiteSettingsPage.self, BlockedReviewPage.self, TakedownQueuePage.self, QueuePage.self,
        CasePage.self, ModeratedContentPage.self,
    ]

    /// Addresses that take longer bodies than a form's, and how long.
    static let maxBytesByPath = [
        "/settings/import": ArchiveRoutes.importRules().maxBytes, "/uploads": Photos.uploadRules().maxBytes,
        "/places/{id}/reviews": ReviewFormHandler.fileRules().maxBytes,
        "/reviews/{id}": ReviewFormHandler.fileRules().maxBytes,
    ]

    /// The router with everything mounted and wrapped.
    package static func router(_ app: App) -> Router<AppRequestContext> {
        let bare = Router(context: AppRequestContext.self)
        mount(app, on: bare)
        let errorPages = ErrorPages(views: app.views, methods: RouteMethods(bare), logger: app.logger)
        let router = Router(context: AppRequestContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(
            middleware: RequestPipeline(
                trustedProxies: app.config.trustedProxies,
                headers: SecurityHeaders(app.config),
                errorPages: errorPages,
                metrics: app.metrics,
                accessLog: AccessLog(logger: app.logger),
                traffic: app.statistics.traffic
            )
        )
        router.add(middleware: AssetMiddleware(assets: app.assets))
        router.add(middleware: members(app, errorPages))
        router.add(middleware: CrossSiteGuard(app.config))
        mount(app, on: router)
        return router
    }

    private static func members(_ app: App, _ errorPages: ErrorPages) -> MemberMiddleware {
        MemberMiddleware(
            cookies: app.config.cookies,
            errorPages: errorPages,
            identify: Identification(app: app).member,
            askToLogIn: LoginRoutes(app: app).askToLogIn
        )
    }

    private static func mount(_ app: App, on router: Router<AppRequestContext>) {
        let places = PlaceRoutes(app: app)
        places.mount(on: router)
        VisitRoutes(app: app, places: places).mount(on: router)
        PhotoPageRoutes(app: app).mount(on: router)
        ReviewReadRoutes(app: app).mount(on: router)
        HelpfulRoutes(app: app).mount(on: router)
        HealthRoutes(database: app.database, logger: app.logger).mount(on: router)
        AboutRoutes(app: app).mount(on: router)
        LegalRoutes(app: app).mount(on: router)
        DevelopmentMailRoutes(app: app)?.mount(on: router)
        ArchiveRoutes(app: app).mount(on: router)
        PhotoRoutes(app: app).mount(on: router)
        AccountRoutes(app: app).mount(on: router)
        OutboxRoutes(app: app).mount(on: router)
        WordsRoutes(app: app).mount(on: router)
        SiteSettingsRoutes(app: app).mount(on: router)
        KeywordRoutes(app: app).mount(on: router)
        CorrectionRoutes(app: app).mount(on: router)
        StatisticsRoutes(app: app).mount(on: router)
        ImportsRoutes(app: app).mount(on: router)
        DiagnosticsRoutes(app: app).mount(on: router)
        AuditRoutes(app: app).mount(on: router)
        TransparencyRoutes(app: app).mount(on: router)
        QueueRoutes(app: app).mount(on: router)
        CaseRoutes(app: app).mount(on: router)
        ModeratedContentRoutes(app: app).mount(on: router)
        ReviewWriteRoutes(app: app).mount(on: router)
        ReviewDraftRoutes(app: app).mount(on: router)
        ReviewEditRoutes(app: app).mount(on: router)
        FavouriteListRoutes(app: app).mount(on: router)
        FavouriteRoutes(app: app).mount(on: router)
        NamedListRoutes(app: app).mount(on: router)
        NamedListEditRoutes(app: app).mount(on: router)
        ListEntryRoutes(app: app).mount(on: router)
        ListCollaboratorRoutes(app: app).mount(on: router)
        PlaceListsRoutes(app: app).mount(on: router)
        RouletteRoutes(app: app).mount(on: router)
        TagRoutes(app: app).mount(on: router)
        ReportRoutes(app: app).mount(on: router)
        SuggestionRoutes(app: app).mount(on: router)
        StandingRoutes(app: app).mount(on: router)
        AppealRoutes(app: app).mount(on: router)
        PeopleRoutes(app: app).mount(on: router)
        PersonRoutes(app: app).mount(on: router)
        TakedownRoutes(app: app).mount(on: router)
        TakedownQueueRoutes(app: app).mount(on: router)
        PreferenceRoutes(cookieRules: app.config.cookies, keep: app.keepPreferences).mount(on: router)
    }
}
