import Foundation

extension Transaction {
    /// The corrections of a place.
    func corrections(of place: Place.ID) throws -> [PlaceCorrection] {
        try rows(
            """
            SELECT fact, value, replaced, replaced_source, replaced_as_of FROM place_corrections
            WHERE place_id = \(place) ORDER BY fact
            """
        ).map { row -> PlaceCorrection? in
            guard let fact = CorrectableFact(rawValue: try row.string(0)) else { return nil }
            let source = try row.optionalString(3)
            let asOf = try row.optionalString(4)
            return PlaceCorrection(
                fact: fact,
                value: try row.string(1),
                replaced: try row.string(2),
                replacedReference: source.flatMap { source in asOf.map { SourceReference(source: source, asOf: $0) } }
            )
        }.compactMap { $0 }
    }

    /// Saves a correction of a fact, or deletes it where the value is the source's again.
    /// - Parameters:
    ///   - before: the value before, and its source.
    /// - Returns: the fact's source from now on; nil is the record's own source.
    func saveCorrection(
        _ fact: CorrectableFact,
        as value: String,
        in place: Place.ID,
        replacing before: (text: String, reference: SourceReference?),
        at now: Date
    ) throws -> SourceReference? {
        let known = try corrections(of: place).first { $0.fact == fact }
        let replaced = known?.replaced ?? before.text
        let reference = known == nil ? before.reference : known?.replacedReference
        try deleteCorrection(of: fact, in: place)
        if value == replaced { return reference }
        try execute(
            """
            INSERT INTO place_corrections (place_id, fact, value, replaced, replaced_source, replaced_as_of)
            VALUES (\(place), \(fact.rawValue), \(value), \(replaced), \(reference?.source), \(reference?.asOf))
            """
        )
        return PlaceCorrection.reference(at: now)
    }

    func deleteCorrection(of fact: CorrectableFact, in place: Place.ID) throws {
        try execute("DELETE FROM place_corrections WHERE place_id = \(place) AND fact = \(fact.rawValue)")
    }

    /// The record that an import is about to save, with the corrections of staff: a correction stays until the source's value
    /// changes.
    /// - Parameters:
    ///   - merged: the imported record, merged with the known facts.
    ///   - told: the record as the source has it now; nil values are unknown.
    func correctedRecord(_ merged: PlaceRecord, told: PlaceRecord, of place: Place.ID) throws -> PlaceRecord {
        var record = merged
        for correction in try corrections(of: place) {
            let (fact, now) = (correction.fact, correction.fact.text(in: told))
            if now.isEmpty || now == correction.replaced || now == correction.value {
                let reference = try factSources(of: place)[fact.rawValue]
                fact.set(correction.value, in: &record, told: reference)
            } else if fact.text(in: merged) == now {
                try deleteCorrection(of: fact, in: place)
            }
        }
        return record
    }
}

extension Transaction {
    /// The status history of a place, newest first.
    func statusDecisions(of place: Place.ID) throws -> [StatusRecord] {
        try rows(
            "SELECT at, status, reason FROM place_statuses WHERE place_id = \(place) ORDER BY at DESC LIMIT 50"
        ).map { row -> StatusRecord? in
            let at = try row.date(0)
            let reason = try row.string(2)
            return Place.Status(rawValue: try row.string(1)).map { StatusRecord(at: at, status: $0, reason: reason) }
        }.compactMap { $0 }
    }
}
