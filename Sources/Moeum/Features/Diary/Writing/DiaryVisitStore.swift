import Foundation

/// The visits that entries bring about. One that was noted otherwise belongs to no entry and is never touched.
extension Transaction {
    /// Keeps the visit of an entry at its place and on its day: notes it, or moves the one it has. An entry whose place is gone
    /// keeps the visit that it had.
    func saveVisit(of entry: DiaryEntry, at now: Date) throws {
        guard let place = entry.place else { return }
        if let own = try visit(of: entry.id) {
            if own.place == place, own.on == entry.day { return }
            if try !reassignVisit(own, from: entry), try !move(own, to: place, on: entry.day, at: now) {
                _ = try deleteVisit(own.id, of: entry.account, at: now)
            }
        }
        try execute(
            """
            INSERT INTO visits (id, account_id, place_id, visited_on, created_at, entry_id)
            VALUES (\(Visit.ID.next()), \(entry.account), \(place), \(entry.day), \(now.milliseconds), \(entry.id))
            ON CONFLICT (account_id, place_id, visited_on) DO NOTHING
            """
        )
    }

    /// Deletes the visit of an entry, unless another entry of that place and day takes it over.
    func deleteVisit(of entry: DiaryEntry, at now: Date) throws {
        guard let own = try visit(of: entry.id), try !reassignVisit(own, from: entry) else { return }
        _ = try deleteVisit(own.id, of: entry.account, at: now)
    }

    /// The visit that an entry brought about.
    func visit(of entry: DiaryEntry.ID) throws -> Visit? {
        try first("SELECT id, place_id, visited_on FROM visits WHERE entry_id = \(entry) ORDER BY id LIMIT 1") {
            Visit(id: try $0.id(0), place: try $0.id(1), on: try $0.string(2))
        }
    }

    /// - Returns: false where no other entry is of the visit's place and day.
    private func reassignVisit(_ visit: Visit, from entry: DiaryEntry) throws -> Bool {
        let heir = try first(
            """
            SELECT id FROM diary_entries
            WHERE account_id = \(entry.account) AND place_id = \(visit.place) AND day = \(visit.on)
                AND id <> \(entry.id) AND deleted_at IS NULL
            ORDER BY id LIMIT 1
            """
        ) { try $0.id(0) as DiaryEntry.ID }
        guard let heir else { return false }
        return try execute("UPDATE visits SET entry_id = \(heir) WHERE id = \(visit.id)") == 1
    }

    /// It counts as noted now: what was noted on its day was another visit.
    /// - Returns: false where a visit is noted there already.
    private func move(_ visit: Visit, to place: Place.ID, on day: String, at now: Date) throws -> Bool {
        try execute(
            """
            UPDATE visits SET place_id = \(place), visited_on = \(day), created_at = \(now.milliseconds)
            WHERE id = \(visit.id) AND NOT EXISTS (
                SELECT 1 FROM visits other WHERE other.account_id = visits.account_id AND other.place_id = \(place)
                    AND other.visited_on = \(day))
            """
        ) == 1
    }
}
