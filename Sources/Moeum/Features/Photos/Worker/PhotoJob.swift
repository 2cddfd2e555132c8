/// What a photo worker does; jobs and outcomes are one line of JSON each.
enum PhotoWorkerJob: Codable, Sendable, Equatable {
    case decode(PhotoJob)
    case draw(CardDrawingJob)

    func run() -> PhotoOutcome {
        switch self {
        case .decode(let job): PhotoDecoding(job: job).run()
        case .draw(let job): CardDrawing(job: job).run()
        }
    }

    /// The same job in a folder of its own; the files that it reads there, and those that it makes there, with what they are
    /// outside.
    func moved(to folder: String) -> (job: PhotoWorkerJob, read: [MovedFile], made: [MovedFile]) {
        let input = "\(folder)/photo"
        switch self {
        case .decode(let job):
            return (
                .decode(PhotoJob(input: input, folder: folder, name: job.name)),
                [MovedFile(inside: input, outside: job.input)],
                PhotoBlob.names(of: job.name).map {
                    MovedFile(inside: "\(folder)/\($0)", outside: "\(job.folder)/\($0)")
                }
            )
        case .draw(let job):
            let output = "\(folder)/card.jpg"
            return (
                .draw(job.moved(photo: job.photo.map { _ in input }, output: output)),
                job.photo.map { [MovedFile(inside: input, outside: $0)] } ?? [],
                [MovedFile(inside: output, outside: job.output)]
            )
        }
    }

    struct MovedFile: Sendable {
        let inside: String
        let outside: String
    }

    /// The file that it writes, or the beginning of their names.
    var output: String {
        switch self {
        case .decode(let job): "\(job.folder)/\(job.name)"
        case .draw(let job): job.output
        }
    }
}

/// An uploaded file to be decoded and encoded again.
struct PhotoJob: Codable, Sendable, Equatable {
    /// The uploaded file.
    let input: String
    /// The folder in which the photo's files are written and synced to the disk.
    let folder: String
    /// The beginning of the files' names.
    let name: String
}

/// The outcome of a photo worker's job.
enum PhotoOutcome: Codable, Sendable, Equatable {
    case done(PhotoMetadata)
    case drawn
    case refused(PhotoRejection)
    /// Its files could not be written; the picture itself is fine.
    case failed
}

/// Why a file is not taken as a photo: one code each, which texts explain.
enum PhotoRejection: String, Error, Codable, Sendable, CaseIterable {
    /// Neither JPEG nor PNG nor WebP.
    case notAPhoto = "not-a-photo"
    /// The format of one maker's phones, whose browsers can convert it.
    case heic
    case tooLarge = "too-large"
    /// More files than a form may send.
    case tooMany = "too-many"
    case tooManyPixels = "too-many-pixels"
    /// The file ends too early, or cannot be decoded.
    case damaged
    /// Staff removed an equal picture before.
    case removed
    /// The account has too many photos that are in no review yet.
    case tooManyWaiting = "too-many-waiting"
    /// The account keeps as many bytes as it may.
    case accountFull = "account-full"
    /// Too many jobs are waiting; the file itself is fine.
    case busy
    /// The disk or the storage does not take it; the file itself is fine.
    case unsaved
}
