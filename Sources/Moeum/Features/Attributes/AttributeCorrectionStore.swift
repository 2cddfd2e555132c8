import Foundation

/// What staff know better than the answers of members.
struct AttributeCorrection: Sendable, Equatable {
    /// Nil clears what was answered before it.
    let value: String?
    /// Milliseconds since 1970.
    let at: Int64
}

extension Transaction {
    func attributeCorrection(_ attribute: PlaceAttribute, of place: Place.ID) throws -> AttributeCorrection? {
        try attributeCorrections(of: place)[attribute]
    }

    func attributeCorrections(of place: Place.ID) throws -> [PlaceAttribute: AttributeCorrection] {
        let found = try rows(
            "SELECT attribute, value, corrected_at FROM place_attribute_corrections WHERE place_id = \(place)"
        ).map { row in
            (
                attribute: PlaceAttribute(rawValue: try row.string(0)),
                correction: AttributeCorrection(value: try row.optionalString(1), at: try row.int64(2))
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
                INSERT INTO place_attribute_corrections (place_id, attribute, value, corrected_at)
                VALUES (\(place), \(attribute.rawValue), \(correction.value), \(correction.at))
                """
            )
        }
        try recountPlaceAttributes([attribute], of: place)
    }
}

/// What staff set for a place, attribute by attribute; an empty text clears the answers.
typealias AttributeCorrectionsState = AuditedDictionary<PlaceAttribute, String>

extension AuditedChange<AttributeCorrectionsState> {
    static var placeAttributes: Self {
        Self(
            name: "place-attributes",
            read: { transaction, target, _ in
                guard let id = target.placeID, try transaction.place(id) != nil else { return nil }
                return AttributeCorrectionsState(
                    try transaction.attributeCorrections(of: id).mapValues { $0.value ?? "" }
                )
            },
            write: { transaction, target, _, state, audit in
                guard let id = target.placeID else { return }
                let before = try transaction.attributeCorrections(of: id)
                for attribute in PlaceAttribute.allCases {
                    let value = state.values[attribute]
                    guard value != before[attribute].map({ $0.value ?? "" }) else { continue }
                    let correction = value.map { text in
                        AttributeCorrection(value: text.isEmpty ? nil : text, at: audit.at.milliseconds)
                    }
                    try transaction.saveAttributeCorrection(correction, of: attribute, at: id)
                }
            }
        )
    }
}
