import Foundation

/// Other rows that refer to a place and move with it in a merge: suggestions, takedown requests, entries of
/// diaries, and removed favourites and list entries that can still be restored.
extension Transaction {
    /// As `movableItems`; runs after it.
    static func movableReferences(from place: Place.ID, to other: Place.ID) -> [(kind: SQL, rows: SQL)] {
        [
            ("suggestion", "s.id, 0, NULL FROM suggestions s WHERE s.place_id = \(place)"),
            ("diary-entry", "d.id, 0, NULL FROM diary_entries d WHERE d.place_id = \(place)"),
            // A takedown request stays where its review stays.
            (
                "takedown",
                """
                t.id, 0, NULL FROM takedowns t WHERE t.place_id = \(place) AND NOT EXISTS (
                    SELECT 1 FROM reviews r WHERE r.id = t.review_id AND r.id NOT IN (
                        SELECT i.row_id FROM place_merge_items i WHERE i.place_id = \(place) AND i.kind = 'review'))
                """
            ),
            (
                "removed-favourite",
                """
                f.account_id, f.removed_at, f.account_id FROM removed_favourites f WHERE f.place_id = \(place)
                    AND NOT EXISTS (SELECT 1 FROM removed_favourites o
                        WHERE o.place_id = \(other) AND o.account_id = f.account_id)
                """
            ),
            (
                "removed-entry",
                """
                e.list_id, e.removed_at, NULL FROM removed_list_entries e WHERE e.place_id = \(place)
                    AND NOT EXISTS (SELECT 1 FROM removed_list_entries o
                        WHERE o.place_id = \(other) AND o.list_id = e.list_id)
                """
            ),
        ]
    }

    /// Moves the traces recorded for a merge that are still at one place to the other; runs after the reviews.
    func moveReferences(_ merge: Place.ID, from: Place.ID, to other: Place.ID) throws {
        func noted(_ kind: SQL, _ match: SQL) -> SQL {
            """
            EXISTS (SELECT 1 FROM place_merge_items i
                WHERE i.place_id = \(merge) AND i.kind = '\(kind)' AND \(match))
            """
        }
        try execute(
            """
            UPDATE suggestions SET place_id = \(other)
            WHERE place_id = \(from) AND \(noted("suggestion", "i.row_id = suggestions.id"))
            """
        )
        try execute(
            """
            UPDATE diary_entries SET place_id = \(other)
            WHERE place_id = \(from) AND \(noted("diary-entry", "i.row_id = diary_entries.id"))
            """
        )
        try execute(
            """
            UPDATE takedowns SET place_id = \(other)
            WHERE place_id = \(from) AND \(noted("takedown", "i.row_id = takedowns.id")) AND NOT EXISTS (
                SELECT 1 FROM reviews r WHERE r.id = takedowns.review_id AND r.place_id = \(from))
            """
        )
        let isSameFavourite: SQL = """
            i.row_id = removed_favourites.account_id AND i.mark = removed_favourites.removed_at
            """
        try execute(
            """
            UPDATE removed_favourites SET place_id = \(other)
            WHERE place_id = \(from) AND \(noted("removed-favourite", isSameFavourite)) AND NOT EXISTS (
                SELECT 1 FROM removed_favourites o
                WHERE o.place_id = \(other) AND o.account_id = removed_favourites.account_id)
            """
        )
        let isSameEntry: SQL = """
            i.row_id = removed_list_entries.list_id AND i.mark = removed_list_entries.removed_at
            """
        try execute(
            """
            UPDATE removed_list_entries SET place_id = \(other)
            WHERE place_id = \(from) AND \(noted("removed-entry", isSameEntry)) AND NOT EXISTS (
                SELECT 1 FROM removed_list_entries o
                WHERE o.place_id = \(other) AND o.list_id = removed_list_entries.list_id)
            """
        )
    }
}
