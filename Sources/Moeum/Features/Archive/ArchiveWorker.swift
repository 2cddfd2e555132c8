import Foundation
import Logging

/// Makes and imports archives, one job at a time. A job is held by a lease: two processes never run the same one, and a crashed
/// process's job is run again.
struct ArchiveWorker: Sendable {
    /// Queues the e-mail about a finished job, in the transaction that ends the job.
    typealias Notice = @Sendable (Transaction, ArchiveJob) throws -> Void

    let database: any Database
    let files: ArchiveFiles
    let export: ArchiveExport
    let intake: ArchiveImport
    let logger: Logger
    /// Called with the job as it is after its end.
    let notify: Notice
    /// How often the lease is renewed.
    var heartbeat = Duration.seconds(20)
    /// The clock by which jobs are due and leases end.
    var clock: @Sendable () -> Date = { .now }

    /// Runs the next job.
    /// - Returns: false where there is none.
    func work() async throws -> Bool {
        let now = clock()
        // A read is cheaper than a write that changes nothing.
        guard try await database.read({ try $0.hasFreeArchiveJob(at: now) }) else { return false }
        let lease = Identifier<JobLease>.next()
        guard let job = try await database.write({ try $0.claimArchiveJob(lease: lease, at: now) }) else { return true }
        do {
            guard job.tries <= ArchiveJob.maxTries else { throw ArchiveImport.Refusal(failure: .internalError) }
            try await jobLease(job).hold { job.kind == .export ? try await make(job) : try await take(job) }
        } catch is ArchiveImport.LeaseLost {
            logger.notice("archive job lost", metadata: ["job": "\(job.id)"])
        } catch let refusal as ArchiveImport.Refusal {
            try await fail(job, refusal.failure)
        } catch {
            logger.error("archive job", metadata: ["job": "\(job.id)", "error": .string("\(error)")])
            try await database.write { try $0.returnArchiveJob(job, at: clock()) }
        }
        return true
    }

    private func make(_ job: ArchiveJob) async throws {
        let made = try await export.make(of: job.account, at: clock())
        do {
            try await end(job) { transaction in
                try transaction.expireArchives(before: job)
                return try transaction.finishArchiveJob(job, file: made, at: clock())
            }
        } catch {
            await remove(made.name, .export)
            throw error
        }
    }

    private func take(_ job: ArchiveJob) async throws {
        _ = try await intake.take(job)
        try await end(job) { try $0.finishArchiveJob(job, file: nil, at: clock()) }
        if let file = job.file { await remove(file, .import) }
    }

    private func fail(_ job: ArchiveJob, _ failure: ArchiveJob.Failure) async throws {
        do { try await end(job) { try $0.failArchiveJob(job, failure, at: clock()) } } catch is ArchiveImport.LeaseLost
        {
            return
        }
        if job.kind == .import, let file = job.file { await remove(file, .import) }
    }

    /// Ends a job and queues its e-mail, in one transaction.
    private func end(_ job: ArchiveJob, _ finish: @escaping @Sendable (Transaction) throws -> Bool) async throws {
        try await database.write { transaction in
            guard try finish(transaction), let ended = try transaction.archiveJob(job.id, of: job.account) else {
                throw ArchiveImport.LeaseLost()
            }
            try notify(transaction, ended)
        }
    }

    private func remove(_ file: String, _ kind: ArchiveJob.Kind) async {
        // If this fails, the sweep removes the file.
        _ = try? await files.threads.run { [files] in files.remove([file], kind) }
    }

    private func jobLease(_ job: ArchiveJob) -> JobLease {
        JobLease(
            heartbeat: heartbeat,
            length: .seconds(ArchiveJob.leaseLength),
            renew: { try await database.write { try $0.renewArchiveJob(job, at: clock()) } },
            loss: ArchiveImport.LeaseLost()
        )
    }

    // MARK: Files that nobody needs

    /// Removes expired files, and files of no job, which a crash left.
    /// - Parameter age: younger files stay, because their job may not be saved yet.
    func sweep(at now: Date = .now, age: TimeInterval = 600) async throws {
        let expired = try await database.write { try $0.expireArchives(at: now) }
        try await files.threads.run { [files] in files.remove(expired, .export) }
        for kind in [ArchiveJob.Kind.export, .import] {
            let names = try await files.threads.run { [files] in
                files.names(kind, olderThan: now.addingTimeInterval(-age))
            }
            let orphans = try await database.read { transaction in
                try names.filter { try !transaction.hasArchiveFile($0) }
            }
            try await files.threads.run { [files] in files.remove(orphans, kind) }
        }
    }
}
