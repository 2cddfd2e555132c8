extension Feature {
    /// Reports and suggestions, and the pages on which staff decide about them.
    static let reports = Feature(
        pages: [ReportPage.self, ReportGuidelinesPage.self, QueuePage.self, CasePage.self, ModeratedContentPage.self],
        flashOffers: FlashOffers(
            links: Dictionary(
                uniqueKeysWithValues: ["report-filed", "report-repeated", "suggestion-filed", "suggestion-repeated"]
                    .map { ($0, FlashOffers.Link("sent") { _ in "/my/standing#sent" }) }
            )
        ),
        routes: { app in
            [
                ReportRoutes(app: app),
                SuggestionRoutes(app: app),
                QueueRoutes(app: app),
                CaseRoutes(app: app),
                ModeratedContentRoutes(app: app),
            ]
        }
    )
}
