/// What lists can be narrowed by because some places have it.
struct RegisterFilters: Sendable {
    var designations: [PlaceDesignation.Kind] = []
    var hasConfirmed = false
}

extension Transaction {
    /// Places that a register has had as open for a year, or members found there, as a table `confirmed (id)`; without those that
    /// are said to have closed since.
    func confirmedPlaces(at now: SeoulTime) -> SQL {
        """
        (SELECT found.id AS id FROM (\(recordedOpen(at: now)) UNION \(foundOpen(at: now))) AS found
        WHERE NOT \(isSaidClosed("found.id", at: now.date))) AS confirmed
        """
    }

    /// The same asked of a place `t`.
    func isConfirmed(at now: SeoulTime) -> SQL {
        """
        ((EXISTS (\(recordedOpen(at: now)) AND o.place_id = t.id) OR EXISTS (\(foundOpen(at: now)) AND c.place_id = t.id))
        AND NOT \(isSaidClosed("t.id", at: now.date)))
        """
    }

    private func recordedOpen(at now: SeoulTime) -> SQL {
        """
        SELECT o.place_id AS id FROM place_operations o WHERE o.state = 'open' AND o.as_of >= \(now.isoDayAYearAgo)
        """
    }

    /// By the latest answer of somebody whose answers count.
    private func foundOpen(at now: SeoulTime) -> SQL {
        """
        SELECT c.place_id AS id FROM confirmations c
        WHERE c.state = 'open' AND c.weight > 0 AND c.confirmed_on >= \(now.isoDayAYearAgo)
            AND \(Self.isLatestConfirmation)
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

    /// Asks one after the other: both at once would be gathered whole before the first is found.
    private func hasConfirmedPlaces(at now: SeoulTime) throws -> Bool {
        try [recordedOpen(at: now), foundOpen(at: now)].contains { places in
            let condition = isSaidClosed("found.id", at: now.date)
            return try first("SELECT 1 FROM (\(places)) AS found WHERE NOT \(condition) LIMIT 1") { try $0.int(0) }
                != nil
        }
    }

    func registerFilters(at now: SeoulTime) throws -> RegisterFilters {
        func has(_ table: SQL) throws -> Bool { try first("SELECT 1 FROM \(table) LIMIT 1") { try $0.int(0) } != nil }
        return RegisterFilters(
            designations: try PlaceDesignation.Kind.allCases.filter { try has(designatedPlaces($0, on: now.isoDay)) },
            hasConfirmed: try hasConfirmedPlaces(at: now)
        )
    }
}
