/// What public registers say of a place.
struct RegisteredPlace: Sendable {
    var operation: PlaceOperation?
    var designations: [PlaceDesignation] = []
    var prices: [DishPrice] = []

    /// `yyyy-MM-dd`, the day on which others took it over: the register of designations alone has it.
    var takenOverOn: String? {
        designation(.model).flatMap { $0.revocation == .succession ? $0.revokedOn : nil }
    }

    func designation(_ kind: PlaceDesignation.Kind) -> PlaceDesignation? { designations.first { $0.kind == kind } }
}

extension Transaction {
    func registeredPlace(_ id: Place.ID) throws -> RegisteredPlace {
        RegisteredPlace(
            operation: try operation(of: id),
            designations: try designations(of: id),
            prices: try prices(of: id)
        )
    }
}
