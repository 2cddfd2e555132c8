import Foundation

/// Where archives lie: those that were made, and those that are to be taken in. Only the program's own user may look.
struct ArchiveFiles: Sendable {
    let exports: String
    let imports: String
    /// The most that all uploads together take at one time, and as much again may wait to be imported: four of the largest.
    static let maxComingIn: Int64 = 2 << 30
    /// What uploads take just now.
    let space = IncomingSpace(capacity: maxComingIn, ofAccount: ArchiveRoutes.maxBytes)
    /// Making and reading archives takes long; it has threads of its own.
    let threads = FileThreads()

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
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
    }

    /// Removes files, and folders that a crash left; missing ones are as good as removed. Blocks.
    func remove(_ names: [String], _ kind: ArchiveJob.Kind) {
        for name in names { try? FileManager.default.removeItem(atPath: path(of: name, kind)) }
    }

    /// Every file in the folder of this kind that is older. Blocks.
    func names(_ kind: ArchiveJob.Kind, olderThan moment: Date) -> [String] {
        let folder = kind == .export ? exports : imports
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().filter { name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            return (attributes?[.modificationDate] as? Date).map { $0 < moment } ?? false
        }
    }
}
