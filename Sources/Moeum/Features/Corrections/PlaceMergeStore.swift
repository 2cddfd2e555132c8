import Foundation

/// Merged places, and the items that moved with them.
extension Transaction {
    /// The place that this one was merged into; nil where it was not merged.
    func mergedInto(_ id: Place.ID) throws -> Place.ID? {
        try first("SELECT into_id FROM place_merges WHERE place_id = \(id)") { try $0.id(0) }
    }

    /// The canonical place: itself, or the last one of the chain of merges.
    func canonicalPlaceID(for id: Place.ID) throws -> Place.ID { try mergeChain(from: id).last ?? id }

    /// The places into which a place was merged, one after the other.
    private func mergeChain(from id: Place.ID) throws -> [Place.ID] {
        var way: [Place.ID] = []
        while let next = try mergedInto(way.last ?? id) { way.append(next) }
        return way
    }

    /// Merges a place into another one: it closes, and people's items move. Items that somebody has at both places stay.
    func mergePlace(_ duplicate: Place, into other: Place.ID, in district: District, at now: Date) throws {
        let id = duplicate.id
        try execute(
            """
            INSERT INTO place_merges (place_id, into_id, status_before, merged_at)
            VALUES (\(id), \(other), \(duplicate.status.rawValue), \(now.milliseconds))
            """
        )
        for (kind, found) in Self.movableItems(from: id, to: other) + Self.movableReferences(from: id, to: other) {
            try execute(
                """
                INSERT INTO place_merge_items (place_id, kind, row_id, mark, account_id)
                SELECT CAST(\(id) AS BIGINT), '\(kind)', \(found)
                """
            )
        }
        try recordMergedConfirmations(of: id)
        try moveItems(id, from: id, to: other)
        try movePlaceAnswers(from: id, to: other)
        let decision = StatusDecision(source: PlaceCorrection.sourceID, reason: "merged")
        try setPlaceStatus(.closed, of: id, decision, district, now: now.milliseconds)
    }

    /// Undoes a merge: restores the place's status, and moves back its items that are still at the other place, or at a place
    /// into which that one was merged.
    func unmergePlace(_ place: Place, in district: District, at now: Date) throws {
        let before = try first("SELECT status_before FROM place_merges WHERE place_id = \(place.id)") {
            Place.Status(rawValue: try $0.string(0))
        }
        guard let before, let status = before else { return }
        for other in try mergeChain(from: place.id) { try moveItems(place.id, from: other, to: place.id) }
        try movePlaceAnswersBack(to: place.id)
        try execute("DELETE FROM place_merge_items WHERE place_id = \(place.id)")
        try execute("DELETE FROM place_merges WHERE place_id = \(place.id)")
        let decision = StatusDecision(source: PlaceCorrection.sourceID, reason: "unmerged")
        try setPlaceStatus(status, of: place.id, decision, district, now: now.milliseconds)
    }

    /// How many items moved with a place.
    func movedPlaceItemCounts(_ place: Place.ID) throws -> PlaceMerge.Counts {
        let counts = try rows(
            "SELECT kind, COUNT(*) FROM place_merge_items WHERE place_id = \(place) GROUP BY kind ORDER BY kind"
        ).map { (try $0.string(0), try $0.int(1)) }
        let byKind = Dictionary(counts) { first, _ in first }
        return PlaceMerge.Counts(
            reviews: byKind["review"] ?? 0,
            favourites: byKind["favourite"] ?? 0,
            visits: byKind["visit"] ?? 0,
            entries: byKind["entry"] ?? 0
        )
    }

    /// How many items people have at a place.
    func placeItemCounts(_ place: Place.ID) throws -> PlaceMerge.Counts {
        func count(_ sql: SQL) throws -> Int { try first(sql) { try $0.int(0) } ?? 0 }
        return PlaceMerge.Counts(
            reviews: try count("SELECT COUNT(*) FROM reviews WHERE place_id = \(place)"),
            favourites: try count("SELECT COUNT(*) FROM favourites WHERE place_id = \(place)"),
            visits: try count("SELECT COUNT(*) FROM visits WHERE place_id = \(place)"),
            entries: try count("SELECT COUNT(*) FROM list_entries WHERE place_id = \(place)")
        )
    }

    // MARK: Moved items

