extension Feature {
    /// Photos by their shape: everybody's, those somebody has saved, their own.
    static let wall = Feature(
        pages: [WallPage.self, SavedPhotosPage.self, SavePhotoPage.self, OwnPhotosPage.self],
        flashOffers: FlashOffers(
            actions: [
                "photo-saved": FlashOffers.Action { "/photos/\($0)/unsave" },
                "photo-unsaved": FlashOffers.Action { "/photos/\($0)/save" },
                "photo-memo-removed": FlashOffers.Action { "/saved/\($0)/restore" },
            ],
            links: ["photo-saved": FlashOffers.Link("memo") { photo in photo.map { "/photos/\($0)/save" } }]
        ),
        routes: { app in [WallRoutes(app: app), SavedPhotoRoutes(app: app)] }
    )
}
