import Foundation

extension Transaction {
    /// All places but those that were merged into others, whatever their status.
    func registerPlaces(_ districts: Districts) throws -> [RegisterPlace] {
        try allowLongReading()
        let mergedPermits = try mergedPermits()
        return try rows(
            """
            SELECT p.id, p.source_key, p.kind, p.district, p.name, p.official_name, p.current_name, p.road_address, p.phone,
                p.precision_level
            FROM places p WHERE p.id NOT IN (SELECT place_id FROM place_merges) ORDER BY p.id
            """
        ).map { row in
            let kind = try Place.Kind(column: 2, of: row)
            let id: Place.ID = try row.id(0)
            let slug = try row.string(3)
            let names = [try row.string(4), try row.optionalString(5), try row.optionalString(6)].compactMap(\.self)
            let address = try row.optionalString(7).flatMap(RoadAddress.init)
            return RegisterPlace(
                id: id,
                permit: Self.permit(try row.string(1), of: kind),
                kind: kind,
                district: slug,
                names: names,
                address: districts[slug: slug].flatMap { address?.inDistrict($0.name) },
                phone: try row.optionalString(8),
                hasExactPosition: try row.optionalString(9) == Place.Precision.exact.rawValue,
                mergedPermits: mergedPermits[id] ?? []
            )
        }
    }

    /// The numbers of the licences of merged places, by the place in which each chain of merges ends.
    private func mergedPermits() throws -> [Place.ID: [String]] {
        let merged = try rows(
            "SELECT m.place_id, m.into_id, p.source_key, p.kind FROM place_merges m JOIN places p ON p.id = m.place_id ORDER BY p.id"
        ).map { row in
            (
                id: try row.id(0) as Place.ID,
                into: try row.id(1) as Place.ID,
                permit: Self.permit(try row.string(2), of: try Place.Kind(column: 3, of: row))
            )
        }
        let next = Dictionary(merged.map { ($0.id, $0.into) }) { first, _ in first }
        var permits: [Place.ID: [String]] = [:]
        for place in merged {
            guard let permit = place.permit else { continue }
            var canonical = place.into
            while let into = next[canonical] { canonical = into }
            permits[canonical, default: []].append(permit)
        }
        return permits
    }

    /// - Parameter key: of a list; nil where it is no number of a licence.
    private static func permit(_ key: String, of kind: Place.Kind) -> String? {
        let key = key.trimmed
        return kind == .restaurant && PermitNumber.authority(of: key.utf8) != nil ? key : nil
    }

    /// What is known of a place before a register is taken; nil where it is gone, or was merged meanwhile.
    func knownPlace(_ id: Place.ID) throws -> KnownPlace? {
        guard try mergedInto(id) == nil, let stored = try storedPlace(where: "p.id = \(id)") else { return nil }
        return KnownPlace(
            id: id,
            record: stored.record,
            status: stored.status,
            operation: try operation(of: id),
            designations: try designations(of: id),
            prices: try prices(of: id),
            corrected: Set(try corrections(of: id).map(\.fact)),
            lastDecision: try lastPlaceDecision(on: id)
        )
    }

    /// Places that a source knows as designated, also those whose designation was taken back or has ended.
    func designatedPlaceIDs(_ kind: PlaceDesignation.Kind, by source: String) throws -> Set<Place.ID> {
        Set(
            try rows("SELECT place_id FROM place_designations WHERE kind = \(kind.rawValue) AND source = \(source)").map
            { try $0.id(0) as Place.ID }
        )
    }

    /// Saves what a register changes of a place, with everything that follows from it.
    func saveRegisterUpdate(_ update: RegisterUpdate, _ plan: RegisterPlan, at now: Date) throws {
        let (known, id) = (update.known, update.known.id)
        if update.record != known.record {
            try replacePlace(id, as: update.record, plan.districts, at: now)
        }
        if update.operation != known.operation { try saveOperation(update.operation, of: id) }
        for designation in update.designations where designation != known.designation(designation.kind) {
            try saveDesignation(designation, of: id)
        }
        for gone in known.designations where !update.designations.contains(where: { $0.kind == gone.kind }) {
            try deleteDesignation(gone.kind, of: id)
        }
        if update.prices != known.prices { try savePrices(update.prices, of: id) }
        guard update.status != known.status else { return }
        try setPlaceStatus(
            update.status,
            of: id,
            StatusDecision(
                source: plan.run.register.source,
                reason: update.status == .closed ? RegisterUpdate.closed : RegisterUpdate.open
            ),
            try plan.districts.district(of: update.record),
            now: now.milliseconds
        )
    }

    private func lastPlaceDecision(on id: Place.ID) throws -> PlaceDecision? {
        try first(
            "SELECT at, status, reason, source FROM place_statuses WHERE place_id = \(id) ORDER BY at DESC LIMIT 1"
        ) { row in
            guard let status = Place.Status(rawValue: try row.string(1)) else { return nil }
            return PlaceDecision(
                status: status,
                reason: try row.string(2),
                source: try row.optionalString(3),
                day: SeoulTime(try row.date(0)).isoDay
            )
        } ?? nil
    }
}
