import Foundation

/// The places and facts from one source, and its last import.
struct SourceReport: Sendable {
    let source: Source
    var places: [Place.Status: Int] = [:]
    /// Facts of places whose record has another source, or another day of this one.
    var facts = 0
    /// The oldest and the newest day of its facts; nil without any.
    var oldest: String?
    var newest: String?
    var lastImport: LastImport?

    /// Whether the site has any data of the source.
    var isUsed: Bool { !places.isEmpty || facts > 0 || lastImport != nil }

    func count(_ status: Place.Status) -> Int { places[status] ?? 0 }

    fileprivate mutating func include(_ first: String, _ last: String) {
        oldest = min(oldest ?? first, first)
        newest = max(newest ?? last, last)
    }
}

/// The last import of a source: all districts or files of one command together.
struct LastImport: Sendable {
    var finishedAt = Date(timeIntervalSince1970: 0)
    var rowsRead = 0
    var counts = ImportCounts()
    var rejected = 0
    var rejections: [ImportRejection.Reason: Int] = [:]
    /// Slugs of the districts whose import failed and that stay unchanged.
    var failedDistricts: [String] = []
}

extension Transaction {
    /// When an import last went well.
    func latestImport() throws -> Date? {
        try first("SELECT MAX(finished_at) FROM import_runs WHERE failure IS NULL") { try $0.optionalDate(0) } ?? nil
    }

    func sourceReports() throws -> [SourceReport] {
        var reports: [String: SourceReport] = [:]
        for source in try sources() {
            reports[source.id] = SourceReport(source: source, lastImport: try lastImport(of: source.id))
        }
        try rows("SELECT source, status, COUNT(*), MIN(as_of), MAX(as_of) FROM places GROUP BY source, status").forEach
        {
            let id = try $0.string(0)
            guard let status = Place.Status(rawValue: try $0.string(1)) else { return }
            reports[id]?.places[status] = try $0.int(2)
            reports[id]?.include(try $0.string(3), try $0.string(4))
        }
        let factTables: [SQL] = ["place_facts", "place_operations", "place_designations", "place_prices"]
        for table in factTables {
            try rows("SELECT source, COUNT(*), MIN(as_of), MAX(as_of) FROM \(table) GROUP BY source").forEach {
                let id = try $0.string(0)
                reports[id]?.facts += try $0.int(1)
                reports[id]?.include(try $0.string(2), try $0.string(3))
            }
        }
        return reports.values.sorted { $0.source.id < $1.source.id }
    }

    private func lastImport(of source: String) throws -> LastImport? {
        let batch = try first(
            "SELECT batch FROM import_runs WHERE source = \(source) ORDER BY finished_at DESC, id DESC LIMIT 1"
        ) { try $0.int64(0) }
        guard let batch else { return nil }
        var last = LastImport()
        try rows(
            """
            SELECT district, finished_at, failure, rows_read, inserted, changed, unchanged, cancelled, refused
            FROM import_runs WHERE batch = \(batch) AND source = \(source) ORDER BY district
            """
        ).forEach { row in
            last.finishedAt = max(last.finishedAt, try row.date(1))
            if !row.isNull(2) { last.failedDistricts.append(try row.string(0)) }
            last.rowsRead += try row.int(3)
            last.counts = last.counts + (try ImportCounts(row, at: 4))
            last.rejected += try row.int(8)
        }
        try rows(
            """
            SELECT f.reason, f.row_count FROM import_refusals f JOIN import_runs r ON r.id = f.run_id
            WHERE r.batch = \(batch) AND r.source = \(source)
            """
        ).forEach { row in
            guard let reason = ImportRejection.Reason(rawValue: try row.string(0)) else { return }
            last.rejections[reason, default: 0] += try row.int(1)
        }
        return last
    }
}

extension ImportCounts {
    /// From columns that begin with `inserted`.
    init(_ row: any Row, at column: Int) throws {
        inserted = try row.int(column)
        changed = try row.int(column + 1)
        unchanged = try row.int(column + 2)
        cancelled = try row.int(column + 3)
    }
}
