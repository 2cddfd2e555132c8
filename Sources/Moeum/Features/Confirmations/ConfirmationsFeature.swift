extension Feature {
    /// Whether places are still there, by those who were there.
    static let confirmations = Feature(
        flashOffers: FlashOffers(actions: [
            "confirmation-added": FlashOffers.Action { "/confirmations/\($0)/delete" }
        ]),
        routes: { app in [ConfirmationRoutes(app: app)] }
    )
}
