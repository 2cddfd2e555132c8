import Foundation

/// Makes and imports archives, each as a job of its own.
struct ArchiveWorker: JobKind {
    static let name = "archive"

    let database: any Database
    let files: ArchiveFiles
    let export: ArchiveExport
    let intake: ArchiveImport
    let emailRenderer: EmailRenderer
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
                try notifyOwner(of: job.id, transaction)
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
                try notifyOwner(of: job.id, transaction)
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

    func subject(of key: String, _ language: Language, _ transaction: Transaction) throws -> JobSubject? {
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
        try notifyOwner(of: id, transaction)
    }

    /// Queues the e-mail about a job that has ended, in the transaction that ends it.
    private func notifyOwner(of id: ArchiveJob.ID, _ transaction: Transaction) throws {
        guard let job = try transaction.archiveJob(id), let owner = try transaction.account(job.account) else { return }
        let kind: EmailMessage.Kind =
            switch (job.kind, job.state) {
            case (.export, .done): .exportReady
            case (.export, _): .exportFailed
            case (.import, .done): .importDone
            case (.import, _): .importFailed
            }
        let page = job.kind == .export ? "/settings/export" : "/settings/import"
        let link = kind == .exportReady ? "\(page)/\(job.id)" : page
        try transaction.enqueueEmail(kind, owner, link: link, EmailMessage.Details(until: job.expiresAt), emailRenderer)
    }

    private func remove(_ file: String?, _ kind: ArchiveJob.Kind) async {
        guard let file else { return }
        // If this fails, the sweep removes the file.
        _ = try? await files.threads.run { [files] in files.remove([file], kind) }
    }

    // MARK: Files that nobody needs

    /// Removes an account's files before the account itself goes.
    @Sendable func erase(_ account: Account.ID) async throws {
        for kind in [ArchiveJob.Kind.export, .import] {
            let names = try await database.read { try $0.archiveFiles(kind, of: account) }
            try await files.threads.run { [files] in files.remove(names, kind) }
        }
    }

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

extension EmailMessage.Kind {
    /// The archive is ready. Takes a link to it, and until when it can be downloaded.
    static let exportReady = Self("export-ready")
    /// The export failed. Takes a link to ask again.
    static let exportFailed = Self("export-failed")
    /// The import is done. Takes a link to its result.
    static let importDone = Self("import-done")
    /// The import failed. Takes a link to the reason.
    static let importFailed = Self("import-failed")
}
