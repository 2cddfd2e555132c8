import Foundation

/// Archives to be made and imported, and what became of them. Those that wait have a job.
extension Transaction {
    /// Adds an archive job, unless the account has an unfinished one of that kind.
    /// - Returns: whether a job was added.
    func addArchiveJob(_ kind: ArchiveJob.Kind, for account: Account.ID, file: String? = nil, at now: Date) throws
        -> Bool
    {
        let id = ArchiveJob.ID.next()
        let isAdded =
            try execute(
                """
                INSERT INTO archive_jobs (id, account_id, kind, state, file, created_at)
                VALUES (\(id), \(account), \(kind.rawValue), 'waiting', \(file), \(now.milliseconds))
                ON CONFLICT DO NOTHING
                """
            ) == 1
        if isAdded { try addJob(ArchiveWorker.name, String(id), due: now) }
        return isAdded
    }

    /// Adds a job for an upload that is starting: at most one for each account, and none beside an unfinished import.
    /// - Returns: the job's id; nil where the account has an upload or import already.
    func addArchiveUpload(for account: Account.ID, at now: Date) throws -> ArchiveJob.ID? {
        try execute(
            """
            DELETE FROM archive_jobs
            WHERE account_id = \(account) AND state = 'uploading' AND expires_at <= \(now.milliseconds)
            """
        )
        let id = ArchiveJob.ID.next()
        let until = now.addingTimeInterval(ArchiveJob.uploadLength).milliseconds
        let isAdded =
            try execute(
                """
                INSERT INTO archive_jobs (id, account_id, kind, state, created_at, expires_at)
                VALUES (\(id), \(account), 'import', 'uploading', \(now.milliseconds), \(until)) ON CONFLICT DO NOTHING
                """
            ) == 1
        return isAdded ? id : nil
    }

    /// Ends an upload: its job now waits to be imported.
    /// - Returns: false where the upload took too long and its job is gone.
    func finishArchiveUpload(_ id: ArchiveJob.ID, file: String, size: Int64 = 0, at now: Date) throws -> Bool {
        let isThere =
            try execute(
                """
                UPDATE archive_jobs SET state = 'waiting', file = \(file), size = \(size), expires_at = NULL
                WHERE id = \(id) AND state = 'uploading'
                """
            ) == 1
        if isThere { try addJob(ArchiveWorker.name, String(id), due: now) }
        return isThere
    }

    /// Bytes of all uploaded files that are not imported yet.
    func archiveUploadBytes() throws -> Int64 {
        try first(
            """
            SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM archive_jobs
            WHERE kind = 'import' AND state = 'waiting'
            """
        ) { try $0.int64(0) } ?? 0
    }

    /// - Returns: whether the job was still there.
    func removeArchiveUpload(_ id: ArchiveJob.ID) throws -> Bool {
        try execute("DELETE FROM archive_jobs WHERE id = \(id) AND state = 'uploading'") == 1
    }

    /// Records that a made archive was downloaded.
    /// - Returns: whether this was the first download.
    func recordArchiveDownload(of job: ArchiveJob, at now: Date) throws -> Bool {
        try execute(
            "UPDATE archive_jobs SET fetched_at = \(now.milliseconds) WHERE id = \(job.id) AND fetched_at IS NULL"
        ) == 1
    }

    /// Shows the person how far an import is.
    func saveArchiveStep(_ step: String, _ counts: [ArchiveCounts], of job: ArchiveJob) throws {
        try execute("UPDATE archive_jobs SET step = \(step) WHERE id = \(job.id)")
        try saveArchiveCounts(counts, of: job)
    }

    /// Saves the counts of the parts so far, so that another attempt continues after them.
    func saveArchiveCounts(_ counts: [ArchiveCounts], of job: ArchiveJob) throws {
        let outcome = String(decoding: try JSONEncoder().encode(counts), as: UTF8.self)
        try execute("UPDATE archive_jobs SET outcome = \(outcome) WHERE id = \(job.id)")
    }

    /// Marks a job as done.
    /// - Parameter file: the made archive; nil for an import, whose file is removed.
    func finishArchiveJob(_ job: ArchiveJob, file: (name: String, size: Int64)?, at now: Date) throws {
        let expiry = file.map { _ in now.addingTimeInterval(ArchiveJob.lifetime).milliseconds }
        try execute(
            """
            UPDATE archive_jobs SET state = 'done', step = NULL, file = \(file?.name), size = \(file?.size),
                ended_at = \(now.milliseconds), expires_at = \(expiry)
            WHERE id = \(job.id)
            """
        )
    }

    /// Marks earlier archives of an account as expired: the newest one is enough. The sweep removes their files.
    func expireArchives(before job: ArchiveJob) throws {
        try execute(
            """
            UPDATE archive_jobs SET state = 'expired', file = NULL, size = NULL
            WHERE account_id = \(job.account) AND kind = 'export' AND state = 'done' AND id <> \(job.id)
            """
        )
    }

    /// Marks a job as failed.
    func failArchiveJob(_ id: ArchiveJob.ID, _ failure: ArchiveJob.Failure, at now: Date) throws {
        try execute(
            """
            UPDATE archive_jobs SET state = 'failed', step = NULL, file = NULL, failure = \(failure.rawValue),
                ended_at = \(now.milliseconds)
            WHERE id = \(id)
            """
        )
    }

