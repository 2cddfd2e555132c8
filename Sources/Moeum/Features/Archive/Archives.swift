import Foundation

/// Makes and imports archives, with its background work.
struct Archives: Sendable {
    let files: ArchiveFiles
    let worker: ArchiveWorker

    init(
        config: Config,
        database: any Database,
        photos: Photos,
        views: Views,
        emailRenderer: EmailRenderer,
        screening: Screening,
        clock: @escaping @Sendable () -> Date
    ) {
        let files = ArchiveFiles(dataDirectory: config.dataDirectory)
        let worker = ArchiveWorker(
            database: database,
            files: files,
            export: ArchiveExport(
                database: database,
                views: views,
                files: files,
                photos: photos.storage,
                site: config.baseURL
            ),
            intake: ArchiveImport(
                files: files,
                screening: screening,
                photos: photos.intake,
                clock: clock
            ),
            notify: { try $0.enqueueArchiveEmail($1, by: emailRenderer) }
        )
        self.files = files
        self.worker = worker
    }

    /// Removes an account's files before the account itself goes.
    @Sendable func erase(_ account: Account.ID) async throws {
        for kind in [ArchiveJob.Kind.export, .import] {
            let names = try await worker.database.read { try $0.archiveFiles(kind, of: account) }
            try await files.threads.run { [files] in files.remove(names, kind) }
        }
    }
}

extension Transaction {
    /// Queues the e-mail about a finished job.
    fileprivate func enqueueArchiveEmail(_ job: ArchiveJob, by emailRenderer: EmailRenderer) throws {
        guard let owner = try archiveOwner(job.account) else { return }
        let kind: EmailMessage.Kind =
            switch (job.kind, job.state) {
            case (.export, .done): .exportReady
            case (.export, _): .exportFailed
            case (.import, .done): .importDone
            case (.import, _): .importFailed
            }
        let page = job.kind == .export ? "/settings/export" : "/settings/import"
        try enqueue(
            EmailMessage(
                kind,
                to: owner.email,
                nickname: owner.nickname,
                language: owner.language,
                link: kind == .exportReady ? "\(page)/\(job.id)" : page,
                details: EmailMessage.Details(until: job.expiresAt)
            ),
            by: emailRenderer
        )
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
