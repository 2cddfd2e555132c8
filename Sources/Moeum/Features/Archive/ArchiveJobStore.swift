import Foundation

/// Jobs of making and importing archives: any process takes the next one, also one that a crashed process left.
extension Transaction {
    /// Adds a job, unless the account has an unfinished one of that kind.
    /// - Returns: whether a job was added.
    func addArchiveJob(_ kind: ArchiveJob.Kind, for account: Account.ID, file: String? = nil, at now: Date) throws
        -> Bool
    {
        try execute(
            """
            INSERT INTO archive_jobs (id, account_id, kind, state, file, free_at, created_at)
            VALUES (\(ArchiveJob.ID.next()), \(account), \(kind.rawValue), 'waiting', \(file), \(now.milliseconds),
                \(now.milliseconds)) ON CONFLICT DO NOTHING
            """
        ) == 1
    }

    /// Adds a job for an upload that is starting: at most one for each account, and none beside an unfinished import.
    /// - Returns: the job's id; nil where the account has an upload or import already.
    func addArchiveUpload(for account: Account.ID, at now: Date) throws -> ArchiveJob.ID? {
        try execute(
            """
            DELETE FROM archive_jobs
            WHERE account_id = \(account) AND state = 'uploading' AND free_at <= \(now.milliseconds)
            """
        )
        let id = ArchiveJob.ID.next()
        let until = now.addingTimeInterval(ArchiveJob.uploadLength).milliseconds
        let isAdded =
            try execute(
                """
                INSERT INTO archive_jobs (id, account_id, kind, state, free_at, created_at)
                VALUES (\(id), \(account), 'import', 'uploading', \(until), \(now.milliseconds)) ON CONFLICT DO NOTHING
                """
            ) == 1
        return isAdded ? id : nil
    }

    /// Ends an upload: its job now waits to be imported.
    /// - Returns: false where the upload took too long and its job is gone.
    func finishArchiveUpload(_ id: ArchiveJob.ID, file: String, size: Int64 = 0, at now: Date) throws -> Bool {
        try execute(
            """
            UPDATE archive_jobs SET state = 'waiting', file = \(file), size = \(size), free_at = \(now.milliseconds)
            WHERE id = \(id) AND state = 'uploading'
            """
        ) == 1
    }

