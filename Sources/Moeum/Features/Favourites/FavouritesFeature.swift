extension Feature {
    static let favourites = Feature(
        pages: [
            FavouritesPage.self, FavouriteEditPage.self, FavouriteDeletePage.self, TagsPage.self, TagRenamePage.self,
        ],
        flashOffers: FlashOffers(
            actions: [
                "favourite-removed": FlashOffers.Action { "/favourites/\($0)" }, "favourite-added": lettingGo,
                "favourite-kept-again": lettingGo,
            ],
            links: ["favourite-added": words, "favourite-kept-again": words]
        ),
        routes: { app in
            [
                FavouriteListRoutes(app: app),
                FavouriteRoutes(app: app),
                TagRoutes(app: app),
            ]
        }
    )

    private static let lettingGo = FlashOffers.Action { "/favourites/\($0)/delete" }
    /// To the favourite's tags, note and lists.
    private static let words = FlashOffers.Link("tags") { place in place.map { "/favourites/\($0)" } }
}
