/// A read: gets the connection inside a snapshot, or the error that prevented it.
typealias SQLiteReadJob = @Sendable (Result<SQLiteConnection, any Error>) -> Void

/// A write: runs inside a savepoint and then gets the result of the commit that it shares. A write that never gets to run is
/// refused.
struct SQLiteWriteJob: Sendable {
    struct Outcome {
        let error: (any Error)?
        let finish: (_ commitError: (any Error)?) -> Void
    }

    let run: @Sendable (SQLiteConnection) -> Outcome
    let fail: @Sendable (any Error) -> Void
}

/// Runs reads on its thread's own connection, each inside a snapshot of its own.
struct SQLiteReader {
    let connection: SQLiteConnection

    func run(_ job: SQLiteReadJob) {
        do {
            try connection.beginRead()
        } catch {
            job(.failure(error))
            return
        }
        job(.success(connection))
        // A read has nothing to lose. Where its snapshot cannot end this way it ends the other: the next one begins again.
        do { try connection.execute("COMMIT") } catch { _ = try? connection.execute("ROLLBACK") }
    }
}

/// Commits waiting writes together: one sync to disk for all of them, a savepoint for each.
struct SQLiteGroupCommit {
    let connection: SQLiteConnection
    let changes: DataChanges

    func run(_ jobs: [SQLiteWriteJob]) {
        var outcomes: [SQLiteWriteJob.Outcome] = []
        do {
            try connection.execute("BEGIN IMMEDIATE")
            connection.written = .none
            for job in jobs { try runInSavepoint(job, &outcomes) }
            try changes.commit(connection.written) { try connection.commit() }
        } catch {
            if connection.isInTransaction { _ = try? connection.execute("ROLLBACK") }
            // Nothing of the batch was committed. Writes that have not run are refused: they would wait for the same lock
            // again.
            for outcome in outcomes { outcome.finish(error) }
            for job in jobs.dropFirst(outcomes.count) { job.fail(error) }
            return
        }
        for outcome in outcomes { outcome.finish(nil) }
    }

    private func runInSavepoint(_ job: SQLiteWriteJob, _ outcomes: inout [SQLiteWriteJob.Outcome]) throws {
        try connection.execute("SAVEPOINT job")
        let written = connection.written
        let outcome = job.run(connection)
        outcomes.append(outcome)
        // A full disk may have ended the whole transaction. Another savepoint would begin one of its own and commit a write
        // whose caller gets an error.
        guard connection.isInTransaction else {
            throw outcome.error as? DatabaseError ?? DatabaseError.unavailable("the transaction was undone")
        }
        if outcome.error != nil {
            try connection.execute("ROLLBACK TO job")
            connection.written = written
        }
        try connection.execute("RELEASE job")
    }
}
