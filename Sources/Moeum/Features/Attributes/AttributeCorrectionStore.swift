import Foundation

/// What staff know better than the answers of members.
struct AttributeCorrection: Sendable, Equatable {
    /// Nil clears what was answered before it.
    let value: String?
    /// How staff know, in their words.
    let source: String
    /// Milliseconds since 1970.
    let at: Int64
}

extension Transaction {
    func attributeCorrection(_ attribute: PlaceAttribute, of place: Place.ID) throws -> AttributeCorrection? {
        try attributeCorrections(of: place)[attribute]
    }

    func attributeCorrections(of place: Place.ID) throws -> [PlaceAttribute: AttributeCorrection] {
        let found = try rows(
            "SELECT attribute, value, source, corrected_at FROM place_attribute_corrections WHERE place_id = \(place)"
        ).map { row in
            (
                attribute: PlaceAttribute(rawValue: try row.string(0)),
                correction: AttributeCorrection(
                    value: try row.optionalString(1),
                    source: try row.string(2),
                    at: try row.int64(3)
                )
            )
        }
        return found.reduce(into: [:]) { corrections, row in
            if let attribute = row.attribute { corrections[attribute] = row.correction }
        }
    }

    /// Replaces a correction, and counts again; nil takes it back.
    func saveAttributeCorrection(
        _ correction: AttributeCorrection?,
        of attribute: PlaceAttribute,
        at place: Place.ID
    ) throws {
        try execute(
            """
            DELETE FROM place_attribute_corrections
            WHERE place_id = \(place) AND attribute = \(attribute.rawValue)
            """
        )
        if let correction {
            try execute(
                """
                INSERT INTO place_attribute_corrections (place_id, attribute, value, source, corrected_at)
                VALUES (\(place), \(attribute.rawValue), \(correction.value), \(correction.source), \(correction.at))
                """
            )
        }
        try recountPlaceAttributes([attribute], of: place)
    }
}
