import Foundation

/// The places on a list: numbered from 1 on without gaps, whatever comes, goes and moves.
extension Transaction {
    func listEntries(of list: NamedList.ID) throws -> [NamedList.Entry] {
        try rows(
            """
            SELECT place_id, position, note FROM list_entries WHERE list_id = \(list) ORDER BY position, place_id
            """
        ).map { NamedList.Entry(place: try $0.int64(0), position: try $0.int(1), note: try $0.string(2)) }
    }

    /// Puts a place on a list, or changes what is said of one that is there.
    /// - Parameters:
    ///   - note: nil leaves it as it is.
    ///   - position: where it is to stand, the nearest there is; nil leaves it, and puts a new one at the end.
    func put(
        _ place: Place.ID,
        on list: NamedList.ID,
        note: String? = nil,
        position: Int? = nil,
        by account: Account.ID,
        at now: Date
    ) throws -> ListEntryOutcome {
        let old = try listEntry(place, on: list)
        let count = try listEntryCount(of: list)
        if let old {
            let end = min(max(position ?? old.position, 1), count)
            if end == old.position, note ?? old.note == old.note { return .unchanged }
            try shift(list, from: old.position, to: end)
            try execute(
                """
                UPDATE list_entries SET position = \(end), note = \(note ?? old.note)
                WHERE list_id = \(list) AND place_id = \(place)
                """
            )
            try touch(list, count: count, at: now)
            return .changed
        }
        guard try self.place(place) != nil else { return .unknown }
        guard count < NamedList.mostEntries else { return .full }
        let end = min(max(position ?? count + 1, 1), count + 1)
        try shift(list, from: count + 1, to: end)
        try execute(
            """
            INSERT INTO list_entries (list_id, place_id, position, note, added_by, added_at)
            VALUES (\(list), \(place), \(end), \(note ?? ""), \(account), \(now.milliseconds))
            """
        )
        try touch(list, count: count + 1, at: now)
        return .added
    }

    /// Whether it was there.
    func remove(_ place: Place.ID, from list: NamedList.ID, at now: Date) throws -> Bool {
        guard let old = try listEntry(place, on: list) else { return false }
        let count = try listEntryCount(of: list)
        try execute("DELETE FROM list_entries WHERE list_id = \(list) AND place_id = \(place)")
        try shift(list, from: old.position, to: count)
        try execute("UPDATE lists SET cover_place_id = NULL WHERE id = \(list) AND cover_place_id = \(place)")
        try touch(list, count: count - 1, at: now)
        return true
    }

    /// Which of these lists hold a place.
    func lists(holding place: Place.ID, among lists: [NamedList.ID]) throws -> Set<NamedList.ID> {
        Set(
            try rows(
                """
                SELECT list_id FROM list_entries WHERE place_id = \(place) AND list_id IN \(list: lists)
                ORDER BY list_id
                """
            ).map { try $0.int64(0) }
        )
    }

    private func listEntry(_ place: Place.ID, on list: NamedList.ID) throws -> NamedList.Entry? {
        try first(
            "SELECT position, note FROM list_entries WHERE list_id = \(list) AND place_id = \(place)"
        ) { NamedList.Entry(place: place, position: try $0.int(0), note: try $0.string(1)) }
    }

    private func listEntryCount(of list: NamedList.ID) throws -> Int {
        try first("SELECT COUNT(*) FROM list_entries WHERE list_id = \(list)") { try $0.int(0) } ?? 0
    }

    /// Makes room at `end` by closing the gap at `start`.
    private func shift(_ list: NamedList.ID, from start: Int, to end: Int) throws {
        if end < start {
            try execute(
                """
                UPDATE list_entries SET position = position + 1
                WHERE list_id = \(list) AND position >= \(end) AND position < \(start)
                """
            )
        } else if end > start {
            try execute(
                """
                UPDATE list_entries SET position = position - 1
                WHERE list_id = \(list) AND position > \(start) AND position <= \(end)
                """
            )
        }
    }

    private func touch(_ list: NamedList.ID, count: Int, at now: Date) throws {
        try execute(
            "UPDATE lists SET entry_count = \(count), changed_at = \(now.milliseconds) WHERE id = \(list)"
        )
    }
}
