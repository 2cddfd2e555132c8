import Foundation
import Logging
import ServiceLifecycle

/// Everything that takes photos in, keeps and serves them, and what runs for that beside the requests.
struct Photos: Sendable {
    let storage: any PhotoStorage
    let intake: PhotoIntake
    /// What is done about pictures that staff removed.
    let pictureRules: PictureRules.Source
    let workers: PhotoWorkers
    /// Who is sending photos just now.
    let uploadSlots = UploadSlots()
    /// What is on its way from everybody, and from one person with several forms full of photos.
    let space = IncomingSpace(capacity: 2 << 30, ofAccount: 256 << 20)
    /// Files that were asked for lately.
    let cache = PhotoCache()
    /// Removes what no row speaks of, at the start and every hour.
    let sweeper: BackgroundLoop

    init(
        config: Config,
        database: any Database,
        logger: Logger,
        workers: PhotoWorkers?,
        pictureRules: @escaping PictureRules.Source,
        clock: @escaping @Sendable () -> Date
    ) {
        self.pictureRules = pictureRules
        let uploads = "\(config.dataDirectory)/uploads"
        let storage = DiskPhotoStorage(folder: "\(config.dataDirectory)/photos")
        self.storage = storage
        let workers = workers ?? PhotoWorkers(program: config.program, logger: logger)
        self.workers = workers
        intake = PhotoIntake(
            database: database,
            storage: storage,
            workers: workers,
            folder: uploads,
            rules: pictureRules,
            clock: clock
        )
        let sweep = PhotoSweep(database: database, storage: storage, uploads: uploads)
        sweeper = BackgroundLoop("photo sweep", every: .seconds(3_600), logger: logger, work: sweep.run)
    }

    /// What brings a photo by itself. The file is gone when the request is answered; `intake.take` makes a photo of it before.
    static func uploadRules(folder: String = "", space: IncomingSpace? = nil) -> FileRules {
        FileRules(folder: folder, bytesPerFile: PhotoLimits.bytes, bytesWithoutSession: 0, space: space)
    }

    var services: [any Service] { [sweeper, WorkersRest(workers: workers)] }

    /// Lets the workers go with the site.
    private struct WorkersRest: Service {
        let workers: PhotoWorkers

        func run() async throws {
            try? await gracefulShutdown()
            await workers.rest()
        }
    }
}
