import Foundation

extension Transaction {
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
            INSERT INTO import_jobs (id, in_hand, allows_mass_cancel, account_id, created_at)
            VALUES (\(id), 1, \(allowsMassCancel), \(account), \(now.milliseconds))
            ON CONFLICT (in_hand) DO NOTHING
            """
        )
        guard isAdded == 1 else { return nil }
        for district in districts {
            try execute("INSERT INTO import_job_districts (job_id, district) VALUES (\(id), \(district))")
        }
        try addJob(ImportWorker.name, String(id), due: now)
        return id
    }

    func endImportJob(_ id: ImportJob.ID, _ failure: ImportJob.Failure? = nil, at now: Date) throws {
        try execute(
            """
            UPDATE import_jobs SET in_hand = NULL, ended_at = \(now.milliseconds), failure = \(failure?.rawValue)
            WHERE id = \(id) AND in_hand = 1
            """
        )
    }

    /// Lets the newest job go on that was given up.
    /// - Returns: false for an earlier one.
    func restartImportJob(_ id: ImportJob.ID) throws -> Bool {
        try execute(
            """
            UPDATE import_jobs SET in_hand = 1, ended_at = NULL, failure = NULL
            WHERE id = \(id) AND failure IS NOT NULL AND id = (SELECT MAX(id) FROM import_jobs)
            """
        ) == 1
    }

    /// The newest job, which is the unfinished one where there is one.
    func latestImportJob() throws -> ImportJob? {
        var job = try first(
            """
            SELECT i.id, i.allows_mass_cancel, i.failure, COALESCE(j.attempts, 0), i.created_at, i.ended_at, a.nickname
            FROM import_jobs i LEFT JOIN accounts a ON a.id = i.account_id
                LEFT JOIN jobs j ON j.kind = \(ImportWorker.name) AND j.key = CAST(i.id AS TEXT)
            ORDER BY i.id DESC LIMIT 1
            """
        ) { row in
            ImportJob(
                id: try row.id(0),
                allowsMassCancel: try row.bool(1),
                failure: try row.optionalString(2).flatMap(ImportJob.Failure.init(rawValue:)),
                hasBegun: try row.int(3) > 0,
                createdAt: try row.date(4),
                endedAt: try row.optionalDate(5),
                askedBy: try row.optionalString(6)
            )
        }
        if let id = job?.id { job?.districts = try importDistricts(of: id) }
        return job
    }

    func importDistricts(of id: ImportJob.ID) throws -> [String] {
        try rows("SELECT district FROM import_job_districts WHERE job_id = \(id) ORDER BY district").map {
            try $0.string(0)
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
