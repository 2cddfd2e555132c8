extension Feature {
    static let visits = Feature(
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
    /// A button that records a visit on the day in the flash.
    /// - Parameter isOffer: whether it is an offer rather than an undo.
    static func visit(isOffer: Bool) -> FlashOffers.Action {
        FlashOffers.Action(offersVisit: isOffer) {
            "/places/\($0)/visits"
        } fields: { day in
            day.flatMap { SeoulTime.isDay($0) ? ["on": $0] : nil }
        }
    }
}
