import Foundation

/// What an import needs to know of an existing place.
struct StoredPlace: Sendable {
    let id: Place.ID
    let record: PlaceRecord
    let status: Place.Status
}

/// Who decided on a place's status, and why: the source, and the run of the import.
struct StatusDecision: Sendable {
    let source: String?
    var run: ImportRun.ID?
    /// A code, such as `left-list`.
    let reason: String
}

extension Transaction {
    /// Inserts a record, or merges it with what is known and updates the place. A cancelled place that is named again is listed
    /// again. A closed one stays closed, because lists name places long after they closed, unless it was designated again after
    /// that.
    /// - Parameters:
    ///   - districts: all districts: the one that wins may not be the record's own.
    ///   - run: the import that read the record.
    ///   - now: milliseconds since 1970.
    func upsertPlace(_ record: PlaceRecord, _ districts: Districts, run: ImportRun.ID? = nil, now: Int64) throws
        -> UpsertOutcome
    {
        guard
            let stored = try storedPlace(
                where: "p.source = \(record.source.source) AND p.source_key = \(record.key)"
            )
        else {
            let decision = StatusDecision(source: record.source.source, run: run, reason: "import")
            try insertPlace(record, as: .next(), try districts.district(of: record), decision, now: now)
            return .inserted
        }
        let merged = try correctedRecord(record.merged(with: stored.record), told: record, of: stored.id)
        let isRelisted = try stored.status != .listed && mayRelistPlace(stored, record)
        guard isRelisted || !merged.isEqual(to: stored.record) else {
            try updatePlaceDate(stored, as: merged)
            return .unchanged
        }
        let district = try districts.district(of: merged)
        try updatePlace(stored, to: merged, isRelisted ? .listed : stored.status, district, now: now)
        if isRelisted {
            let reason = stored.status == .closed ? "designated-again" : "on-list-again"
            try insertPlaceStatus(
                .listed,
                to: stored.id,
                StatusDecision(source: record.source.source, run: run, reason: reason),
                now
            )
        }
        return .changed
    }

    /// The merged record of a place; nil where there is none.
    func placeRecord(_ id: Place.ID) throws -> PlaceRecord? { try storedPlace(where: "p.id = \(id)")?.record }

    /// Replaces the facts of a place and everything derived from them.
    func replacePlace(_ id: Place.ID, as record: PlaceRecord, _ districts: Districts, at now: Date) throws {
        guard let stored = try storedPlace(where: "p.id = \(id)"), stored.record != record else { return }
        try updatePlace(stored, to: record, stored.status, try districts.district(of: record), now: now.milliseconds)
    }

    /// Changes a place's status and records who decided so; the place keeps its page whatever its status.
    func setPlaceStatus(
        _ status: Place.Status,
        of id: Place.ID,
        _ decision: StatusDecision,
        _ district: District,
        now: Int64
    )
        throws
    {
        guard let stored = try storedPlace(where: "p.id = \(id)"), stored.status != status else { return }
        try execute("UPDATE places SET status = \(status.rawValue), updated_at = \(now) WHERE id = \(id)")
        try insertPlaceStatus(status, to: id, decision, now)
        try countInCombination(stored.record, stored.status, of: id, by: -1)
        try insertPlacePoint(stored.record, status, as: id)
        try indexPlace(PlaceSearchText(stored.record, status: status, district: district), as: id)
    }

    /// Whether a record may list a place again: not when it is older than the decision that delisted the place.
    private func mayRelistPlace(_ stored: StoredPlace, _ record: PlaceRecord) throws -> Bool {
        // A merged place stays merged: its canonical place is the listed one.
        if try mergedInto(stored.id) != nil { return false }
        // Lists name places long after a register says that they closed.
        if let operation = try operation(of: stored.id), operation.state == .closed,
            (record.designatedOn ?? "") <= operation.since ?? operation.reference.asOf
        {
            return false
        }
        let decided =
            try first(
                """
                SELECT MAX(at) FROM place_statuses
                WHERE place_id = \(stored.id) AND status = \(stored.status.rawValue)
                """
            ) { try $0.optionalInt64(0) } ?? nil
        let day = SeoulTime(Date(timeIntervalSince1970: Double(decided ?? 0) / 1_000)).isoDay
        if stored.status == .closed { return (record.designatedOn ?? "") > day }
        return !PartialDay.isEarlier(record.source.asOf, than: day)
    }

