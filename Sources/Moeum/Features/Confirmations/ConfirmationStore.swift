import Foundation

extension Transaction {
    /// What people answered about a place in the last 12 months.
    func confirmations(of place: Place.ID, at now: Date) throws -> ConfirmationCounts {
        let since = Confirmation.day(Confirmation.daysCounted, before: now)
        func people(_ state: Confirmation.State) throws -> (count: Int, lastOn: String?) {
            // Each state by itself: so the index has the days in order, and nothing is sorted.
            try first(
                """
                SELECT COUNT(*), MAX(c.confirmed_on) FROM confirmations c
                WHERE c.place_id = \(place) AND c.state = \(state.rawValue) AND c.confirmed_on > \(since)
                    AND \(Self.isLatestConfirmation)
                """
            ) { (try $0.int(0), try $0.optionalString(1)) } ?? (0, nil)
        }
        var counts = ConfirmationCounts()
        (counts.open, counts.lastOn) = try people(.open)
        counts.closed = try people(.closed).count
        guard counts.closed >= Contradiction.least.count else { return counts }
        let contradictions = try contradictions(of: place, at: now)
        let shownSince = Confirmation.day(Contradiction.daysShown, before: now)
        counts.isSaidClosed =
            Contradiction.areEnough(contradictions) && contradictions.contains { $0.on > shownSince }
        return counts
    }

    /// The answer of an account because of which it is not asked again yet.
    func confirmation(of account: Account.ID, at place: Place.ID, at now: Date) throws -> Confirmation? {
        let since = Confirmation.day(Confirmation.daysUntilAskedAgain, before: now)
        return try first(
            """
            SELECT \(Confirmation.columns) FROM confirmations c
            WHERE c.account_id = \(account) AND c.place_id = \(place) AND c.confirmed_on > \(since)
            ORDER BY c.created_at DESC, c.id DESC LIMIT 1
            """
        ) { try Confirmation($0) }
    }

    /// Records an answer in place of one that the account gave within 90 days. Whoever says again that the place has closed
    /// stays with the case of their first answer: what staff have decided about it is not asked again.
    /// - Returns: whether there was none.
    func saveConfirmation(_ confirmation: Confirmation, of account: Account, at now: Date) throws -> Bool {
        let since = Confirmation.day(Confirmation.daysUntilAskedAgain, before: now)
        let replaced = try rows(
            """
            SELECT \(Contradiction.columns) FROM confirmations c
            WHERE c.account_id = \(account.id) AND c.place_id = \(confirmation.place) AND c.confirmed_on > \(since)
            ORDER BY c.created_at DESC, c.id DESC
            """
        ).map { try Contradiction($0) }
        try execute("DELETE FROM confirmations WHERE id IN \(list: replaced.map(\.id))")
        let kept = confirmation.state == .closed ? replaced.first { $0.caseID != nil } : nil
        let weight = try kept?.weight ?? reporterWeight(of: account, at: now)
        try execute(
            """
            INSERT INTO confirmations
                (id, place_id, account_id, state, weight, case_id, is_counted, confirmed_on, created_at)
            VALUES (\(confirmation.id), \(confirmation.place), \(account.id), \(confirmation.state.rawValue), \(weight),
                \(kept?.caseID), \(kept?.isCounted == true ? 1 : 0), \(confirmation.on), \(now.milliseconds))
            """
        )
        for answer in replaced where answer.id != kept?.id { try withdrawContradiction(answer) }
        return replaced.isEmpty
    }

    /// Deletes an answer of the account, also from the case that it counts in.
    /// - Returns: the deleted answer; nil where there is none.
    func deleteConfirmation(_ id: Confirmation.ID, of account: Account.ID) throws -> Confirmation? {
        let found = try first(
            "SELECT \(Confirmation.columns) FROM confirmations c WHERE c.id = \(id) AND c.account_id = \(account)"
        ) { try Confirmation($0) }
        let contradiction = try first(
            "SELECT \(Contradiction.columns) FROM confirmations c WHERE c.id = \(id) AND c.account_id = \(account)"
        ) { try Contradiction($0) }
        try execute("DELETE FROM confirmations WHERE id = \(id) AND account_id = \(account)")
        if let contradiction { try withdrawContradiction(contradiction) }
        return found
    }

    func archivedConfirmations(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .confirmations,
            """
            SELECT c.place_id, p.name, p.district, c.state, c.confirmed_on, c.created_at
            FROM confirmations c JOIN places p ON p.id = c.place_id
            WHERE c.account_id = \(account) ORDER BY c.created_at, c.id
            """
        )
    }

    // MARK: Merged places

    /// Records the answers at a place that is merged, so that undoing the merge brings them back.
    func recordMergedConfirmations(of merge: Place.ID) throws {
        try execute(
            """
            INSERT INTO merged_confirmations (place_id, confirmation_id)
            SELECT CAST(\(merge) AS BIGINT), c.id FROM confirmations c WHERE c.place_id = \(merge)
            """
        )
    }

    /// Moves the answers recorded for a merge that are still at one place to the other. Of two answers of one person the later
    /// one counts.
    func moveConfirmations(_ merge: Place.ID, from: Place.ID, to other: Place.ID) throws {
        try execute(
            """
            UPDATE confirmations SET place_id = \(other) WHERE place_id = \(from) AND id IN (
                SELECT m.confirmation_id FROM merged_confirmations m WHERE m.place_id = \(merge))
            """
        )
    }

    /// Of `confirmations c`: its person has given no later answer about the place.
    static let isLatestConfirmation: SQL = """
        NOT EXISTS (SELECT 1 FROM confirmations n WHERE n.account_id = c.account_id AND n.place_id = c.place_id
            AND (n.created_at, n.id) > (c.created_at, c.id))
        """
}

extension Confirmation {
    /// Of `confirmations c`.
    fileprivate static let columns: SQL = "c.id, c.place_id, c.state, c.confirmed_on"

    /// From its columns.
    fileprivate init(_ row: any Row) throws {
        guard let state = State(rawValue: try row.string(2)) else {
            throw DatabaseError.decoding(column: 2, expected: "an answer")
        }
        (id, place, self.state, on) = (try row.id(0), try row.id(1), state, try row.string(3))
    }
}
