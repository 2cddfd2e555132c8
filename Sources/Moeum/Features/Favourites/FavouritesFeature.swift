extension Feature {
    /// Favourites and their tags.
    static let favourites = Feature(
        pages: [
            FavouritesPage.self, FavouriteEditPage.self, FavouriteDeletePage.self, TagsPage.self, TagRenamePage.self,
        ],
        flashOffers: FlashOffers(actions: ["favourite-removed": FlashOffers.Action { "/favourites/\($0)" }]),
        routes: { app in
            [
                FavouriteListRoutes(app: app),
                FavouriteRoutes(app: app),
                TagRoutes(app: app),
            ]
        }
    )
}