    /// Lets an export that failed wait again.
    /// - Returns: false for an import, whose file is gone, and where the account has an unfinished export.
    func restartArchiveJob(_ id: ArchiveJob.ID) throws -> Bool {
        try execute(
            """
            UPDATE archive_jobs SET state = 'waiting', failure = NULL, ended_at = NULL
            WHERE id = \(id) AND kind = 'export' AND state = 'failed' AND NOT EXISTS (
                SELECT 1 FROM archive_jobs o WHERE o.account_id = archive_jobs.account_id AND o.kind = 'export'
                    AND o.state = 'waiting')
            """
        ) == 1
    }

    /// The latest jobs of an account, newest first.
    func archiveJobs(_ kind: ArchiveJob.Kind, of account: Account.ID, atMost limit: Int = 5) throws -> [ArchiveJob] {
        try rows(
            """
            SELECT \(ArchiveJob.columns) FROM archive_jobs
            WHERE account_id = \(account) AND kind = \(kind.rawValue) AND state <> 'uploading'
            ORDER BY id DESC LIMIT \(limit)
            """
        ).map(ArchiveJob.init)
    }

    func archiveJob(_ id: ArchiveJob.ID) throws -> ArchiveJob? {
        try first("SELECT \(ArchiveJob.columns) FROM archive_jobs WHERE id = \(id)", ArchiveJob.init)
    }

    /// Marks archives as expired that are past their time; jobs are deleted a month later.
    /// - Returns: the names of files to remove.
    func expireArchives(at now: Date) throws -> [String] {
        let files = try rows(
            """
            SELECT file FROM archive_jobs WHERE file IS NOT NULL
                AND (state = 'expired' OR (state = 'done' AND expires_at <= \(now.milliseconds))) ORDER BY id
            """
        ).map { try $0.string(0) }
        try execute(
            """
            UPDATE archive_jobs SET state = 'expired', file = NULL, size = NULL
            WHERE (state = 'expired' AND file IS NOT NULL) OR (state = 'done' AND expires_at <= \(now.milliseconds))
            """
        )
        try execute("DELETE FROM archive_jobs WHERE state = 'uploading' AND expires_at <= \(now.milliseconds)")
        let monthAgo = now.addingTimeInterval(-30 * 86_400 - ArchiveJob.lifetime).milliseconds
        try execute(
            "DELETE FROM archive_jobs WHERE ended_at < \(monthAgo) AND state IN ('done', 'failed', 'expired')"
        )
        return files
    }

    /// Marks an account's archives as expired that are past their time; the sweep removes the files.
    func endExpiredArchives(of account: Account.ID, at now: Date) throws {
        try endExpired(
            "archive_jobs",
            where: "account_id = \(account) AND state = 'done' AND expires_at <= \(now.milliseconds)",
            by: "state = 'expired'"
        )
    }

    /// Whether a file of this name belongs to a job.
    func hasArchiveFile(_ name: String) throws -> Bool {
        try first("SELECT 1 FROM archive_jobs WHERE file = \(name) LIMIT 1") { try $0.int(0) } != nil
    }

    /// The names of an account's files, to be removed with the account.
    func archiveFiles(_ kind: ArchiveJob.Kind, of account: Account.ID) throws -> [String] {
        try rows(
            """
            SELECT file FROM archive_jobs
            WHERE account_id = \(account) AND kind = \(kind.rawValue) AND file IS NOT NULL ORDER BY id
            """
        ).map { try $0.string(0) }
    }
}

extension ArchiveJob {
    fileprivate static let columns: SQL = """
        id, account_id, kind, CASE WHEN state = 'waiting' AND EXISTS (
            SELECT 1 FROM jobs j WHERE j.kind = 'archive' AND j.key = CAST(archive_jobs.id AS TEXT)
                AND j.lease IS NOT NULL) THEN 'running' ELSE state END,
        step, file, size, outcome, failure, created_at, ended_at, expires_at,
        CASE WHEN fetched_at IS NULL THEN 0 ELSE 1 END
        """

    /// From its columns.
    fileprivate init(_ row: any Row) throws {
        let state: State = try Self.value(row, 3)
        self.init(
            id: try row.id(0),
            account: try row.id(1),
            kind: try Self.value(row, 2),
            state: state,
            // One that waits for another attempt is at none.
            step: state == .running ? try row.optionalString(4) : nil,
            file: try row.optionalString(5),
            size: try row.optionalInt64(6),
            outcome: try row.optionalString(7).map {
                try JSONDecoder().decode([ArchiveCounts].self, from: Data($0.utf8))
            } ?? [],
            failure: try row.optionalString(8).flatMap(ArchiveJob.Failure.init(rawValue:)),
            createdAt: try row.date(9),
            endedAt: try row.optionalDate(10),
            expiresAt: try row.optionalDate(11),
            wasFetched: try row.bool(12)
        )
    }

    private static func value<Value: RawRepresentable<String>>(_ row: any Row, _ column: Int) throws -> Value {
        guard let value = Value(rawValue: try row.string(column)) else {
            throw DatabaseError.decoding(column: column, expected: "\(Value.self)")
        }
        return value
    }
}
