import Foundation

/// Jobs as rows: whichever program is free takes the next one, and one that a dead program left is taken again.
extension Transaction {
    private static let archiveJobColumns: SQL = """
        id, account_id, kind, state, step, file, size, outcome, failure, tries, lease, created_at, ended_at, expires_at,
        CASE WHEN fetched_at IS NULL THEN 0 ELSE 1 END
        """

    /// Asks for a job, unless the account has one of that kind in hand.
    /// - Returns: whether this one was added.
    func addArchiveJob(_ kind: ArchiveJob.Kind, for account: Int64, file: String? = nil, at now: Date) throws -> Bool {
        try execute(
            """
            INSERT INTO archive_jobs (id, account_id, kind, state, file, free_at, created_at)
            VALUES (\(Identifier.next()), \(account), \(kind.rawValue), 'waiting', \(file), \(now.milliseconds),
                \(now.milliseconds)) ON CONFLICT DO NOTHING
            """
        ) == 1
    }

    /// Makes the place of a file that is coming in to be imported: one for each account, and none beside an import that
    /// is in hand.
    /// - Returns: nil where it is taken.
    func addUpload(for account: Int64, at now: Date) throws -> Int64? {
        try execute(
            """
            DELETE FROM archive_jobs
            WHERE account_id = \(account) AND state = 'uploading' AND free_at <= \(now.milliseconds)
            """
        )
        let id = Identifier.next()
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

    /// The file is there: its place becomes a job that waits.
    /// - Returns: false where it took so long that the place was given away.
    func finishUpload(_ id: Int64, file: String, size: Int64 = 0, at now: Date) throws -> Bool {
        try execute(
            """
            UPDATE archive_jobs SET state = 'waiting', file = \(file), size = \(size), free_at = \(now.milliseconds)
            WHERE id = \(id) AND state = 'uploading'
            """
        ) == 1
    }

    /// How long the files are that have come in and wait to be imported.
    func bytesToImport() throws -> Int64 {
        try first(
            """
            SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM archive_jobs
            WHERE kind = 'import' AND state IN ('waiting', 'running')
            """
        ) { try $0.int64(0) } ?? 0
    }

    /// - Returns: whether it was still there.
    func removeUpload(_ id: Int64) throws -> Bool {
        try execute("DELETE FROM archive_jobs WHERE id = \(id) AND state = 'uploading'") == 1
    }

    /// Notes that what was made has been downloaded.
    /// - Returns: whether this was the first time.
    func recordArchiveDownload(of job: ArchiveJob, at now: Date) throws -> Bool {
        try execute(
            "UPDATE archive_jobs SET fetched_at = \(now.milliseconds) WHERE id = \(job.id) AND fetched_at IS NULL"
        ) == 1
    }

    /// Whether there is a job that nobody has in hand.
    func hasFreeArchiveJob(at now: Date) throws -> Bool {
        try first(
            """
            SELECT 1 FROM archive_jobs WHERE state IN ('waiting', 'running') AND free_at <= \(now.milliseconds) LIMIT 1
            """
        ) { try $0.int(0) } != nil
    }

    /// Takes the oldest job that nobody has in hand. It is the caller's for a lease, which `keepArchiveJob` renews.
    func claimArchiveJob(lease: Int64, at now: Date) throws -> ArchiveJob? {
        let (time, until) = (now.milliseconds, now.addingTimeInterval(ArchiveJob.leaseLength).milliseconds)
        return try rows(
            """
            UPDATE archive_jobs SET state = 'running', lease = \(lease), free_at = \(until), tries = tries + 1
            WHERE state IN ('waiting', 'running') AND free_at <= \(time) AND id = (
                SELECT id FROM archive_jobs WHERE state IN ('waiting', 'running') AND free_at <= \(time)
                ORDER BY free_at, id LIMIT 1)
            RETURNING \(Self.archiveJobColumns)
            """
        ).map(Self.decodeArchiveJob).first
    }

    /// Renews the lease.
    /// - Returns: false where the job is somebody else's by now.
    func renewArchiveJob(_ job: ArchiveJob, step: String? = nil, at now: Date) throws -> Bool {
        let until = now.addingTimeInterval(ArchiveJob.leaseLength).milliseconds
        return try execute(
            """
            UPDATE archive_jobs SET free_at = \(until), step = COALESCE(\(step), step)
            WHERE id = \(job.id) AND lease = \(job.lease) AND state = 'running'
            """
        ) == 1
    }

    /// Gives a job back after an error, to be tried again a little later.
    func returnArchiveJob(_ job: ArchiveJob, at now: Date) throws {
        let again = now.addingTimeInterval(Double(job.tries) * 10).milliseconds
        try execute(
            """
            UPDATE archive_jobs SET state = 'waiting', step = NULL, free_at = \(again)
            WHERE id = \(job.id) AND lease = \(job.lease) AND state = 'running'
            """
        )
    }

    /// Notes what one part brought, so that a second try goes on after it.
    /// - Returns: false where the job is somebody else's by now.
    func saveArchiveCounts(_ counts: [ArchiveCounts], of job: ArchiveJob) throws -> Bool {
        let outcome = String(decoding: try JSONEncoder().encode(counts), as: UTF8.self)
        return try execute(
            """
            UPDATE archive_jobs SET outcome = \(outcome)
            WHERE id = \(job.id) AND lease = \(job.lease) AND state = 'running'
            """
        ) == 1
    }

    /// Ends a job well.
    /// - Parameter file: what was made; nil for an upload, which is gone now.
    /// - Returns: false where the job is somebody else's by now.
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

    /// Forgets what was made for an account before: one archive of each is enough. The sweep removes the files, which no
    /// job names any more.
    func expireArchives(before job: ArchiveJob) throws {
        try execute(
            """
            UPDATE archive_jobs SET state = 'expired', file = NULL, size = NULL
            WHERE account_id = \(job.account) AND kind = 'export' AND state = 'done' AND id <> \(job.id)
            """
        )
    }

    /// Ends a job that came to nothing.
    /// - Returns: false where the job is somebody else's by now.
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
    func archiveJobs(_ kind: ArchiveJob.Kind, of account: Int64, atMost limit: Int = 5) throws -> [ArchiveJob] {
        try rows(
            """
            SELECT \(Self.archiveJobColumns) FROM archive_jobs
            WHERE account_id = \(account) AND kind = \(kind.rawValue) AND state <> 'uploading'
            ORDER BY id DESC LIMIT \(limit)
            """
        ).map(Self.decodeArchiveJob)
    }

    /// A job of this account and no other.
    func archiveJob(_ id: Int64, of account: Int64) throws -> ArchiveJob? {
        try first(
            "SELECT \(Self.archiveJobColumns) FROM archive_jobs WHERE id = \(id) AND account_id = \(account)",
            Self.decodeArchiveJob
        )
    }

    /// Forgets what was made so long ago that nobody may have it any more; rows stay for a month to say so.
    /// - Returns: the names of files to be removed.
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

    /// What was made for an account and is past its time can be had no more; the sweep removes the files.
    func endExpiredArchives(of account: Int64, at now: Date) throws {
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

    /// Names of an account's files, to be removed with the account.
    func archiveFiles(_ kind: ArchiveJob.Kind, of account: Int64) throws -> [String] {
        try rows(
            """
            SELECT file FROM archive_jobs
            WHERE account_id = \(account) AND kind = \(kind.rawValue) AND file IS NOT NULL ORDER BY id
            """
        ).map { try $0.string(0) }
    }

    /// Whom to write to.
    func archiveOwner(_ account: Int64) throws -> (email: String, nickname: String, language: Language)? {
        try first("SELECT email, nickname, language FROM accounts WHERE id = \(account)") { row in
            (try row.string(0), try row.string(1), Language(rawValue: try row.string(2)) ?? .korean)
        }
    }

    private static func decodeArchiveJob(_ row: any Row) throws -> ArchiveJob {
        ArchiveJob(
            id: try row.int64(0),
            account: try row.int64(1),
            kind: try value(row, 2),
            state: try value(row, 3),
            step: try row.optionalString(4),
            file: try row.optionalString(5),
            size: try row.optionalInt64(6),
            outcome: try row.optionalString(7).map {
                try JSONDecoder().decode([ArchiveCounts].self, from: Data($0.utf8))
            } ?? [],
            failure: try row.optionalString(8).flatMap(ArchiveJob.Failure.init(rawValue:)),
            tries: try row.int(9),
            lease: try row.int64(10),
            createdAt: Date(milliseconds: try row.int64(11)),
            endedAt: try row.optionalInt64(12).map { Date(milliseconds: $0) },
            expiresAt: try row.optionalInt64(13).map { Date(milliseconds: $0) },
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
