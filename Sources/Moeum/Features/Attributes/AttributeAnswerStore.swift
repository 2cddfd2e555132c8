import Foundation

/// Members' answers about places, and what they come to.
extension Transaction {
    /// Saves the one answer of an account about an attribute of a place, in the place of an earlier one.
    /// - Parameter value: from `PlaceAttribute.value`.
    func savePlaceAnswer(
        _ attribute: PlaceAttribute,
        _ value: String,
        at place: Place.ID,
        by account: Account.ID,
        at now: Date
    ) throws {
        try execute(
            """
            INSERT INTO place_answers (account_id, place_id, attribute, value, answered_at)
            VALUES (\(account), \(place), \(attribute.rawValue), \(value), \(now.milliseconds))
            ON CONFLICT (account_id, place_id, attribute) DO UPDATE SET value = excluded.value,
                answered_at = excluded.answered_at, original_place_id = NULL
            """
        )
    }

    /// The place that answers about `id` are kept at: the one that it was merged into.
    func answeredPlace(_ id: Place.ID) throws -> Place {
        guard try place(id) != nil, let place = try place(canonicalPlaceID(for: id)) else { throw Problem.notFound }
        return place
    }

    func deletePlaceAnswer(_ attribute: PlaceAttribute, at place: Place.ID, by account: Account.ID) throws {
        try execute(
            """
            DELETE FROM place_answers
            WHERE account_id = \(account) AND place_id = \(place) AND attribute = \(attribute.rawValue)
            """
        )
    }

    /// An account's own answers about a place.
    func placeAnswers(of account: Account.ID, at place: Place.ID) throws -> [PlaceAttribute: String] {
        let answers = try rows(
            "SELECT attribute, value FROM place_answers WHERE account_id = \(account) AND place_id = \(place)"
        ).map { (attribute: PlaceAttribute(rawValue: try $0.string(0)), value: try $0.string(1)) }
        return answers.reduce(into: [:]) { own, answer in
            if let attribute = answer.attribute { own[attribute] = answer.value }
        }
    }

    /// Deletes all answers of an account that is erased, and counts again what they were about.
    func deletePlaceAnswers(of account: Account.ID) throws {
        let answers = try rows("SELECT place_id, attribute FROM place_answers WHERE account_id = \(account)").map {
            (place: try $0.id(0) as Place.ID, attribute: PlaceAttribute(rawValue: try $0.string(1)))
        }
        try execute("DELETE FROM place_answers WHERE account_id = \(account)")
        // In one order, so that two erasures do not wait for each other.
        for (place, answers) in Dictionary(grouping: answers, by: \.place).sorted(by: { $0.key < $1.key }) {
            try recountPlaceAttributes(answers.compactMap(\.attribute), of: place)
        }
    }

    /// Who tells the opening hours of some days of a place: how many people, and when the last of them did; nil where nobody does.
    /// Answers that staff cleared count no more.
    func hoursTellers(of place: Place.ID, on days: [PlaceAttribute]) throws -> (people: Int, answeredAt: Date)? {
        try first(
            """
            SELECT COUNT(DISTINCT a.account_id), MAX(a.answered_at) FROM place_answers a
            JOIN place_attributes t
                ON t.place_id = a.place_id AND t.attribute = a.attribute AND t.value = a.value AND t.is_leading = 1
            LEFT JOIN place_attribute_corrections c
                ON c.place_id = a.place_id AND c.attribute = a.attribute AND c.value IS NULL
            WHERE a.place_id = \(place) AND a.attribute IN \(list: days.map(\.rawValue))
                AND a.answered_at > COALESCE(c.corrected_at, -1)
            """
        ) { row in
            let people = try row.int(0)
            return people > 0 ? (people, try row.date(1)) : nil
        } ?? nil
    }

    // MARK: Counts

    /// What all answers about a place come to, in the order in which attributes are shown, the leading value first.
    func placeAttributes(of place: Place.ID) throws -> [AttributeTally] {
        let tallies = try rows(
            """
            SELECT attribute, value, people, answered_at, is_leading, source FROM place_attributes
            WHERE place_id = \(place)
            ORDER BY attribute, is_leading DESC, people DESC, value
            """
        ).map { row -> AttributeTally? in
            guard let attribute = PlaceAttribute(rawValue: try row.string(0)) else { return nil }
            return AttributeTally(
                attribute: attribute,
                value: try row.string(1),
                people: try row.int(2),
                answeredAt: try row.int64(3),
                isLeading: try row.int(4) == 1,
                source: try row.optionalString(5)
            )
        }
        let byAttribute = Dictionary(grouping: tallies.compactMap(\.self), by: \.attribute)
        return PlaceAttribute.allCases.flatMap { byAttribute[$0] ?? [] }
    }

    /// Counts the answers about a place again.
    /// - Parameter attributes: those whose answers changed.
    func recountPlaceAttributes(
        _ attributes: [PlaceAttribute] = PlaceAttribute.allCases,
        of place: Place.ID
    ) throws {
        for attribute in attributes { try recountPlaceAttribute(attribute, of: place) }
        guard attributes.contains(where: { $0.weekday != nil }) else { return }
        let days = try placeAttributes(of: place).filter(\.isLeading).compactMap { tally in
            tally.attribute.weekday.flatMap { day in DayHours(tally.value).map { (day, $0) } }
        }
        try saveToldHours(ToldHours(Dictionary(days) { first, _ in first }), of: place)
    }

    private func recountPlaceAttribute(_ attribute: PlaceAttribute, of place: Place.ID) throws {
        let correction = try attributeCorrection(attribute, of: place)
        let first = correction.map { $0.value == nil ? $0.at + 1 : 0 } ?? 0
        var counted = try placeAnswerCounts(attribute, at: place, since: first)
        let newest = counted.map(\.answeredAt).max() ?? 0
        let recent =
            attribute.ages
            ? try placeAnswerCounts(attribute, at: place, since: max(first, newest - AttributeTally.window)) : counted
        let leading = correction?.value ?? AttributeTally.leading(attribute, recent)
        if let correction, let value = correction.value {
            let people = counted.first { $0.value == value }?.people ?? 0
            counted.removeAll { $0.value == value }
            counted.append((value, people, correction.at))
        }
        try execute(
            "DELETE FROM place_attributes WHERE place_id = \(place) AND attribute = \(attribute.rawValue)"
        )
        for (value, people, answeredAt) in counted {
            try execute(
                """
                INSERT INTO place_attributes (place_id, attribute, value, people, answered_at, is_leading, source)
                VALUES (\(place), \(attribute.rawValue), \(value), \(people), \(answeredAt),
                    \(value == leading ? 1 : 0), \(value == correction?.value ? correction?.source : nil))
                """
            )
        }
    }

    private func placeAnswerCounts(
        _ attribute: PlaceAttribute,
        at place: Place.ID,
        since earliest: Int64
    ) throws -> [(value: String, people: Int, answeredAt: Int64)] {
        try rows(
            """
            SELECT value, COUNT(*), MAX(answered_at) FROM place_answers
            WHERE place_id = \(place) AND attribute = \(attribute.rawValue) AND answered_at >= \(earliest)
            GROUP BY value ORDER BY value
            """
        ).map { (try $0.string(0), try $0.int(1), try $0.int64(2)) }
    }
}