    /// For each kind, the rows at a place whose people have none at the other one, as `row_id`, `mark` and `account_id`. Later
    /// kinds use the rows found by earlier ones.
    private static func movableItems(from place: Place.ID, to other: Place.ID) -> [(kind: SQL, rows: SQL)] {
        let found: SQL = "SELECT i.row_id FROM place_merge_items i WHERE i.place_id = \(place) AND i.kind ="
        return [
            (
                "review",
                """
                r.id, 0, NULL FROM reviews r WHERE r.place_id = \(place) AND NOT EXISTS (
                    SELECT 1 FROM reviews o WHERE o.place_id = \(other) AND o.account_id = r.account_id)
                """
            ),
            ("removed-review", "r.id, 0, NULL FROM removed_reviews r WHERE r.place_id = \(place)"),
            (
                "visit",
                """
                v.id, 0, NULL FROM visits v WHERE v.place_id = \(place) AND NOT EXISTS (SELECT 1 FROM visits o
                    WHERE o.place_id = \(other) AND o.account_id = v.account_id AND o.visited_on = v.visited_on)
                """
            ),
            (
                "favourite",
                """
                f.account_id, f.slot, f.account_id FROM favourites f WHERE f.place_id = \(place) AND NOT EXISTS (
                    SELECT 1 FROM favourites o WHERE o.place_id = \(other) AND o.account_id = f.account_id)
                """
            ),
            // A draft stays where its person has a review of the other place: there it would become an edit.
            (
                "draft",
                """
                d.account_id, 0, d.account_id FROM review_drafts d WHERE d.place_id = \(place)
                    AND NOT EXISTS (
                        SELECT 1 FROM review_drafts o WHERE o.place_id = \(other) AND o.account_id = d.account_id)
                    AND NOT EXISTS (
                        SELECT 1 FROM reviews o WHERE o.place_id = \(other) AND o.account_id = d.account_id)
                """
            ),
            (
                "entry",
                """
                e.list_id, e.added_at, NULL FROM list_entries e WHERE e.place_id = \(place) AND NOT EXISTS (
                    SELECT 1 FROM list_entries o WHERE o.place_id = \(other) AND o.list_id = e.list_id)
                """
            ),
            (
                "cover",
                "l.id, 0, NULL FROM lists l WHERE l.cover_place_id = \(place) AND l.id IN (\(found) 'entry')"
            ),
            (
                "case",
                """
                c.id, 0, NULL FROM report_cases c WHERE c.place_id = \(place) AND c.closed_at IS NULL
                    AND (c.target_kind <> 'review' OR c.target_id IN (\(found) 'review'))
                    AND (c.target_kind <> 'photo' OR c.target_id IN (
                        SELECT h.id FROM photos h WHERE h.review_id IN (\(found) 'review')))
                """
            ),
        ]
    }

    /// Moves the items recorded for a merge that are still at one place to the other, unless their person has one there too.
    private func moveItems(_ merge: Place.ID, from: Place.ID, to other: Place.ID) throws {
        func noted(_ kind: SQL) -> SQL {
            "(SELECT i.row_id FROM place_merge_items i WHERE i.place_id = \(merge) AND i.kind = '\(kind)')"
        }
        try moveReviews(merge, from: from, to: other)
        try execute(
            """
            UPDATE visits SET place_id = \(other) WHERE place_id = \(from) AND id IN \(noted("visit"))
                AND NOT EXISTS (SELECT 1 FROM visits o WHERE o.place_id = \(other)
                    AND o.account_id = visits.account_id AND o.visited_on = visits.visited_on)
            """
        )
        try moveFavourites(merge, from: from, to: other)
        try execute(
            """
            UPDATE review_drafts SET place_id = \(other) WHERE place_id = \(from) AND account_id IN \(noted("draft"))
                AND NOT EXISTS (SELECT 1 FROM review_drafts o
                    WHERE o.place_id = \(other) AND o.account_id = review_drafts.account_id)
                AND NOT EXISTS (SELECT 1 FROM reviews o
                    WHERE o.place_id = \(from) AND o.account_id = review_drafts.account_id)
            """
        )
        try execute(
            """
            UPDATE list_entries SET place_id = \(other) WHERE place_id = \(from)
                AND EXISTS (SELECT 1 FROM place_merge_items i WHERE i.place_id = \(merge) AND i.kind = 'entry'
                    AND i.row_id = list_entries.list_id AND i.mark = list_entries.added_at)
                AND NOT EXISTS (SELECT 1 FROM list_entries o
                    WHERE o.place_id = \(other) AND o.list_id = list_entries.list_id)
            """
        )
        try execute(
            """
            UPDATE lists SET cover_place_id = \(other) WHERE cover_place_id = \(from) AND id IN \(noted("cover"))
                AND EXISTS (SELECT 1 FROM list_entries e WHERE e.list_id = lists.id AND e.place_id = \(other))
            """
        )
        try execute("UPDATE report_cases SET place_id = \(other) WHERE place_id = \(from) AND id IN \(noted("case"))")
        try moveConfirmations(merge, from: from, to: other)
        try moveReferences(merge, from: from, to: other)
    }

