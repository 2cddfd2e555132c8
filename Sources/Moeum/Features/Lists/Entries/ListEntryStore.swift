import Foundation

/// The entries of a list, numbered from 1 without gaps.
extension Transaction {
    func listEntries(of list: NamedList.ID) throws -> [NamedList.Entry] {
        try rows(
            """
            SELECT place_id, position, note FROM list_entries WHERE list_id = \(list) ORDER BY position, place_id
            """
        ).map { NamedList.Entry(place: try $0.id(0), position: try $0.int(1), note: try $0.string(2)) }
    }

    /// Adds an entry, or changes an existing one. A recently removed entry is restored at its position.
    /// - Parameters:
    ///   - note: nil leaves it unchanged.
    ///   - position: the new position, limited to the list's length; nil leaves it unchanged, and adds a new entry at the end.
    ///   - restoresNote: whether the note of a removed entry is restored with it.
    func saveListEntry(
        _ place: Place.ID,
        on list: NamedList.ID,
        note: String? = nil,
        position: Int? = nil,
        restoresNote: Bool = false,
        by account: Account.ID,
        at now: Date
    ) throws -> ListEntryOutcome {
        let count = try listEntryCount(of: list)
        if let old = try listEntry(place, on: list) {
            let end = min(max(position ?? old.position, 1), count)
            if end == old.position, note ?? old.note == old.note { return .unchanged }
            try shiftListEntries(list, from: old.position, to: end)
            try execute(
                """
                UPDATE list_entries SET position = \(end), note = \(note ?? old.note)
                WHERE list_id = \(list) AND place_id = \(place)
                """
            )
            try touchList(list, count: count, at: now)
            return .changed
        }
        guard try self.place(place) != nil else { return .unknown }
        guard count < NamedList.maxEntries else { return .full }
        let former = try removedListEntry(place, of: list, for: account, at: now)
        let formerNote = restoresNote ? former?.entry.note : nil
        let end = min(max(position ?? former?.entry.position ?? count + 1, 1), count + 1)
        let adder = former == nil ? account : former?.addedBy
        try shiftListEntries(list, from: count + 1, to: end)
        try execute(
            """
            INSERT INTO list_entries (list_id, place_id, position, note, added_by, added_at)
            VALUES (\(list), \(place), \(end), \(note ?? formerNote ?? ""),
                \(adder), \((former?.addedAt ?? now).milliseconds))
            """
        )
        if former?.wasCover == true {
            try execute("UPDATE lists SET cover_place_id = \(place) WHERE id = \(list) AND cover_place_id IS NULL")
        }
        if former != nil {
            try execute("DELETE FROM removed_list_entries WHERE list_id = \(list) AND place_id = \(place)")
        }
        try touchList(list, count: count + 1, at: now)
        return former != nil && (note ?? formerNote) == former?.entry.note ? .back : .added
    }

    /// Removes an entry; it can be restored for a day.
    /// - Returns: whether it was on the list.
    func removeListEntry(_ place: Place.ID, from list: NamedList.ID, by account: Account.ID, at now: Date) throws
        -> Bool
    {
        let found = try first(
            """
            SELECT e.position, e.note, e.added_by, e.added_at, l.cover_place_id
            FROM list_entries e JOIN lists l ON l.id = e.list_id WHERE e.list_id = \(list) AND e.place_id = \(place)
            """
        ) { row in
            RemovedListEntry(
                entry: NamedList.Entry(place: place, position: try row.int(0), note: try row.string(1)),
                wasCover: try row.optionalID(4) == place,
                addedBy: try row.optionalID(2),
                addedAt: try row.date(3),
                removedBy: account
            )
        }
        guard let found else { return false }
        try saveRemovedListEntry(found, of: list, at: now)
        let count = try listEntryCount(of: list)
        try execute("DELETE FROM list_entries WHERE list_id = \(list) AND place_id = \(place)")
        try shiftListEntries(list, from: found.entry.position, to: count)
        try execute("UPDATE lists SET cover_place_id = NULL WHERE id = \(list) AND cover_place_id = \(place)")
        try touchList(list, count: count - 1, at: now)
        return true
    }

    func namedListIDs(holding place: Place.ID, among lists: [NamedList.ID]) throws -> Set<NamedList.ID> {
        Set(
            try rows(
                """
                SELECT list_id FROM list_entries WHERE place_id = \(place) AND list_id IN \(list: lists)
                ORDER BY list_id
                """
            ).map { try $0.id(0) }
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

    /// Moves the entries between two positions by one: closes the gap at `start` and opens one at `end`.
    private func shiftListEntries(_ list: NamedList.ID, from start: Int, to end: Int) throws {
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

    private func touchList(_ list: NamedList.ID, count: Int, at now: Date) throws {
        try execute(
            "UPDATE lists SET entry_count = \(count), changed_at = \(now.milliseconds) WHERE id = \(list)"
        )
    }
}
