extension Feature {
    /// Photos: uploads, files, pages.
    static let photos = Feature(
        pages: [PhotoPage.self, PhotoWallPage.self],
        maxBytesByPath: ["/uploads": Photos.uploadRules().maxBytes],
        routes: { app in
            [
                PhotoPageRoutes(app: app),
                PhotoRoutes(app: app),
            ]
        }
    )
}
