extension Feature {
    static let attributes = Feature(pages: [AttributeHoursPage.self]) { app in
        [AttributeRoutes(app: app), AttributeCorrectionRoutes(app: app)]
    }
}
