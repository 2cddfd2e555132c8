import Foundation

/// A job in hand, for those who do it.
struct JobHold: Sendable {
    let job: Job
    /// Commits no write once the lease is lost. Renews it with each.
    let database: any Database
    let clock: @Sendable () -> Date

    init(_ job: Job, _ database: any Database, _ clock: @escaping @Sendable () -> Date) {
        (self.job, self.clock) = (job, clock)
        self.database = LeasedDatabase(database: database, job: job, clock: clock)
    }
}

/// The database as a job's work has it: what holds no lease any more writes nothing.
private struct LeasedDatabase: Database {
    let database: any Database
    let job: Job
    let clock: @Sendable () -> Date

    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await database.read(body)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await database.write { [job, clock] transaction in
            try transaction.renewJob(job, until: clock() + JobLease.length)
            return try body(transaction)
        }
    }

    func close() async {}

    var statistics: DatabaseStatistics { database.statistics }

    var changes: DataChanges { database.changes }
}
