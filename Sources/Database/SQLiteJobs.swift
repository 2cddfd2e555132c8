/// One read: gets the connection inside a snapshot, or the error that kept it from one.
typealias SQLiteReadJob = @Sendable (Result<SQLiteConnection, any Error>) -> Void

/// One write: runs inside a savepoint, and is told afterwards whether the commit it shares went through. One whose turn
/// never comes is refused and does not run.
struct SQLiteWriteJob: Sendable {
    struct Outcome {
        let error: (any Error)?
        let finish: (_ commitError: (any Error)?) -> Void
    }

    let run: @Sendable (SQLiteConnection) -> Outcome
    let refuse: @Sendable (any Error) -> Void
}

/// Runs reads on its thread's own connection, each inside a snapshot of its own.
struct SQLiteReader {
    let connection: SQLiteConnection

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
    let connection: SQLiteConnection

    func run(_ jobs: [SQLiteWriteJob]) {
        var outcomes: [SQLiteWriteJob.Outcome] = []
        do {
            try connection.execute("BEGIN IMMEDIATE")
            for job in jobs { try runInSavepoint(job, &outcomes) }
            try connection.execute("COMMIT")
        } catch {
            if connection.isInTransaction { _ = try? connection.execute("ROLLBACK") }
            // Nothing of the batch was kept. Who has not run never does: it would wait for the same lock again.
            for outcome in outcomes { outcome.finish(error) }
            for job in jobs.dropFirst(outcomes.count) { job.refuse(error) }
            return
        }
        for outcome in outcomes { outcome.finish(nil) }
    }

    private func runInSavepoint(_ job: SQLiteWriteJob, _ outcomes: inout [SQLiteWriteJob.Outcome]) throws {
        try connection.execute("SAVEPOINT job")
        let outcome = job.run(connection)
        outcomes.append(outcome)
        // A full disk may have ended the whole transaction. Another savepoint would begin one of its own, and keep what its
        // writer is told was lost.
        guard connection.isInTransaction else {
            throw outcome.error as? DatabaseError ?? DatabaseError.unavailable("the transaction was undone")
        }
        if outcome.error != nil { try connection.execute("ROLLBACK TO job") }
        try connection.execute("RELEASE job")
    }
}
