extension Feature {
    /// Visits that people note.
    static let visits = Feature(
        pages: [MyVisitsPage.self],
        flashOffers: FlashOffers(actions: [
            "visit-added": FlashOffers.Action { "/visits/\($0)/delete" },
            "visit-removed": .visit(isOffer: false),
        ]),
        routes: { app in
            [
                VisitRoutes(app: app, places: PlaceRoutes(app: app))
            ]
        }
    )
}

extension FlashOffers.Action {
    /// Notes a visit on the day that the flash names.
    /// - Parameter isOffer: whether it takes nothing back.
    static func visit(isOffer: Bool) -> FlashOffers.Action {
        FlashOffers.Action(offersVisit: isOffer) {
            "/places/\($0)/visits"
        } fields: { day in
            day.flatMap { SeoulTime.isDay($0) ? ["on": $0] : nil }
        }
    }
}