    /// Keys and ids of a source's places in one district.
    func sourceKeys(
        of source: String,
        in district: String,
        _ status: Place.Status = .listed
    ) throws -> [String: Place.ID] {
        let pairs = try rows(
            """
            SELECT source_key, id FROM places
            WHERE source = \(source) AND district = \(district) AND status = \(status.rawValue)
            """
        ).map { (try $0.string(0), try $0.id(1) as Place.ID) }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Inserts a listed place.
    /// - Parameters:
    ///   - id: a new one.
    ///   - decision: who decided that the place is listed.
    func insertPlace(
        _ record: PlaceRecord,
        as id: Place.ID,
        _ district: District,
        _ decision: StatusDecision,
        now: Int64
    ) throws {
        let name = StoredName(record)
        try execute(
            """
            INSERT INTO places (id, source, source_key, as_of, kind, name, name_key, official_name, current_name, category,
                district, dong, road_address, lot_address, phone, menu, description, link, latitude, longitude,
                precision_level, designated_on, hours_text, status, created_at, updated_at)
            VALUES (\(id), \(record.source.source), \(record.key), \(record.source.asOf), \(record.kind.rawValue),
                \(name.shown), \(name.key), \(name.official), \(record.currentName), \(record.category),
                \(record.district), \(record.dong), \(record.roadAddress), \(record.lotAddress), \(record.phone),
                \(record.menu), \(record.description), \(record.link), \(record.position?.latitude),
                \(record.position?.longitude), \(record.position?.precision.rawValue), \(record.designatedOn),
                \(record.hoursText), \(Place.Status.listed.rawValue), \(now), \(now))
            """
        )
        try insertPlaceStatus(.listed, to: id, decision, now)
        try savePlaceParts(of: record, .listed, as: id, district)
    }

    private func updatePlace(
        _ stored: StoredPlace,
        to record: PlaceRecord,
        _ status: Place.Status,
        _ district: District,
        now: Int64
    ) throws {
        let name = StoredName(record)
        try execute(
            """
            UPDATE places SET as_of = \(record.source.asOf), kind = \(record.kind.rawValue), name = \(name.shown),
                name_key = \(name.key), official_name = \(name.official), current_name = \(record.currentName),
                category = \(record.category), district = \(record.district), dong = \(record.dong),
                road_address = \(record.roadAddress), lot_address = \(record.lotAddress), phone = \(record.phone), menu = \(record.menu),
                description = \(record.description), link = \(record.link), latitude = \(record.position?.latitude),
                longitude = \(record.position?.longitude), precision_level = \(record.position?.precision.rawValue),
                designated_on = \(record.designatedOn), hours_text = \(record.hoursText),
                status = \(status.rawValue), updated_at = \(now)
            WHERE id = \(stored.id)
            """
        )
        if (record.kind, record.district) != (stored.record.kind, stored.record.district) {
            try savePhotoFilters(of: stored.id)
        }
        try countInCombination(stored.record, stored.status, of: stored.id, by: -1)
        try savePlaceParts(of: record, status, as: stored.id, district)
    }

    /// Records that the same facts were found again on another day, which does not change the place.
    private func updatePlaceDate(_ stored: StoredPlace, as record: PlaceRecord) throws {
        if record.source != stored.record.source {
            try execute("UPDATE places SET as_of = \(record.source.asOf) WHERE id = \(stored.id)")
        }
        if record.factSources != stored.record.factSources { try saveFactSources(of: record, as: stored.id) }
    }

    /// Saves everything that is derived from a record: counts, hours, fact sources and the search text.
    private func savePlaceParts(
        of record: PlaceRecord,
        _ status: Place.Status,
        as id: Place.ID,
        _ district: District
    ) throws {
        try indexPlace(PlaceSearchText(record, status: status, district: district), as: id)
        try saveFactSources(of: record, as: id)
        try savePlaceHours(record, as: id)
        try insertPlacePoint(record, status, as: id)
    }

    private func saveFactSources(of record: PlaceRecord, as id: Place.ID) throws {
        try execute("DELETE FROM place_facts WHERE place_id = \(id)")
        for (fact, reference) in record.factSources {
            try execute(
                """
                INSERT INTO place_facts (place_id, fact, source, as_of)
                VALUES (\(id), \(fact.rawValue), \(reference.source), \(reference.asOf))
                """
            )
        }
    }

    /// Adds to a place's status history. Two decisions of the same millisecond are both kept, in order.
    private func insertPlaceStatus(_ status: Place.Status, to id: Place.ID, _ decision: StatusDecision, _ now: Int64)
        throws
    {
        let last = try first("SELECT MAX(at) FROM place_statuses WHERE place_id = \(id)") { try $0.optionalInt64(0) }
        let at = max(now, (last ?? nil).map { $0 + 1 } ?? now)
        try execute(
            """
            INSERT INTO place_statuses (place_id, at, status, reason, source, run_id)
            VALUES (\(id), \(at), \(status.rawValue), \(decision.reason), \(decision.source), \(decision.run))
            """
        )
    }

    /// - Parameter condition: of `places p`.
    func storedPlace(where condition: SQL) throws -> StoredPlace? {
        let found = try first(
            "SELECT \(Place.columns), p.source_key FROM places p WHERE \(condition)"
        ) { (try Place($0), try $0.string(27)) }
        guard let (place, key) = found else { return nil }
        let references = try factSources(of: place.id).compactMap { name, reference in
            PlaceFact(rawValue: name).map { ($0, reference) }
        }
        let record = PlaceRecord(
            source: place.source,
            key: key,
            kind: place.kind,
            name: place.officialName,
            currentName: place.currentName,
            category: place.category,
            district: place.district,
            dong: place.dong,
            roadAddress: place.roadAddress,
            lotAddress: place.lotAddress,
            phone: place.phone,
            menu: place.menu,
            description: place.description,
            link: place.link,
            position: place.position,
            designatedOn: place.designatedOn,
            hoursText: place.hoursText,
            factSources: Dictionary(references) { first, _ in first }
        )
        return StoredPlace(id: place.id, record: record, status: place.status)
    }
}
