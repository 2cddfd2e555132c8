/// What an import needs to know of a place that is there already.
struct StoredPlace: Sendable {
    let id: Place.ID
    let record: PlaceRecord
    let status: Place.Status
}

extension Transaction {
    /// Inserts a record or changes what changed. A better position that is there already stays; a place that had been
    /// cancelled is listed again.
    /// - Parameter now: milliseconds since 1970.
    public func upsert(_ record: PlaceRecord, _ district: District, now: Int64) throws -> UpsertOutcome {
        guard let stored = try storedPlace(source: record.source.source, key: record.key) else {
            try insert(record, district, now: now)
            return .inserted
        }
        var record = record
        if let kept = stored.record.position, kept.precision.isBetter(than: record.position?.precision) {
            record.position = kept
            record.positionSource = stored.record.positionSource
        }
        guard !record.saysTheSame(as: stored.record) || stored.status != .listed else { return .unchanged }
        try update(stored, to: record, district, now: now)
        return .changed
    }

    /// Marks a place of a source as no longer listed there; it keeps its page.
    public func setStatus(_ status: Place.Status, of id: Place.ID, reason: String, _ district: District, now: Int64)
        throws
    {
        guard let stored = try storedPlace(where: "p.id = \(id)"), stored.status != status else { return }
        try execute("UPDATE places SET status = \(status.rawValue), updated_at = \(now) WHERE id = \(id)")
        try addStatus(status, of: id, reason: reason, now: now)
        try count(stored.record, stored.status, by: -1)
        try count(stored.record, status, by: 1)
        try index(PlaceSearchDocument(stored.record, status: status, district: district), as: id)
    }

    /// Keys and ids of a source's listed places in one district.
    public func listedKeys(source: String, district: String) throws -> [String: Place.ID] {
        let pairs = try rows(
            """
            SELECT source_key, id FROM places
            WHERE source = \(source) AND district = \(district) AND status = 'listed'
            """
        ).map { (try $0.string(0), try $0.int64(1)) }
        return Dictionary(pairs) { first, _ in first }
    }

    private func insert(_ record: PlaceRecord, _ district: District, now: Int64) throws {
        let id = Identifier.next()
        try execute(
            """
            INSERT INTO places (id, source, source_key, as_of, kind, name, name_key, category, district, dong,
                road_address, lot_address, phone, menu, description, link, latitude, longitude, precision_level,
                designated_on, hours_text, status, created_at, updated_at)
            VALUES (\(id), \(record.source.source), \(record.key), \(record.source.asOf), \(record.kind.rawValue),
                \(record.name), \(KoreanText.key(record.name)), \(record.category), \(record.district), \(record.dong),
                \(record.roadAddress), \(record.lotAddress), \(record.phone), \(record.menu), \(record.description),
                \(record.link), \(record.position?.latitude), \(record.position?.longitude),
                \(record.position?.precision.rawValue), \(record.designatedOn), \(record.hoursText),
                \(Place.Status.listed.rawValue), \(now), \(now))
            """
        )
        try addStatus(.listed, of: id, reason: "import", now: now)
        try saveParts(of: record, as: id, district)
    }

    private func update(_ stored: StoredPlace, to record: PlaceRecord, _ district: District, now: Int64) throws {
        try execute(
            """
            UPDATE places SET as_of = \(record.source.asOf), kind = \(record.kind.rawValue), name = \(record.name),
                name_key = \(KoreanText.key(record.name)), category = \(record.category),
                district = \(record.district), dong = \(record.dong), road_address = \(record.roadAddress),
                lot_address = \(record.lotAddress), phone = \(record.phone), menu = \(record.menu),
                description = \(record.description), link = \(record.link), latitude = \(record.position?.latitude),
                longitude = \(record.position?.longitude), precision_level = \(record.position?.precision.rawValue),
                designated_on = \(record.designatedOn), hours_text = \(record.hoursText),
                status = \(Place.Status.listed.rawValue), updated_at = \(now)
            WHERE id = \(stored.id)
            """
        )
        if stored.status != .listed { try addStatus(.listed, of: stored.id, reason: "import", now: now) }
        try count(stored.record, stored.status, by: -1)
        try saveParts(of: record, as: stored.id, district)
    }

    /// Counts, hours, fact sources and the search text: everything that is derived from a listed record.
    private func saveParts(of record: PlaceRecord, as id: Place.ID, _ district: District) throws {
        try count(record, .listed, by: 1)
        try index(PlaceSearchDocument(record, status: .listed, district: district), as: id)
        try execute("DELETE FROM place_facts WHERE place_id = \(id)")
        if let source = record.positionSource {
            try execute(
                """
                INSERT INTO place_facts (place_id, fact, source, as_of)
                VALUES (\(id), 'position', \(source.source), \(source.asOf))
                """
            )
        }
        try execute("DELETE FROM place_hours WHERE place_id = \(id)")
        for interval in record.hoursText.flatMap(OpeningHours.init)?.intervals ?? [] {
            try execute(
                """
                INSERT INTO place_hours (place_id, weekday, opens_minute, closes_minute)
                VALUES (\(id), \(interval.weekday), \(interval.opens), \(interval.closes))
                ON CONFLICT DO NOTHING
                """
            )
        }
    }

    private func addStatus(_ status: Place.Status, of id: Place.ID, reason: String, now: Int64) throws {
        try execute(
            """
            INSERT INTO place_statuses (place_id, at, status, reason)
            VALUES (\(id), \(now), \(status.rawValue), \(reason)) ON CONFLICT DO NOTHING
            """
        )
    }

    private func count(_ record: PlaceRecord, _ status: Place.Status, by change: Int) throws {
        try execute(
            """
            INSERT INTO place_counts (status, kind, district, category, count)
            VALUES (\(status.rawValue), \(record.kind.rawValue), \(record.district), \(record.category), \(change))
            ON CONFLICT (status, kind, district, category) DO UPDATE SET count = place_counts.count + excluded.count
            """
        )
    }

    private func storedPlace(source: String, key: String) throws -> StoredPlace? {
        try storedPlace(where: "p.source = \(source) AND p.source_key = \(key)")
    }

    private func storedPlace(where condition: SQL) throws -> StoredPlace? {
        let found = try first(
            "SELECT \(Self.placeColumns), p.source_key FROM places p WHERE \(condition)"
        ) { (try Place($0), try $0.string(22)) }
        guard let (place, key) = found else { return nil }
        let position = try factSources(of: place.id)["position"]
        let record = PlaceRecord(
            source: place.source,
            key: key,
            kind: place.kind,
            name: place.name,
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
            positionSource: position,
            designatedOn: place.designatedOn,
            hoursText: place.hoursText
        )
        return StoredPlace(id: place.id, record: record, status: place.status)
    }
}

extension Place.Precision {
    /// Exact before road before dong before none.
    func isBetter(than other: Place.Precision?) -> Bool {
        guard let other, let own = Self.allCases.firstIndex(of: self), let theirs = Self.allCases.firstIndex(of: other)
        else { return true }
        return own < theirs
    }
}

extension PlaceRecord {
    /// Whether two records hold the same facts, whatever the day on which each was taken down.
    fileprivate func saysTheSame(as other: PlaceRecord) -> Bool {
        var dated = other
        dated.source = SourceReference(source: other.source.source, asOf: source.asOf)
        dated.positionSource = dated.positionSource.map { known in
            SourceReference(source: known.source, asOf: positionSource?.asOf ?? known.asOf)
        }
        return self == dated
    }
}
