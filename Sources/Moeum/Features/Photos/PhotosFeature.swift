extension Feature {
    /// Photos: uploads, files, pages.
    static let photos = Feature(
        pages: [PhotoPage.self, PlacePhotosPage.self],
        maxBytesByPath: ["/uploads": Photos.uploadRules().maxBytes],
        routes: { app in
            [
                PhotoPageRoutes(app: app),
                PhotoRoutes(app: app),
            ]
        }
    )
}
