extension Feature {
    /// Accounts as staff see them.
    static let people = Feature(
        pages: [PeoplePage.self, PersonPage.self],
        routes: { app in
            [
                PeopleRoutes(app: app),
                PersonRoutes(app: app),
            ]
        }
    )
}
