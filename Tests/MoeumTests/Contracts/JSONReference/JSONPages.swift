@testable import Moeum

/// Which address answers with which page: the order of `docs/json.md`.
enum JSONPages {
    struct Section {
        let title: String
        let pages: [Entry]
    }

    struct Entry {
        let type: any ViewModel.Type
        /// Methods and paths, as the router has them.
        let routes: [String]

        init(_ type: any ViewModel.Type, _ routes: String...) { (self.type, self.routes) = (type, routes) }
    }

    static let sections = [
        Section(
            title: "Places",
            pages: [
                Entry(HomePage.self, "GET /"), Entry(PlaceListPage.self, "GET /places", "GET /districts/{slug}"),
                Entry(SuggestionPage.self, "GET /places/suggest"), Entry(PlacePage.self, "GET /places/{id}"),
                Entry(AttributeHoursPage.self, "GET /places/{id}/facts/hours"),
            ]
        ),
        Section(
            title: "Reviews",
            pages: [
                Entry(ReviewListPage.self, "GET /places/{id}/reviews"), Entry(ReviewPage.self, "GET /reviews/{id}"),
                Entry(ReviewFormPage.self, "GET /places/{id}/reviews/new", "GET /reviews/{id}/edit"),
                Entry(ReviewDeletePage.self, "GET /reviews/{id}/delete"),
                Entry(ReviewVersionsPage.self, "GET /reviews/{id}/versions"),
                Entry(MemberPage.self, "GET /members/{id}"), Entry(MyReviewsPage.self, "GET /my/reviews"),
                Entry(RankingPage.self, "GET /about/ranking"),
            ]
        ),
        Section(
            title: "Photos",
            pages: [
                Entry(WallPage.self, "GET /photos"), Entry(PhotoPage.self, "GET /photos/{id}"),
                Entry(PlacePhotosPage.self, "GET /places/{id}/photos"), Entry(SavedPhotosPage.self, "GET /saved"),
                Entry(SavePhotoPage.self, "GET /photos/{id}/save"),
                Entry(OwnPhotosPage.self, "GET /my/photos"),
            ]
        ),
        Section(
            title: "Favourites and tags",
            pages: [
                Entry(FavouritesPage.self, "GET /favourites"), Entry(FavouriteEditPage.self, "GET /favourites/{id}"),
                Entry(FavouriteDeletePage.self, "GET /favourites/{id}/delete"), Entry(TagsPage.self, "GET /tags"),
                Entry(TagRenamePage.self, "GET /tags/rename"),
            ]
        ),
        Section(
            title: "Lists",
            pages: [
                Entry(NamedListsPage.self, "GET /lists"),
                Entry(NamedListPage.self, "GET /lists/{id}", "GET /l/{token}"),
                Entry(ListInvitationPage.self, "GET /lists/{id}"),
                Entry(NamedListEditPage.self, "GET /lists/{id}/edit"),
                Entry(NamedListDeletePage.self, "GET /lists/{id}/delete"),
                Entry(PlaceListsPage.self, "GET /places/{id}/lists"),
            ]
        ),
        Section(
            title: "Roulette",
            pages: [
                Entry(RoulettePage.self, "GET /roulette"), Entry(RoulettePickPage.self, "GET /roulette/picks/{id}"),
            ]
        ),
        Section(
            title: "Visits and diary",
            pages: [
                Entry(OwnVisitList.self, "GET /my/visits"),
                Entry(DiaryMonthPage.self, "GET /diary/{period}"), Entry(DiaryListPage.self, "GET /diary/{period}"),
                Entry(DiaryYearPage.self, "GET /diary/{period}"), Entry(DiarySearchPage.self, "GET /diary/search"),
                Entry(DiaryEntryPage.self, "GET /diary/entries/{id}"),
                Entry(DiaryDeletedPage.self, "GET /diary/entries/{id}"),
                Entry(DiaryEditorPage.self, "GET /diary/entries/new", "GET /diary/entries/{id}/edit"),
                Entry(DiaryVersionsPage.self, "GET /diary/entries/{id}/versions"),
                Entry(DiaryDeletionPage.self, "GET /diary/entries/{id}/delete"),
                Entry(DiaryTrashPage.self, "GET /diary/trash"),
                Entry(DiaryTrashEmptyingPage.self, "GET /diary/trash/empty"),
                Entry(DiaryExportPage.self, "GET /diary/export"),
            ]
        ),
        Section(
            title: "Photo cards",
            pages: [
                Entry(
                    CardSheetPage.self,
                    "GET /diary/entries/{id}/card",
                    "GET /visits/{id}/card",
                    "GET /reviews/{id}/card"
                ),
                Entry(OwnCardPage.self, "GET /cards/{id}"), Entry(PublicCardPage.self, "GET /c/{token}"),
                Entry(CardAlbumPage.self, "GET /diary/cards"),
            ]
        ),
        Section(
            title: "Accounts and forms",
            pages: [
                Entry(
                    FormPage.self,
                    "GET /login",
                    "GET /login/code",
                    "GET /signup",
                    "GET /signup/sent",
                    "GET /verify",
                    "GET /verify/{token}",
                    "GET /recover",
                    "GET /recover/code",
                    "GET /recover/{token}",
                    "GET /unlock/{token}",
                    "GET /confirm-password",
                    "GET /settings/profile",
                    "GET /settings/password",
                    "GET /settings/email",
                    "GET /settings/email/{token}",
                    "GET /settings/email/undo/{token}",
                    "GET /settings/delete",
                    "GET /suggestions/new",
                    "GET /takedowns/new",
                    "GET /takedowns/confirm/{token}",
                    "GET /admin/keywords/{id}",
                    "GET /admin/places/{id}/facts"
                ),
                Entry(SettingsPage.self, "GET /settings"), Entry(SecurityPage.self, "GET /settings/security"),
                Entry(SessionsPage.self, "GET /settings/sessions"),
                Entry(TwoFactorPage.self, "GET /settings/two-factor"),
                Entry(TwoFactorCodesPage.self, "POST /settings/two-factor"),
                Entry(ExportPage.self, "GET /settings/export"), Entry(ImportPage.self, "GET /settings/import"),
            ]
        ),
        Section(
            title: "Reports and appeals",
            pages: [
                Entry(ReportPage.self, "GET /reports/new"), Entry(ReportGuidelinesPage.self, "GET /about/guidelines"),
                Entry(ModerationHistoryPage.self, "GET /my/standing"), Entry(AppealPage.self, "GET /appeals/{id}"),
            ]
        ),
        Section(
            title: "About the site",
            pages: [
                Entry(AboutPage.self, "GET /about"), Entry(AboutDataPage.self, "GET /about/data"),
                Entry(ArchiveSchemaPage.self, "GET /about/archive"),
                Entry(LegalPage.self, "GET /terms", "GET /privacy"),
                Entry(TransparencyPage.self, "GET /transparency"), Entry(Manifest.self, "GET /manifest.webmanifest"),
            ]
        ),
        Section(
            title: "Moderation",
            pages: [
                Entry(AdministrationPage.self, "GET /admin"), Entry(QueuePage.self, "GET /admin/reports"),
                Entry(CasePage.self, "GET /admin/reports/{id}"),
                Entry(
                    ModeratedContentPage.self,
                    "GET /admin/reviews/{id}",
                    "GET /admin/photos/{id}",
                    "GET /admin/cards/{id}"
                ),
                Entry(AppealsPage.self, "GET /admin/appeals"), Entry(TakedownQueuePage.self, "GET /admin/takedowns"),
                Entry(PeoplePage.self, "GET /admin/users"), Entry(PersonPage.self, "GET /admin/users/{id}"),
                Entry(AuditPage.self, "GET /admin/audit"), Entry(CorrectedPlacesPage.self, "GET /admin/places"),
                Entry(CorrectedPlacePage.self, "GET /admin/places/{id}"),
                Entry(NewPlacePage.self, "GET /admin/places/new"), Entry(KeywordsPage.self, "GET /admin/keywords"),
                Entry(StatisticsPage.self, "GET /admin/statistics"),
            ]
        ),
        Section(
            title: "Running the site",
            pages: [
                Entry(SiteSettingsPage.self, "GET /admin/settings"), Entry(WordsPage.self, "GET /admin/words"),
                Entry(ImportsPage.self, "GET /admin/imports"), Entry(JobsPage.self, "GET /admin/jobs"),
                Entry(DiagnosticsPage.self, "GET /admin/diagnostics"),
            ]
        ),
    ]

    /// Pages that only people get, where a program gets a problem; those of e-mails and of development.
    static let withoutJSON: [any Page.Type] = [
        ErrorPage.self, PendingFormPage.self, BlockedReviewPage.self, DiaryConflictPage.self, EmailPage.self,
        DevelopmentMailListPage.self, DevelopmentMailPage.self,
    ]

    /// Addresses of files, redirects and other answers that are no page's.
    static let others: Set<String> = [
        "GET /districts", "GET /diary", "GET /.well-known/change-password", "GET /robots.txt", "GET /sitemap.xml",
        "GET /healthz", "GET /admin/imports/registers", "GET /media/{file}", "GET /admin/media/{file}",
        "GET /favourites/export",
        "GET /lists/{id}/export", "GET /l/{token}/export", "GET /diary/entries/{id}/text",
        "GET /settings/export/{id}", "GET /diary/{period}/card.jpg", "GET /diary/entries/{id}/card.jpg",
        "GET /visits/{id}/card.jpg", "GET /reviews/{id}/card.jpg", "GET /c/{token}/{file}",
        "GET /admin/cards/{id}/card.jpg", "GET /photos/stars", "GET /dev/mail", "GET /dev/mail/{id}",
    ]
}
