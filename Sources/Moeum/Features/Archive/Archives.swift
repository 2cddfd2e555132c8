import Foundation
import Logging
import Synchronization

/// Everything that makes archives and takes them in, and what runs for that beside the requests.
struct Archives: Sendable {
    let files: ArchiveFiles
    let worker: ArchiveWorker
    /// Does what is asked for; wake it once a job is committed.
    let loop: BackgroundLoop
    /// Removes what is past its time, at the start and every hour.
    let sweeper: BackgroundLoop

    init(
        config: Config,
        database: any Database,
        photos: any PhotoStorage,
        views: Views,
        emailRenderer: EmailRenderer,
        screening: Screening,
        clock: @escaping @Sendable () -> Date,
        logger: Logger
    ) {
        let files = ArchiveFiles(dataDirectory: config.dataDirectory)
        let worker = ArchiveWorker(
            database: database,
            files: files,
            export: ArchiveExport(
                database: database,
                views: views,
                files: files,
                photos: photos,
                site: config.baseURL
            ),
            intake: ArchiveImport(database: database, files: files, screening: screening, clock: clock),
            logger: logger,
            notify: { try $0.enqueueArchiveEmail($1, by: emailRenderer) }
        )
        self.files = files
        self.worker = worker
        loop = BackgroundLoop("archives", every: .seconds(10), logger: logger) {
            while !Task.isShuttingDownGracefully, try await worker.work() {}
        }
        let isFirst = Atomic(true)
        sweeper = BackgroundLoop("archive sweep", every: .seconds(3_600), logger: logger) {
            // At the start nothing is being written yet.
            let age = isFirst.exchange(false, ordering: .relaxed) ? 0 : 600.0
            try await worker.sweep(age: age)
        }
    }

    /// Removes an account's files before the account itself goes.
    @Sendable func erase(_ account: Int64) async throws {
        for kind in [ArchiveJob.Kind.export, .import] {
            let names = try await worker.database.read { try $0.archiveFiles(kind, of: account) }
            try await files.threads.run { [files] in files.remove(names, kind) }
        }
    }
}

extension Transaction {
    /// Writes to the person whose archive is made or taken in.
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
    /// Takes a link to the archive, and until when it is there.
    static let exportReady = Self("export-ready")
    /// Takes a link to ask again.
    static let exportFailed = Self("export-failed")
    /// Takes a link to what was imported.
    static let importDone = Self("import-done")
    /// Takes a link to what is wrong with the archive.
    static let importFailed = Self("import-failed")
}
