/// Answers about places that turned out to be one.
extension Transaction {
    /// Moves the answers about a place to the one that it is merged into, unless their people have one there.
    func movePlaceAnswers(from place: Place.ID, to other: Place.ID) throws {
        try execute(
            """
            UPDATE place_answers SET place_id = \(other),
                original_place_id = COALESCE(original_place_id, CAST(\(place) AS BIGINT))
            WHERE place_id = \(place) AND NOT EXISTS (SELECT 1 FROM place_answers o WHERE o.place_id = \(other)
                AND o.account_id = place_answers.account_id AND o.attribute = place_answers.attribute)
            """
        )
        for changed in [place, other] { try recountPlaceAttributes(of: changed) }
    }

    /// Moves back the answers that were about a place, or about one merged into it, when its merge is undone.
    func movePlaceAnswersBack(to place: Place.ID) throws {
        let moved: SQL = """
            place_id <> \(place) AND (original_place_id = \(place)
                OR original_place_id IN (SELECT m.place_id FROM place_merges m WHERE m.into_id = \(place)))
            """
        let left = try rows("SELECT DISTINCT place_id FROM place_answers WHERE \(moved) ORDER BY place_id").map {
            try $0.id(0) as Place.ID
        }
        try execute(
            """
            UPDATE place_answers SET place_id = \(place),
                original_place_id = CASE WHEN original_place_id = \(place) THEN NULL ELSE original_place_id END
            WHERE \(moved) AND NOT EXISTS (SELECT 1 FROM place_answers o WHERE o.place_id = \(place)
                AND o.account_id = place_answers.account_id AND o.attribute = place_answers.attribute)
            """
        )
        for changed in left + [place] { try recountPlaceAttributes(of: changed) }
    }
}
