extension Feature {
    /// Photo cards of entries, visits and reviews, shared as pictures or by a link.
    static let cards = Feature(
        pages: [CardSheetPage.self, OwnCardPage.self, PublicCardPage.self, CardAlbumPage.self],
        routes: { app in [CardRoutes(app: app), PublicCardRoutes(app: app), CardAlbumRoutes(app: app)] }
    )
}
