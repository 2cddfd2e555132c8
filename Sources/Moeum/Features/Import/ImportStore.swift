import Foundation

extension Transaction {
    /// Inserts a run, to which status changes refer; in the same transaction as the imported places.
    func beginImportRun(_ run: ImportRun) throws {
        try execute(
            """
            INSERT INTO import_runs (id, batch, source, district, started_at, finished_at, failure, rows_read,
                inserted, changed, unchanged, cancelled, refused)
            VALUES (\(run.id), \(run.batch), \(run.source), \(run.district), \(run.startedAt), \(run.startedAt),
                \(String?.none), 0, 0, 0, 0, 0, 0)
            """
        )
    }

    /// - Parameter failure: why nothing was changed; nil where it succeeded.
    func finishImportRun(
        _ run: ImportRun,
        read: Int,
        _ counts: ImportCounts,
        _ rejections: [ImportRejection],
        failure: String? = nil
    ) throws {
        try execute(
            """
            UPDATE import_runs SET finished_at = \(Date.now.milliseconds), failure = \(failure), rows_read = \(read),
                inserted = \(counts.inserted), changed = \(counts.changed), unchanged = \(counts.unchanged),
                cancelled = \(counts.cancelled), refused = \(rejections.count)
            WHERE id = \(run.id)
            """
        )
        for (reason, rows) in Dictionary(grouping: rejections, by: \.reason) {
            try execute(
                """
                INSERT INTO import_refusals (run_id, reason, row_count, example)
                VALUES (\(run.id), \(reason.rawValue), \(rows.count), \(rows.first?.row))
                """
            )
        }
    }

    /// Inserts or updates records one by one and counts the results. Throws where a record's district is unknown.
    @discardableResult
    func upsertPlaces(_ records: [PlaceRecord], _ districts: Districts, run: ImportRun.ID? = nil) throws
        -> ImportCounts
    {
        let now = Date.now.milliseconds
        var counts = ImportCounts()
        for record in records {
            switch try upsertPlace(record, districts, run: run, now: now) {
            case .inserted: counts.inserted += 1
            case .changed: counts.changed += 1
            case .unchanged: counts.unchanged += 1
            }
        }
        return counts
    }

    /// The contents of a file, whose rows without a source are known by their kinds and keys, whatever the file is called.
    func identified(_ content: FileImport.Content) throws -> FileImport.Content {
        let files = "file:"
        var sources: [String: String] = [:]
        // The oldest stays where a list is there twice.
        try rows("SELECT kind, source_key, source FROM places WHERE source LIKE 'file:%' ORDER BY id DESC").forEach {
            sources["\(try $0.string(0)) \(try $0.string(1))"] = try $0.string(2)
        }
        var content = content
        for index in content.records.indices where content.records[index].source.source.hasPrefix(files) {
            let record = content.records[index]
            guard let source = sources["\(record.kind.rawValue) \(record.key)"] else { continue }
            content.records[index].source = SourceReference(source: source, asOf: record.source.asOf)
        }
        return content
    }

    /// Imports a file: one run for each of its sources, in this transaction.
    func importPlaces(_ content: FileImport.Content, _ districts: Districts, startedAt: Int64) throws
        -> ImportCounts
    {
        let batch = ImportJob.ID.next()
        let sources = Set(content.records.map(\.source.source)).union(content.rejections.map(\.source))
        var sum = ImportCounts()
        for source in sources.sorted() {
            let run = ImportRun(batch: batch, source: source, district: "", startedAt: startedAt)
            let records = content.records.filter { $0.source.source == source }
            let rejections = content.rejections.filter { $0.source == source }.map(\.rejection)
            try beginImportRun(run)
            let counts = try upsertPlaces(records, districts, run: run.id)
            try finishImportRun(run, read: records.count + rejections.count, counts, rejections)
            sum = sum + counts
        }
        return sum
    }
}
