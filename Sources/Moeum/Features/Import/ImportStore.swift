import Foundation

/// How many records an import brought in, changed and left alone.
public struct ImportCounts: Sendable, Equatable {
    public var inserted = 0
    public var changed = 0
    public var unchanged = 0
    public var cancelled = 0

    public init() {}
}

extension Transaction {
    /// Keeps what became of one district's import.
    func record(_ report: SeoulImport.Report) throws {
        let now = Int64(Date.now.timeIntervalSince1970 * 1_000)
        var counts = ImportCounts()
        var failure: String?
        switch report.result {
        case .success(let success): counts = success
        case .failure(let fault): failure = fault.description
        }
        try execute(
            """
            INSERT INTO import_runs (id, source, district, started_at, finished_at, failure, inserted, changed,
                unchanged, cancelled, refused)
            VALUES (\(Identifier.next()), \(SeoulRow.source), \(report.district.slug),
                \(now - Int64(report.seconds * 1_000)), \(now), \(failure), \(counts.inserted), \(counts.changed),
                \(counts.unchanged), \(counts.cancelled), \(report.refusals.count))
            """
        )
    }

    /// Upserts records one by one and says what became of them. Records of an unknown district are the caller's fault.
    @discardableResult
    public func upsertAll(_ records: [PlaceRecord], _ districts: Districts) throws -> ImportCounts {
        let now = Int64(Date.now.timeIntervalSince1970 * 1_000)
        var counts = ImportCounts()
        for record in records {
            guard let district = districts[slug: record.district] else { continue }
            switch try upsert(record, district, now: now) {
            case .inserted: counts.inserted += 1
            case .changed: counts.changed += 1
            case .unchanged: counts.unchanged += 1
            }
        }
        return counts
    }
}
