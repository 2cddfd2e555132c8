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

/// Runs reads on its thread's own connection, each inside a snapshot of its own.
struct SQLiteReader {
    private let connection: SQLiteConnection

    init(_ database: GRDB.Database) { connection = SQLiteConnection(database) }

    func run(_ job: SQLiteReadJob) {
        do {
            try connection.execute("BEGIN DEFERRED")
        } catch {
            job(.failure(error))
            return
        }
        job(.success(connection))
        // A read has nothing to lose; the snapshot ends either way.
        _ = try? connection.execute("COMMIT")
    }
}

/// Commits waiting writes together: one sync to disk for all of them, a savepoint for each.
struct SQLiteGroupCommit {
    private let database: GRDB.Database
    private let connection: SQLiteConnection

    init(_ database: GRDB.Database) {
        self.database = database
        connection = SQLiteConnection(database)
    }

    func run(_ jobs: [SQLiteWriteJob]) {
        var finished: [SQLiteWriteJob.Outcome] = []
        do {
            try connection.execute("BEGIN IMMEDIATE")
            for job in jobs { finished.append(try runInSavepoint(job)) }
            try connection.execute("COMMIT")
        } catch {
            if database.isInsideTransaction { _ = try? connection.execute("ROLLBACK") }
            fail(jobs, finished, with: error)
            return
        }
        for outcome in finished { outcome.finish(nil) }
    }

    private func runInSavepoint(_ job: SQLiteWriteJob) throws -> SQLiteWriteJob.Outcome {
        try connection.execute("SAVEPOINT job")
        let outcome = job.run(connection)
        // A full disk may have ended the whole transaction; then no savepoint is left to go back to.
        if outcome.hasFailed, database.isInsideTransaction { try connection.execute("ROLLBACK TO job") }
        if database.isInsideTransaction { try connection.execute("RELEASE job") }
        return outcome
    }

    /// Everybody in the batch learns that nothing was kept; who has not run yet runs for nothing.
    private func fail(_ jobs: [SQLiteWriteJob], _ finished: [SQLiteWriteJob.Outcome], with error: any Error) {
        for outcome in finished { outcome.finish(error) }
        for job in jobs.dropFirst(finished.count) {
            _ = try? connection.execute("SAVEPOINT job")
            job.run(connection).finish(error)
            _ = try? connection.execute("ROLLBACK TO job")
            _ = try? connection.execute("RELEASE job")
        }
    }
}
