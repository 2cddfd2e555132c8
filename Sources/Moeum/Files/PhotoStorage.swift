import Foundation

/// The storage of photo files, by names that the database keeps. A file is stored before its row is written and deleted after
/// its row. What fails for now throws a `TemporaryFailure`.
protocol PhotoStorage: Sendable {
    /// Whether nobody else puts files there, by another clock than this process's.
    var isOfThisProcess: Bool { get }
    /// Moves files of the disk into the storage under their own names; returns once they are durable.
    func put(_ paths: [String]) async throws
    func put(_ bytes: [UInt8], as name: String) async throws
    /// Nil where there is no file with that name.
    func get(_ name: String) async throws -> [UInt8]?
    func delete(_ names: [String]) async throws
    func exists(_ name: String) async throws -> Bool
    /// The names that begin with these two characters.
    func names(startingWith prefix: String) async throws -> [String]
    /// Those of these names whose files were made before a time.
    func names(_ names: [String], before: Date) async throws -> [String]
    /// Those of these names whose files are cut short, or are none of a photo.
    func damaged(_ names: [String]) async throws -> [String]
    /// Whose files these are; nil where nobody has said so yet.
    func owner() async throws -> String?
    func setOwner(_ id: String) async throws
    /// Why photos cannot be kept and read there now, in words for operators; nil where they can.
    func failure() async -> String?
}

extension PhotoStorage {
    /// None in a bucket, which takes a file whole or not at all.
    func damaged(_ names: [String]) async throws -> [String] { [] }

    func failure() async -> String? {
        do { _ = try await names(startingWith: "00") } catch { return "\(error)" }
        return nil
    }

    /// Makes sure that these are the files of this site: another one's, whose rows are not here, would be removed as strays.
    func claim(for id: String) async throws {
        guard let owner = try await owner() else { return try await setOwner(id) }
        guard owner == id else { throw ForeignPhotos() }
    }
}

/// The storage has the photos of another site, or of this one before it was restored.
struct ForeignPhotos: Error, CustomStringConvertible {
    let description =
        "the storage has the photos of another site, or of this one before a restore: each site needs a prefix of its own; "
        + "`moeum photos migrate --take-over` makes them this one's"
}

/// Where a photo's file stands in its storage: `ab/abcdef….webp`. Many files in one folder are slow on some disks.
enum PhotoPath {
    static func of(_ name: String) -> String { "\(name.prefix(2))/\(name)" }
}

/// Photos in a folder of the disk, which only the program's own user can read.
struct DiskPhotoStorage: PhotoStorage {
    let folder: String
    let isOfThisProcess: Bool
    /// The disk blocks, and the threads that serve requests must not.
    private let threads = BlockingThreadPool(threads: 4, limit: 1_024)

    /// - Parameter isShared: where it does not lie in the data directory, which one process has to itself.
    init(folder: String, isShared: Bool = false) { (self.folder, isOfThisProcess) = (folder, !isShared) }

    func put(_ paths: [String]) async throws {
        try await threads.run {
            var folders: Set<String> = []
            for path in paths {
                let target = self.path(of: URL(filePath: path).lastPathComponent)
                let parent = URL(filePath: target).deletingLastPathComponent().path
                if folders.insert(parent).inserted { try make(parent) }
                if rename(path, target) == 0 { continue }
                guard errno == EXDEV else { throw DurableFile.Error(code: errno) }
                // From another disk.
                try write(Array(try Data(contentsOf: URL(filePath: path))), to: target)
                unlink(path)
            }
            for folder in folders { try DurableFile.sync(folder) }
        }
    }

    func put(_ bytes: [UInt8], as name: String) async throws {
        try await threads.run {
            let target = path(of: name)
            try make(URL(filePath: target).deletingLastPathComponent().path)
            try write(bytes, to: target)
        }
    }

    func get(_ name: String) async throws -> [UInt8]? {
        try await threads.run { try missingIsNil { Array(try Data(contentsOf: URL(filePath: path(of: name)))) } }
    }

    func delete(_ names: [String]) async throws {
        try await threads.run {
            for name in names where unlink(path(of: name)) != 0 && errno != ENOENT {
                throw DurableFile.Error(code: errno)
            }
        }
    }

    func exists(_ name: String) async throws -> Bool {
        try await threads.run {
            if access(path(of: name), R_OK) == 0 { return true }
            guard errno == ENOENT else { throw DurableFile.Error(code: errno) }
            return false
        }
    }

    func names(startingWith prefix: String) async throws -> [String] {
        try await threads.run {
            try missingIsNil { try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(prefix)") }?.sorted()
                ?? []
        }
    }

    func names(_ names: [String], before: Date) async throws -> [String] {
        try await threads.run {
            names.filter { name in
                var status = stat()
                guard lstat(path(of: name), &status) == 0 else { return false }
                let seconds = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
                return Date(timeIntervalSince1970: seconds) < before
            }
        }
    }

    func damaged(_ names: [String]) async throws -> [String] {
        try await threads.run { try names.filter { try !PhotoFileEnd.isReached(at: path(of: $0)) } }
    }

    func owner() async throws -> String? {
        try await threads.run { try missingIsNil { try String(contentsOfFile: "\(folder)/owner", encoding: .utf8) } }
    }

    /// A folder that is not there yet is made with the first photo.
    func failure() async -> String? {
        try? await threads.run {
            var status = stat()
            guard stat(folder, &status) == 0 else {
                return errno == ENOENT ? nil : "\(folder): \(DurableFile.Error(code: errno))"
            }
            guard status.st_mode & S_IFMT == S_IFDIR else { return "\(folder) is no folder" }
            let parts = (0...255).map { "\(folder)/\(Hexadecimal.text([UInt8($0)]))" }
            return FileOwner.accessError([folder] + parts)
        }
    }

    private func missingIsNil<Value>(_ read: () throws -> Value) throws -> Value? {
        do { return try read() } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile { return nil }
    }

    func setOwner(_ id: String) async throws {
        try await threads.run {
            try make(folder)
            try write(Array(id.utf8), to: "\(folder)/owner")
        }
    }

    private func path(of name: String) -> String { "\(folder)/\(PhotoPath.of(name))" }

    /// Under another name first, which a sweep removes where this ends in the middle.
    private func write(_ bytes: [UInt8], to target: String) throws {
        let part = target + ".part"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DurableFile.Error(code: errno) }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try file.write(contentsOf: Data(bytes))
            guard fsync(descriptor) == 0 else { throw DurableFile.Error(code: errno) }
            try DurableFile.move(part, to: target)
        } catch {
            unlink(part)
            throw error
        }
    }

    /// A new folder's entry has to be synced too.
    private func make(_ parent: String) throws {
        guard !FileManager.default.fileExists(atPath: parent) else { return }
        try DurableFile.makeFolder(parent)
        try DurableFile.sync(folder)
        try DurableFile.sync(URL(filePath: folder).deletingLastPathComponent().path)
    }
}
