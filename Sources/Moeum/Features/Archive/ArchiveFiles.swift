import Foundation

/// The folders of exported archives and of uploaded ones, readable only by the program's own user.
struct ArchiveFiles: Sendable {
    let exports: String
    let imports: String
    /// The most bytes of all uploads at one time, and of all uploads that wait to be imported: four of the largest.
    static let maxComingIn: Int64 = 2 << 30
    /// The space that current uploads use.
    let space = UploadQuota(capacity: maxComingIn, ofAccount: ArchiveRoutes.maxBytes)
    /// Threads of their own, because making and reading archives takes long.
    let threads = BlockingThreadPool()

    init(dataDirectory: String) {
        exports = "\(dataDirectory)/exports"
        imports = "\(dataDirectory)/imports"
    }

    func path(of job: ArchiveJob) -> String? { job.file.map { path(of: $0, job.kind) } }

    func path(of file: String, _ kind: ArchiveJob.Kind) -> String { "\(kind == .export ? exports : imports)/\(file)" }

    /// A name that nobody can guess.
    static func newName() -> String { "\(SystemRandom.name()).zip" }

    /// Makes the folders where they are missing. Blocks.
    func makeFolders() throws {
        for folder in [exports, imports] {
            try DurableFile.makeFolder(folder)
        }
    }

    /// Removes files, and folders left by a crash; missing ones are ignored. Blocks.
    func remove(_ names: [String], _ kind: ArchiveJob.Kind) {
        for name in names { try? FileManager.default.removeItem(atPath: path(of: name, kind)) }
    }

    /// The names of all older files in the folder of this kind. Blocks.
    func names(_ kind: ArchiveJob.Kind, olderThan moment: Date) -> [String] {
        FileManager.default.names(in: kind == .export ? exports : imports, changedBefore: moment)
    }
}