    /// Bytes of all uploaded files that are not imported yet.
    func archiveUploadBytes() throws -> Int64 {
        try first(
            """
            SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM archive_jobs
            WHERE kind = 'import' AND state IN ('waiting', 'running')
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

    /// Whether there is a job that no process runs.
    func hasFreeArchiveJob(at now: Date) throws -> Bool {
        try first(
            """
            SELECT 1 FROM archive_jobs WHERE state IN ('waiting', 'running') AND free_at <= \(now.milliseconds) LIMIT 1
            """
        ) { try $0.int(0) } != nil
    }

    /// Takes the oldest job that no process runs. The caller holds it by a lease, which `renewArchiveJob` renews.
    func claimArchiveJob(lease: Identifier<JobLease>, at now: Date) throws -> ArchiveJob? {
        let (time, until) = (now.milliseconds, now.addingTimeInterval(ArchiveJob.leaseLength).milliseconds)
        return try rows(
            """
            UPDATE archive_jobs SET state = 'running', lease = \(lease), free_at = \(until), tries = tries + 1
            WHERE state IN ('waiting', 'running') AND free_at <= \(time) AND id = (
                SELECT id FROM archive_jobs WHERE state IN ('waiting', 'running') AND free_at <= \(time)
                ORDER BY free_at, id LIMIT 1)
            RETURNING \(ArchiveJob.columns)
            """
        ).map(ArchiveJob.init).first
    }

    /// Renews the lease.
    /// - Returns: false where the lease has gone to another process.
    func renewArchiveJob(_ job: ArchiveJob, step: String? = nil, at now: Date) throws -> Bool {
        let until = now.addingTimeInterval(ArchiveJob.leaseLength).milliseconds
        return try execute(
            """
            UPDATE archive_jobs SET free_at = \(until), step = COALESCE(\(step), step)
            WHERE id = \(job.id) AND lease = \(job.lease) AND state = 'running'
            """
        ) == 1
    }

    /// Returns a job after an error, to be tried again a little later.
    func returnArchiveJob(_ job: ArchiveJob, at now: Date) throws {
        let again = now.addingTimeInterval(Double(job.tries) * 10).milliseconds
        try execute(
            """
            UPDATE archive_jobs SET state = 'waiting', step = NULL, free_at = \(again)
            WHERE id = \(job.id) AND lease = \(job.lease) AND state = 'running'
            """
        )
    }

    /// Saves the counts of the parts so far, so that another try continues after them.
    /// - Returns: false where the lease has gone to another process.
    func saveArchiveCounts(_ counts: [ArchiveCounts], of job: ArchiveJob) throws -> Bool {
        let outcome = String(decoding: try JSONEncoder().encode(counts), as: UTF8.self)
        return try execute(
            """
            UPDATE archive_jobs SET outcome = \(outcome)
            WHERE id = \(job.id) AND lease = \(job.lease) AND state = 'running'
            """
        ) == 1
    }

    /// Marks a job as done.
    /// - Parameter file: the made archive; nil for an import, whose file is removed.
    /// - Returns: false where the lease has gone to another process.
    func finishArchiveJob(_ job: ArchiveJob, file: (name: String, size: Int64)?, at now: Date) throws -> Bool {
        let expiry = file.map { _ in now.addingTimeInterval(ArchiveJob.lifetime).milliseconds }
        return try execute(
            """
            UPDATE archive_jobs SET state = 'done', step = NULL, file = \(file?.name), size = \(file?.size),
                ended_at = \(now.milliseconds), expires_at = \(expiry)
            WHERE id = \(job.id) AND lease = \(job.lease) AND state = 'running'
            """
        ) == 1
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
    /// - Returns: false where the lease has gone to another process.
    func failArchiveJob(_ job: ArchiveJob, _ failure: ArchiveJob.Failure, at now: Date) throws -> Bool {
        try execute(
            """
            UPDATE archive_jobs SET state = 'failed', step = NULL, file = NULL, failure = \(failure.rawValue),
                ended_at = \(now.milliseconds)
            WHERE id = \(job.id) AND lease = \(job.lease) AND state = 'running'
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

    /// A job, if it is this account's.
    func archiveJob(_ id: ArchiveJob.ID, of account: Account.ID) throws -> ArchiveJob? {
        try first(
            "SELECT \(ArchiveJob.columns) FROM archive_jobs WHERE id = \(id) AND account_id = \(account)",
            ArchiveJob.init
        )
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
        try execute("DELETE FROM archive_jobs WHERE state = 'uploading' AND free_at <= \(now.milliseconds)")
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

    /// The recipient of e-mails about an account's archives.
    func archiveOwner(_ account: Account.ID) throws -> (email: String, nickname: String, language: Language)? {
        try first("SELECT email, nickname, language FROM accounts WHERE id = \(account)") { row in
            (try row.string(0), try row.string(1), Language(rawValue: try row.string(2)) ?? .korean)
        }
    }
}

extension ArchiveJob {
    fileprivate static let columns: SQL = """
        id, account_id, kind, state, step, file, size, outcome, failure, tries, lease, created_at, ended_at, expires_at,
        CASE WHEN fetched_at IS NULL THEN 0 ELSE 1 END
        """

    /// From its columns.
    fileprivate init(_ row: any Row) throws {
        self.init(
            id: try row.id(0),
            account: try row.id(1),
            kind: try Self.value(row, 2),
            state: try Self.value(row, 3),
            step: try row.optionalString(4),
            file: try row.optionalString(5),
            size: try row.optionalInt64(6),
            outcome: try row.optionalString(7).map {
                try JSONDecoder().decode([ArchiveCounts].self, from: Data($0.utf8))
            } ?? [],
            failure: try row.optionalString(8).flatMap(ArchiveJob.Failure.init(rawValue:)),
            tries: try row.int(9),
            lease: try row.id(10),
            createdAt: try row.date(11),
            endedAt: try row.optionalDate(12),
            expiresAt: try row.optionalDate(13),
            wasFetched: try row.bool(14)
        )
    }

    private static func value<Value: RawRepresentable<String>>(_ row: any Row, _ column: Int) throws -> Value {
        guard let value = Value(rawValue: try row.string(column)) else {
            throw DatabaseError.decoding(column: column, expected: "\(Value.self)")
        }
        return value
    }
}
