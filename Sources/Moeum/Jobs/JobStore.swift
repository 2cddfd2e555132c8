import Foundation

/// Jobs from their first day to their end.
extension Transaction {
    /// Adds a job, unless there is one; one that was given up begins again.
    /// - Parameter due: not before then.
    func addJob(_ kind: String, _ key: String, payload: String? = nil, due: Date) throws {
        try execute(
            """
            INSERT INTO jobs (kind, key, payload, due_at, available_at)
            VALUES (\(kind), \(key), \(payload), \(due.milliseconds), \(due.milliseconds))
            ON CONFLICT (kind, key) DO UPDATE SET payload = excluded.payload, due_at = excluded.due_at,
                available_at = excluded.available_at, attempts = 0, error = NULL, died_at = NULL
            WHERE jobs.died_at IS NOT NULL
            """
        )
    }

    /// Adds a recurring job where it is missing, when a process starts. What failed is tried again at once, since its cause
    /// may be gone by now; so is what is this server's own, as nobody else does it. Those of servers that are long gone are
    /// deleted.
    func registerJob(_ kind: any JobKind, at now: Date) throws {
        let oldest = (now - Job.deadLifetime).milliseconds
        try execute(
            "DELETE FROM jobs WHERE kind = \(kind.name) AND key <> \(kind.rules.key) AND available_at <= \(oldest)"
        )
        try execute(
            """
            INSERT INTO jobs (kind, key, due_at, available_at)
            VALUES (\(kind.name), \(kind.rules.key), \(now.milliseconds), \(now.milliseconds))
            ON CONFLICT (kind, key) DO UPDATE SET available_at = excluded.available_at, lease = NULL, died_at = NULL
            WHERE jobs.key <> '' OR (jobs.lease IS NULL AND jobs.error IS NOT NULL)
            """
        )
    }

    func hasDueJob(_ kind: any JobKind, at now: Date) throws -> Bool {
        try first("SELECT 1 FROM jobs WHERE \(Self.isDue(kind, at: now)) LIMIT 1") { try $0.int(0) } != nil
    }

    /// Whether a job is due that has something to do. What a failure or a dead process has left is taken in any case, so that it
    /// comes to its end.
    func hasWork(for kind: any JobKind, at now: Date) throws -> Bool {
        let isAtRest = try first(
            "SELECT CASE WHEN \(Self.isAtRest) THEN 1 ELSE 0 END FROM jobs WHERE \(Self.isDue(kind, at: now)) LIMIT 1"
        ) { try $0.int(0) == 1 }
        guard let isAtRest else { return false }
        return try !isAtRest || kind.hasWork(self, at: now)
    }

    /// Takes the job that has been due longest; until its lease ends nobody else gets it.
    func takeJob(_ kind: any JobKind, as lease: Identifier<JobLease>, at now: Date) throws -> Job? {
        let (isDue, end) = (Self.isDue(kind, at: now), now + JobLease.length)
        // A recurring job may have been at rest for days after its time.
        let dueAt: SQL =
            kind.rules.interval == nil
            ? "due_at" : "CASE WHEN \(Self.isAtRest) THEN \(now.milliseconds) ELSE due_at END"
        return try first(
            """
            UPDATE jobs SET lease = \(lease), available_at = \(end.milliseconds), attempts = attempts + 1,
                due_at = \(dueAt)
            WHERE \(isDue) AND key = (SELECT key FROM jobs WHERE \(isDue) ORDER BY available_at, key LIMIT 1)
            RETURNING \(Job.columns)
            """,
            Job.init
        )
    }

    /// Whether the last time ended well, or has not come.
    private static let isAtRest: SQL = "lease IS NULL AND error IS NULL"

    /// A recurring job whose time is far away was put off by a clock that was wrong.
    private static func isDue(_ kind: any JobKind, at now: Date) -> SQL {
        guard let interval = kind.rules.interval else {
            return "kind = \(kind.name) AND available_at <= \(now.milliseconds)"
        }
        let longest = now + 2 * max(interval, kind.rules.backoff.maxDelay, JobLease.length)
        return """
            kind = \(kind.name) AND key = \(kind.rules.key)
                AND (available_at <= \(now.milliseconds) OR available_at > \(longest.milliseconds))
            """
    }

    /// - Throws: `JobLost` where another process has the job.
    func renewJob(_ job: Job, until end: Date) throws {
        try change(job, "UPDATE jobs SET available_at = \(end.milliseconds)")
    }

    /// - Parameter again: when it is done next; nil deletes it.
    func finishJob(_ job: Job, again: Date?) throws {
        guard let again = again?.milliseconds else { return try change(job, "DELETE FROM jobs") }
        try change(
            job,
            "UPDATE jobs SET due_at = \(again), available_at = \(again), attempts = 0, lease = NULL, error = NULL"
        )
    }

    /// - Parameter error: nil where the attempt does not count.
    func postponeJob(_ job: Job, _ error: String?, to next: Date) throws {
        let (attempts, words) = (error == nil ? job.attempts - 1 : job.attempts, error ?? job.error)
        try change(
            job,
            """
            UPDATE jobs SET available_at = \(next.milliseconds), attempts = \(attempts), lease = NULL, error = \(words)
            """
        )
    }

    func giveUpJob(_ job: Job, _ error: String, at now: Date) throws {
        try change(
            job,
            """
            UPDATE jobs SET died_at = \(now.milliseconds), available_at = NULL, lease = NULL, error = \(error)
            """
        )
    }

    private func change(_ job: Job, _ change: SQL) throws {
        let isHeld =
            try execute("\(change) WHERE kind = \(job.kind) AND key = \(job.key) AND lease = \(job.lease)") == 1
        guard isHeld else { throw JobLost() }
    }

    /// Deletes what was given up long ago.
    /// - Returns: how many.
    func deleteOldJobs(at now: Date, atMost limit: Int) throws -> Int {
        let oldest = (now - Job.deadLifetime).milliseconds
        return try execute(
            """
            DELETE FROM jobs WHERE (kind, key) IN (
                SELECT kind, key FROM jobs WHERE died_at <= \(oldest) ORDER BY died_at LIMIT \(limit))
            """
        )
    }
}

extension Job {
    /// How long what was given up is kept, in seconds.
    static let deadLifetime: TimeInterval = 30 * 86_400

    static let columns: SQL = "kind, key, payload, attempts, lease, error, due_at, died_at"

    init(_ row: any Row) throws {
        kind = try row.string(0)
        key = try row.string(1)
        payload = try row.optionalString(2)
        attempts = try row.int(3)
        lease = row.isNull(4) ? .absent : try row.id(4)
        error = try row.optionalString(5)
        dueAt = try row.date(6)
        diedAt = try row.optionalDate(7)
    }
}
