/// What lists can be narrowed by because some places have it.
struct RegisterFilters: Sendable {
    var designations: [PlaceDesignation.Kind] = []
    var hasConfirmed = false
}

extension Transaction {
    /// Places that a register has had as open since a day (`yyyy-MM-dd`), or members found there, as a table `confirmed (id)`.
    func confirmedPlaces(since day: String) -> SQL {
        """
        (SELECT place_id AS id FROM place_operations WHERE state = 'open' AND as_of >= \(day)
        UNION SELECT place_id FROM confirmations WHERE state = 'open' AND confirmed_on >= \(day)) AS confirmed
        """
    }

    /// The same asked of a place `t`.
    func isConfirmed(since day: String) -> SQL {
        """
        (EXISTS (SELECT 1 FROM place_operations o WHERE o.place_id = t.id AND o.state = 'open' AND o.as_of >= \(day))
        OR EXISTS (SELECT 1 FROM confirmations m
            WHERE m.place_id = t.id AND m.state = 'open' AND m.confirmed_on >= \(day)))
        """
    }

    /// Places with a designation that holds on a day (`yyyy-MM-dd`), as a table `designated (id)`.
    func designatedPlaces(_ kind: PlaceDesignation.Kind, on day: String) -> SQL {
        """
        (SELECT place_id AS id FROM place_designations WHERE kind = \(kind.rawValue) AND revocation IS NULL
        AND has_ended = 0 AND (until_on IS NULL OR until_on >= \(day))) AS designated
        """
    }

    /// The same asked of a place `t`.
    func isDesignated(_ kind: PlaceDesignation.Kind, on day: String) -> SQL {
        """
        EXISTS (SELECT 1 FROM place_designations d WHERE d.place_id = t.id AND d.kind = \(kind.rawValue)
            AND d.revocation IS NULL AND d.has_ended = 0 AND (d.until_on IS NULL OR d.until_on >= \(day)))
        """
    }

    func registerFilters(at now: SeoulTime) throws -> RegisterFilters {
        func has(_ table: SQL) throws -> Bool { try first("SELECT 1 FROM \(table) LIMIT 1") { try $0.int(0) } != nil }
        return RegisterFilters(
            designations: try PlaceDesignation.Kind.allCases.filter { try has(designatedPlaces($0, on: now.isoDay)) },
            hasConfirmed: try has(confirmedPlaces(since: now.isoDayAYearAgo))
        )
    }
}
