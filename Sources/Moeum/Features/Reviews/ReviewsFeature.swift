extension Feature {
    /// Reviews: reading, writing, keywords.
    static let reviews = Feature(
        pages: [
            ReviewFormPage.self, ReviewDeletePage.self, ReviewListPage.self, ReviewPage.self, ReviewVersionsPage.self,
            MemberPage.self, MyReviewsPage.self, RankingPage.self, KeywordsPage.self,
        ],
        maxBytesByPath: [
            "/places/{id}/reviews": PhotoLimits.formRules().maxBytes,
            "/reviews/{id}": PhotoLimits.formRules().maxBytes,
        ],
        flashOffers: FlashOffers(
            // The date of a review can be recorded as a visit too.
            actions: Dictionary(
                uniqueKeysWithValues: [
                    "review-published", "review-published-photo-held", "review-saved", "review-saved-photo-held",
                    "review-held",
                ].map { ($0, .visit(isOffer: true)) }
            )
        ),
        routes: { app in
            [
                ReviewReadRoutes(app: app),
                HelpfulRoutes(app: app),
                KeywordRoutes(app: app),
                ReviewWriteRoutes(app: app),
                ReviewDraftRoutes(app: app),
            ]
        }
    )
}
