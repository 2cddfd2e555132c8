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
        files = ArchiveFiles(dataDirectory: config.dataDirectory)
        worker = ArchiveWorker(
            database: database,
            files: files,
            export: ArchiveExport(
                database: database,
                views: views,
                files: files,
                photos: photos.storage,
                site: config.baseURL
            ),
            intake: ArchiveImport(files: files, screening: screening, photos: photos.intake, clock: clock),
            emailRenderer: emailRenderer
        )
    }
}
