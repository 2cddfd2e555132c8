import GRDB

/// One read: gets the connection inside a snapshot, or the error that kept it from one.
typealias SQLiteReadJob = @Sendable (Result<SQLiteConnection, any Error>) -> Void

/// One write: runs inside a savepoint, and is told afterwards whether the commit it shares went through.
struct SQLiteWriteJob: Sendable {
    struct Outcome {
        let hasFailed: Bool
        let finish: (_ commitError: (any Error)?) -> Void
    }

    let run: @Sendable (SQLiteConnection) -> Outcome
}

/// Runs one read on its thread's own connection.
enum SQLiteReader {
    static func run(_ job: SQLiteReadJob, on queue: DatabaseQueue) {
        queue.inDatabase { database in
            do {
                try database.execute(sql: "BEGIN DEFERRED")
            } catch {
                job(.failure(SQLiteError.translate(error)))
                return
            }
            job(.success(SQLiteConnection(database)))
            // A read has nothing to lose; the snapshot ends either way.
            try? database.execute(sql: "COMMIT")
        }
    }
}

/// Commits waiting writes together: one sync to disk for all of them, a savepoint for each.
enum SQLiteGroupCommit {
    static func run(_ jobs: [SQLiteWriteJob], on queue: DatabaseQueue) {
        queue.inDatabase { database in
            var finished: [SQLiteWriteJob.Outcome] = []
            do {
                try database.execute(sql: "BEGIN IMMEDIATE")
                for job in jobs { finished.append(try runInSavepoint(job, on: database)) }
                try database.execute(sql: "COMMIT")
            } catch {
                if database.isInsideTransaction { try? database.execute(sql: "ROLLBACK") }
                fail(jobs, finished, with: SQLiteError.translate(error), database)
                return
            }
            for outcome in finished { outcome.finish(nil) }
        }
    }

    private static func runInSavepoint(
        _ job: SQLiteWriteJob,
        on database: GRDB.Database
    ) throws -> SQLiteWriteJob.Outcome {
        try database.execute(sql: "SAVEPOINT job")
        let outcome = job.run(SQLiteConnection(database))
        // A full disk may have ended the whole transaction; then no savepoint is left to go back to.
        if outcome.hasFailed, database.isInsideTransaction { try database.execute(sql: "ROLLBACK TO job") }
        if database.isInsideTransaction { try database.execute(sql: "RELEASE job") }
        return outcome
    }

    /// Everybody in the batch learns that nothing was kept; who has not run yet runs for nothing.
    private static func fail(
        _ jobs: [SQLiteWriteJob],
        _ finished: [SQLiteWriteJob.Outcome],
        with error: any Error,
        _ database: GRDB.Database
    ) {
        for outcome in finished { outcome.finish(error) }
        for job in jobs.dropFirst(finished.count) {
            try? database.execute(sql: "SAVEPOINT job")
            job.run(SQLiteConnection(database)).finish(error)
            try? database.execute(sql: "ROLLBACK TO job")
            try? database.execute(sql: "RELEASE job")
        }
    }
}
