extension Feature {
    static let lists = Feature(
        pages: [
            NamedListsPage.self, NamedListPage.self, NamedListEditPage.self, NamedListDeletePage.self,
            ListInvitationPage.self, PlaceListsPage.self,
        ],
        flashOffers: FlashOffers(
            actions: [
                "list-entry-removed": FlashOffers.Action {
                    "/lists/\($0)/entries"
                } fields: { place in
                    place.flatMap(Int64.init).map { ["place_id": "\($0)", "undo": "1"] }
                }
            ],
            links: [
                "place-listed": FlashOffers.Link("list") { $0.map { "/lists/\($0)" } },
                "place-lists-saved": FlashOffers.Link("lists") { _ in "/lists" },
            ]
        ),
        routes: { app in
            [
                NamedListRoutes(app: app),
                NamedListEditRoutes(app: app),
                ListEntryRoutes(app: app),
                ListCollaboratorRoutes(app: app),
                PlaceListsRoutes(app: app),
            ]
        }
    )
}
