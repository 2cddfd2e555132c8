/// What public registers say of a place.
struct RegisteredPlace: Sendable {
    var operation: PlaceOperation?
    var designations: [PlaceDesignation] = []
    var prices: [DishPrice] = []
    /// `yyyy-MM-dd`, of the licence register that does not have the number of its licence; nil where none was taken of its
    /// district, where it was found, or where it has no such number.
    var missingOn: String?

    /// `yyyy-MM-dd`, the day on which others took it over: the register of designations alone has it.
    var takenOverOn: String? {
        designation(.model).flatMap { $0.revocation == .succession ? $0.revokedOn : nil }
    }

    func designation(_ kind: PlaceDesignation.Kind) -> PlaceDesignation? { designations.first { $0.kind == kind } }
}

extension Transaction {
    func registeredPlace(_ id: Place.ID) throws -> RegisteredPlace {
        let operation = try operation(of: id)
        return RegisteredPlace(
            operation: operation,
            designations: try designations(of: id),
            prices: try prices(of: id),
            missingOn: operation == nil ? try licencesDay(without: id) : nil
        )
    }

    /// The day of the last licence register that was taken of the district of a place which has the number of a licence.
    private func licencesDay(without id: Place.ID) throws -> String? {
        let found = try first(
            """
            SELECT r.as_of, p.source_key FROM places p
                JOIN register_runs r ON r.register = \(Register.licences.rawValue) AND r.is_dry = 0 AND r.failure IS NULL
                JOIN register_run_districts d ON d.run_id = r.id AND d.district = p.district
            WHERE p.id = \(id) AND p.kind = 'restaurant' AND d.row_count > 0 AND d.held IS NULL
            ORDER BY r.finished_at DESC LIMIT 1
            """
        ) { (day: try $0.string(0), key: try $0.string(1)) }
        guard let found, PermitNumber.authority(of: found.key.trimmed.utf8) != nil else { return nil }
        return found.day
    }
}
