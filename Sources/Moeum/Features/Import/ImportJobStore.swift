import Foundation

extension Transaction {
    /// Adds an import job.
    /// - Returns: nil where there is an unfinished one already.
    func addImportJob(
        _ districts: [String],
        allowsMassCancel: Bool,
        by account: Account.ID,
        at now: Date
    ) throws -> ImportJob.ID? {
        let id = ImportJob.ID.next()
        let isAdded = try execute(
            """
            INSERT INTO import_jobs (id, in_hand, allows_mass_cancel, account_id, free_at, created_at)
            VALUES (\(id), 1, \(allowsMassCancel), \(account), \(now.milliseconds), \(now.milliseconds))
            ON CONFLICT (in_hand) DO NOTHING
            """
        )
        guard isAdded == 1 else { return nil }
        for district in districts {
            try execute("INSERT INTO import_job_districts (job_id, district) VALUES (\(id), \(district))")
        }
        return id
    }

    /// Whether there is a job that no process runs.
    func hasFreeImportJob(at now: Date) throws -> Bool {
        try first(
            "SELECT 1 FROM import_jobs WHERE in_hand = 1 AND free_at <= \(now.milliseconds) LIMIT 1"
        ) { try $0.int(0) } != nil
    }

    /// Takes the job that no process runs. The caller holds it by a lease, which `renewImportJob` renews.
    func claimImportJob(lease: Identifier<JobLease>, at now: Date) throws -> ImportJob? {
        let until = now.addingTimeInterval(ImportJob.leaseLength).milliseconds
        let isTaken = try execute(
            """
            UPDATE import_jobs SET lease = \(lease), free_at = \(until), tries = tries + 1
            WHERE in_hand = 1 AND free_at <= \(now.milliseconds)
            """
        )
        return isTaken == 1 ? try latestImportJob() : nil
    }

    /// Renews the lease.
    /// - Returns: false where the lease has gone to another process.
    func renewImportJob(_ job: ImportJob, at now: Date) throws -> Bool {
        let until = now.addingTimeInterval(ImportJob.leaseLength).milliseconds
        return try execute(
            "UPDATE import_jobs SET free_at = \(until) WHERE id = \(job.id) AND lease = \(job.lease) AND in_hand = 1"
        ) == 1
    }

    /// Returns an unfinished job: the next process continues with the remaining districts.
    /// - Parameter wasStopped: whether the process is stopping, which does not count as a try.
    func returnImportJob(_ job: ImportJob, wasStopped: Bool, at now: Date) throws {
        let again = now.addingTimeInterval(wasStopped ? 0 : Double(job.tries) * 10).milliseconds
        try execute(
            """
            UPDATE import_jobs SET free_at = \(again), tries = tries - \(wasStopped ? 1 : 0)
            WHERE id = \(job.id) AND lease = \(job.lease) AND in_hand = 1
            """
        )
    }

    func endImportJob(_ job: ImportJob, _ failure: ImportJob.Failure? = nil, at now: Date) throws {
        try execute(
            """
            UPDATE import_jobs SET in_hand = NULL, ended_at = \(now.milliseconds), failure = \(failure?.rawValue)
            WHERE id = \(job.id) AND lease = \(job.lease) AND in_hand = 1
            """
        )
    }

    /// The newest job, which is the unfinished one where there is one.
    func latestImportJob() throws -> ImportJob? {
        let job = try first(
            """
            SELECT j.id, j.allows_mass_cancel, j.failure, j.tries, j.lease, j.created_at, j.ended_at, a.nickname
            FROM import_jobs j LEFT JOIN accounts a ON a.id = j.account_id ORDER BY j.id DESC LIMIT 1
            """
        ) { row in
            ImportJob(
                id: try row.id(0),
                districts: [],
                allowsMassCancel: try row.bool(1),
                failure: try row.optionalString(2).flatMap(ImportJob.Failure.init(rawValue:)),
                tries: try row.int(3),
                lease: try row.id(4),
                createdAt: try row.date(5),
                endedAt: try row.optionalDate(6),
                askedBy: try row.optionalString(7)
            )
        }
        return try job.map { job in
            job.with(
                try rows("SELECT district FROM import_job_districts WHERE job_id = \(job.id) ORDER BY district")
                    .map { try $0.string(0) }
            )
        }
    }

    /// The finished districts of a job, and whether each of them failed.
    func endedDistricts(of job: ImportJob) throws -> [String: Bool] {
        let ended = try rows(
            "SELECT district, failure FROM import_runs WHERE batch = \(job.id) ORDER BY finished_at, id"
        ).map { (try $0.string(0), !$0.isNull(1)) }
        return Dictionary(ended) { $1 }
    }
}

extension ImportJob {
    fileprivate func with(_ districts: [String]) -> ImportJob {
        ImportJob(
            id: id,
            districts: districts,
            allowsMassCancel: allowsMassCancel,
            failure: failure,
            tries: tries,
            lease: lease,
            createdAt: createdAt,
            endedAt: endedAt,
            askedBy: askedBy
        )
    }
}