    /// Moves reviews with their photos, the rows of removed reviews, and the counts of both places.
    private func moveReviews(_ merge: Place.ID, from: Place.ID, to other: Place.ID) throws {
        let moving: SQL = """
            reviews.place_id = \(from) AND reviews.id IN (
                SELECT i.row_id FROM place_merge_items i WHERE i.place_id = \(merge) AND i.kind = 'review')
            AND NOT EXISTS (
                SELECT 1 FROM reviews o WHERE o.place_id = \(other) AND o.account_id = reviews.account_id)
            """
        let shown = try rows(
            """
            SELECT stars, COUNT(*), CAST(SUM(photo_count) AS BIGINT) FROM reviews WHERE \(moving) AND is_shown = 1
            GROUP BY stars ORDER BY stars
            """
        ).map { (stars: try $0.int(0), count: try $0.int(1), photos: try $0.int(2)) }
        try execute("UPDATE reviews SET place_id = \(other) WHERE \(moving)")
        try execute(
            """
            UPDATE photos SET place_id = \(other)
            WHERE place_id = \(from) AND review_id IN (SELECT r.id FROM reviews r WHERE r.place_id = \(other))
            """
        )
        try savePhotoFilters(of: other)
        try execute(
            """
            UPDATE removed_reviews SET place_id = \(other) WHERE place_id = \(from) AND id IN (
                SELECT i.row_id FROM place_merge_items i
                WHERE i.place_id = \(merge) AND i.kind IN ('review', 'removed-review'))
            """
        )
        guard !shown.isEmpty, var old = try ratingCounts(of: from), var new = try ratingCounts(of: other) else {
            return
        }
        for (stars, count, _) in shown {
            for _ in 0..<count {
                old.change(from: stars, to: nil)
                new.change(from: nil, to: stars)
            }
        }
        try setRatingCounts(old, at: from)
        try setRatingCounts(new, at: other)
        let photos = shown.map(\.photos).reduce(0, +)
        try countPhotos(at: from, by: -photos)
        try countPhotos(at: other, by: photos)
    }

    /// Keeps each favourite's slot, so that orders and tag sets stay valid. Tags refer to a favourite and slots are unique:
    /// until its tags have moved, the new favourite has its slot with a minus sign.
    private func moveFavourites(_ merge: Place.ID, from: Place.ID, to other: Place.ID) throws {
        let count = try execute(
            """
            INSERT INTO favourites (account_id, place_id, slot, note, created_at)
            SELECT f.account_id, CAST(\(other) AS BIGINT), -f.slot, f.note, f.created_at
            FROM place_merge_items i JOIN favourites f
                ON f.account_id = i.row_id AND f.slot = i.mark AND f.place_id = \(from)
            WHERE i.place_id = \(merge) AND i.kind = 'favourite' AND NOT EXISTS (
                SELECT 1 FROM favourites o WHERE o.place_id = \(other) AND o.account_id = f.account_id)
            ORDER BY f.account_id
            """
        )
        let moving: SQL = """
            place_id = \(from)
                AND account_id IN (SELECT m.account_id FROM favourites m WHERE m.place_id = \(other) AND m.slot < 0)
            """
        try execute("UPDATE favourite_tags SET place_id = \(other) WHERE \(moving)")
        try execute("DELETE FROM favourites WHERE \(moving)")
        try execute("UPDATE favourites SET slot = -slot WHERE place_id = \(other) AND slot < 0")
        try execute("UPDATE places SET favourite_count = favourite_count - \(count) WHERE id = \(from)")
        try execute("UPDATE places SET favourite_count = favourite_count + \(count) WHERE id = \(other)")
    }
}
