extension Transaction {
    /// Nil where no register has the place.
    func operation(of id: Place.ID) throws -> PlaceOperation? {
        try first(
            "SELECT state, state_text, since, licensed_on, source, as_of FROM place_operations WHERE place_id = \(id)"
        ) { row in
            guard let state = PlaceOperation.State(rawValue: try row.string(0)) else {
                throw DatabaseError.decoding(column: 0, expected: "a state of operation")
            }
            return PlaceOperation(
                state: state,
                stateText: try row.string(1),
                since: try row.optionalString(2),
                licensedOn: try row.optionalString(3),
                reference: SourceReference(source: try row.string(4), asOf: try row.string(5))
            )
        }
    }

    /// - Parameter operation: nil deletes what is known.
    func saveOperation(_ operation: PlaceOperation?, of id: Place.ID) throws {
        try execute("DELETE FROM place_operations WHERE place_id = \(id)")
        guard let operation else { return }
        try execute(
            """
            INSERT INTO place_operations (place_id, state, state_text, since, licensed_on, source, as_of)
            VALUES (\(id), \(operation.state.rawValue), \(operation.stateText), \(operation.since), \(operation.licensedOn),
                \(operation.reference.source), \(operation.reference.asOf))
            """
        )
    }

    /// Also revoked ones and those that ended, which are history.
    func designations(of id: Place.ID) throws -> [PlaceDesignation] {
        try rows(
            """
            SELECT kind, from_on, renewed_on, until_on, revoked_on, revocation, has_ended, grade, matched_by, source, as_of
            FROM place_designations WHERE place_id = \(id) ORDER BY kind
            """
        ).map(PlaceDesignation.init)
    }

    func saveDesignation(_ designation: PlaceDesignation, of id: Place.ID) throws {
        try deleteDesignation(designation.kind, of: id)
        try execute(
            """
            INSERT INTO place_designations (place_id, kind, from_on, renewed_on, until_on, revoked_on, revocation, has_ended,
                grade, matched_by, source, as_of)
            VALUES (\(id), \(designation.kind.rawValue), \(designation.from), \(designation.renewedOn), \(designation.until),
                \(designation.revokedOn), \(designation.revocation?.rawValue), \(designation.hasEnded ? 1 : 0),
                \(designation.grade), \(designation.match.rawValue), \(designation.reference.source),
                \(designation.reference.asOf))
            """
        )
    }

    func deleteDesignation(_ kind: PlaceDesignation.Kind, of id: Place.ID) throws {
        try execute("DELETE FROM place_designations WHERE place_id = \(id) AND kind = \(kind.rawValue)")
    }

    /// In the register's order.
    func prices(of id: Place.ID) throws -> [DishPrice] {
        try rows("SELECT dish, won, source, as_of FROM place_prices WHERE place_id = \(id) ORDER BY number").map {
            row in
            DishPrice(
                dish: try row.string(0),
                won: try row.int(1),
                reference: SourceReference(source: try row.string(2), asOf: try row.string(3))
            )
        }
    }

    /// Replaces the prices of a place; the first four are kept.
    func savePrices(_ prices: [DishPrice], of id: Place.ID) throws {
        try execute("DELETE FROM place_prices WHERE place_id = \(id)")
        for (index, price) in prices.prefix(DishPrice.maxCount).enumerated() {
            try execute(
                """
                INSERT INTO place_prices (place_id, number, dish, won, source, as_of)
                VALUES (\(id), \(index + 1), \(price.dish), \(price.won), \(price.reference.source), \(price.reference.asOf))
                """
            )
        }
    }
}

extension PlaceDesignation {
    fileprivate init(_ row: any Row) throws {
        guard let kind = Kind(rawValue: try row.string(0)), let match = RegisterMatch(rawValue: try row.string(8))
        else {
            throw DatabaseError.decoding(column: 0, expected: "a designation")
        }
        self.init(
            kind: kind,
            from: try row.optionalString(1),
            renewedOn: try row.optionalString(2),
            until: try row.optionalString(3),
            revokedOn: try row.optionalString(4),
            revocation: try row.optionalString(5).flatMap(Revocation.init(rawValue:)),
            hasEnded: try row.int(6) == 1,
            grade: try row.optionalString(7),
            match: match,
            reference: SourceReference(source: try row.string(9), asOf: try row.string(10))
        )
    }
}
