import Foundation

/// Makes and imports archives, each as a job of its own.
struct ArchiveWorker: JobKind {
    static let name = "archive"
    /// Queues the e-mail about a finished job, in the transaction that ends the job.
    typealias Notice = @Sendable (Transaction, ArchiveJob) throws -> Void

    let database: any Database
    let files: ArchiveFiles
    let export: ArchiveExport
    let intake: ArchiveImport
    /// Called with the job as it is after its end.
    let notify: Notice
    var name: String { Self.name }
    var rules: JobRules { JobRules(backoff: RetryBackoff(firstDelay: 10, maxAttempts: 3)) }

    func run(_ hold: JobHold) async throws -> JobResult {
        let found = try await hold.database.read { transaction in
            try ArchiveJob.ID(hold.job.key).flatMap { try transaction.archiveJob($0) }
        }
        // The account may be gone.
        guard let job = found, job.isActive else { return JobResult() }
        do {
            return job.kind == .export ? try await make(job, hold) : try await take(job, hold)
        } catch let rejection as ArchiveImport.Rejection {
            let now = hold.clock()
            return JobResult(
                commit: { try fail(job.id, rejection.failure, $0, at: now) },
                cleanUp: { isCommitted in if isCommitted { await remove(job.file, .import) } }
            )
        }
    }

    private func make(_ job: ArchiveJob, _ hold: JobHold) async throws -> JobResult {
        let made = try await export.make(of: job.account, at: hold.clock())
        let now = hold.clock()
        return JobResult(
            commit: { transaction in
                try transaction.expireArchives(before: job)
                try transaction.finishArchiveJob(job, file: made, at: now)
                try tell(of: job.id, transaction)
            },
            cleanUp: { isCommitted in if !isCommitted { await remove(made.name, .export) } }
        )
    }

    private func take(_ job: ArchiveJob, _ hold: JobHold) async throws -> JobResult {
        _ = try await intake.restore(job, in: hold.database)
        let now = hold.clock()
        return JobResult(
            commit: { transaction in
                try transaction.finishArchiveJob(job, file: nil, at: now)
                try tell(of: job.id, transaction)
            },
            cleanUp: { isCommitted in if isCommitted { await remove(job.file, .import) } }
        )
    }

    /// The sweep removes the file of an import.
    func giveUp(_ job: Job, _ transaction: Transaction, at now: Date) throws {
        guard let id = ArchiveJob.ID(job.key) else { return }
        try fail(id, .internalError, transaction, at: now)
    }

    func prepareRetry(of key: String, _ transaction: Transaction) throws -> Bool {
        try ArchiveJob.ID(key).map { try transaction.restartArchiveJob($0) } ?? false
    }

    func subject(of key: String, _ transaction: Transaction) throws -> JobSubject? {
        let job = try ArchiveJob.ID(key).flatMap { try transaction.archiveJob($0) }
        return job.map { JobSubject(title: "\($0.kind.rawValue) \(key)", canRetry: $0.kind == .export) }
    }

    private func fail(
        _ id: ArchiveJob.ID,
        _ failure: ArchiveJob.Failure,
        _ transaction: Transaction,
        at now: Date
    ) throws {
        try transaction.failArchiveJob(id, failure, at: now)
        try tell(of: id, transaction)
    }

    private func tell(of id: ArchiveJob.ID, _ transaction: Transaction) throws {
        if let ended = try transaction.archiveJob(id) { try notify(transaction, ended) }
    }

    private func remove(_ file: String?, _ kind: ArchiveJob.Kind) async {
        guard let file else { return }
        // If this fails, the sweep removes the file.
        _ = try? await files.threads.run { [files] in files.remove([file], kind) }
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
