extension Feature {
    /// Photos: sending, serving, looking at them.
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
