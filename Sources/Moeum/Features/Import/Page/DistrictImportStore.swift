import Foundation

/// The last import of a district, and what it changed.
struct DistrictImport: Sendable {
    /// A place whose status the import changed.
    struct Change: Sendable {
        enum Kind: String, Sendable, CaseIterable {
            case inserted, relisted, cancelled
        }

        let kind: Kind
        let place: Place.ID
        let name: String
    }

    /// The rows refused for one reason.
    struct Rejections: Sendable {
        let reason: ImportRejection.Reason
        let rows: Int
        /// The key or name of one of them.
        let example: String
    }

    let id: ImportRun.ID
    let finishedAt: Date
    let failure: String?
    let rowsRead: Int
    let counts: ImportCounts
    let rejected: Int
    var importRejections: [Rejections] = []
    /// The first changes of each kind, by name.
    var importChanges: [Change] = []
}

/// The state of a district's import.
struct DistrictRecord: Sendable {
    /// Nil where the district was never imported.
    var last: DistrictImport?
    var workedAt: Date?
    /// Listed places of the source, and the oldest and newest day of their records.
    var places = 0
    var oldest: String?
    var newest: String?
}

extension Transaction {
    /// The state of the imports of these districts.
    /// - Parameter maxNames: the most places returned of each kind of change.
    func districtRecords(of slugs: [String], maxNames: Int) throws -> [String: DistrictRecord] {
        var records: [String: DistrictRecord] = [:]
        for slug in slugs {
            var record = DistrictRecord(last: try latestRun(of: slug))
            record.workedAt = try first(
                """
                SELECT finished_at FROM import_runs
                WHERE district = \(slug) AND source = \(SeoulRow.source) AND failure IS NULL
                ORDER BY finished_at DESC, id DESC LIMIT 1
                """
            ) { try $0.date(0) }
            if let run = record.last?.id {
                record.last?.importRejections = try importRejections(of: run)
                record.last?.importChanges = try importChanges(of: run, maxNames: maxNames)
            }
            records[slug] = record
        }
        try rows(
            """
            SELECT district, COUNT(*), MIN(as_of), MAX(as_of) FROM places
            WHERE source = \(SeoulRow.source) AND status = 'listed' GROUP BY district ORDER BY district
            """
        ).forEach { row in
            let slug = try row.string(0)
            records[slug]?.places = try row.int(1)
            records[slug]?.oldest = try row.string(2)
            records[slug]?.newest = try row.string(3)
        }
        return records
    }

    private func latestRun(of slug: String) throws -> DistrictImport? {
        try first(
            """
            SELECT id, finished_at, failure, rows_read, inserted, changed, unchanged, cancelled, refused
            FROM import_runs WHERE district = \(slug) AND source = \(SeoulRow.source)
            ORDER BY finished_at DESC, id DESC LIMIT 1
            """
        ) { row in
            DistrictImport(
                id: try row.id(0),
                finishedAt: try row.date(1),
                failure: try row.optionalString(2),
                rowsRead: try row.int(3),
                counts: try ImportCounts(row, at: 4),
                rejected: try row.int(8)
            )
        }
    }

    private func importRejections(of run: ImportRun.ID) throws -> [DistrictImport.Rejections] {
        try rows(
            """
            SELECT reason, row_count, example FROM import_refusals WHERE run_id = \(run)
            ORDER BY row_count DESC, reason
            """
        ).map { row in
            guard let reason = ImportRejection.Reason(rawValue: try row.string(0)) else { return nil }
            return DistrictImport.Rejections(reason: reason, rows: try row.int(1), example: try row.string(2))
        }.compactMap { $0 }
    }

    private func importChanges(of run: ImportRun.ID, maxNames: Int) throws -> [DistrictImport.Change] {
        let kinds: [(DistrictImport.Change.Kind, SQL)] = [
            (.inserted, "s.reason = 'import'"),
            (.relisted, "s.status = 'listed' AND s.reason <> 'import'"),
            (.cancelled, "s.status = 'cancelled'"),
        ]
        return try kinds.flatMap { kind, condition in
            try rows(
                """
                SELECT p.id, p.name FROM place_statuses s JOIN places p ON p.id = s.place_id
                WHERE s.run_id = \(run) AND \(condition) ORDER BY p.name, p.id LIMIT \(maxNames)
                """
            ).map { DistrictImport.Change(kind: kind, place: try $0.id(0), name: try $0.string(1)) }
        }
    }
}
