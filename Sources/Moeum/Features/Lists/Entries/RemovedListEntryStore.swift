import Foundation

/// An entry that was removed from a list.
struct RemovedListEntry: Sendable, Equatable {
    let entry: NamedList.Entry
    /// Whether the owner chose it as the list's cover.
    let wasCover: Bool
    /// Nil where the account is gone.
    let addedBy: Account.ID?
    let addedAt: Date
    let removedBy: Account.ID?
}

/// Removed entries of lists, for as long as they can be restored.
extension Transaction {
    func saveRemovedListEntry(_ removed: RemovedListEntry, of list: NamedList.ID, at now: Date) throws {
        let entry = removed.entry
        try execute(
            """
            INSERT INTO removed_list_entries
                (list_id, place_id, position, note, was_cover, added_by, added_at, removed_by, removed_at)
            VALUES (\(list), \(entry.place), \(entry.position), \(entry.note), \(removed.wasCover ? 1 : 0),
                \(removed.addedBy), \(removed.addedAt.milliseconds), \(removed.removedBy), \(now.milliseconds))
            ON CONFLICT (list_id, place_id) DO UPDATE SET position = excluded.position, note = excluded.note,
                was_cover = excluded.was_cover, added_by = excluded.added_by, added_at = excluded.added_at,
                removed_by = excluded.removed_by, removed_at = excluded.removed_at
            """
        )
    }

    /// The removed entry that a person may restore: one that they removed, or any of their own list. Others may read the list
    /// by now. Nil where it cannot be restored any more.
    func removedListEntry(
        _ place: Place.ID,
        of list: NamedList.ID,
        for account: Account.ID,
        at now: Date
    ) throws -> RemovedListEntry? {
        try first(
            """
            SELECT r.position, r.note, r.was_cover, r.added_by, r.added_at, r.removed_by
            FROM removed_list_entries r JOIN lists l ON l.id = r.list_id
            WHERE r.list_id = \(list) AND r.place_id = \(place)
                AND (r.removed_by = \(account) OR l.account_id = \(account))
                AND r.removed_at > \((now - NamedList.undoPeriod).milliseconds)
            """
        ) { row in
            RemovedListEntry(
                entry: NamedList.Entry(place: place, position: try row.int(0), note: try row.string(1)),
                wasCover: try row.int(2) == 1,
                addedBy: try row.optionalID(3),
                addedAt: try row.date(4),
                removedBy: try row.optionalID(5)
            )
        }
    }

    func deleteOldRemovedListEntries(at now: Date, atMost limit: Int) throws -> Int {
        try execute(
            """
            DELETE FROM removed_list_entries WHERE (list_id, place_id) IN (
                SELECT list_id, place_id FROM removed_list_entries
                WHERE removed_at <= \((now - NamedList.undoPeriod).milliseconds)
                ORDER BY removed_at, list_id, place_id LIMIT \(limit)
            )
            """
        )
    }
}
