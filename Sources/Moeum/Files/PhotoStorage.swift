import Foundation

/// The storage of photo files, by names that the database keeps. A file is stored before its row is written and deleted after
/// its row.
protocol PhotoStorage: Sendable {
    /// Moves files of the disk into the storage under their own names; returns once they are durable.
    func put(_ paths: [String]) async throws
    /// Nil where there is no file with that name.
    func get(_ name: String) async throws -> [UInt8]?
    func delete(_ names: [String]) async throws
    func exists(_ name: String) async throws -> Bool
    /// The names that begin with these two characters.
    func names(startingWith prefix: String) async throws -> [String]
    /// Those of these names whose files were made before a time.
    func names(_ names: [String], before: Date) async throws -> [String]
}

/// Photos in a folder of the disk, `ab/abcdef….webp`, which only the program's own user can read.
struct DiskPhotoStorage: PhotoStorage {
    let folder: String
    /// The disk blocks, and the threads that serve requests must not.
    private let threads = FileThreads(threads: 4, limit: 1_024)

    init(folder: String) { self.folder = folder }

    func put(_ paths: [String]) async throws {
        try await threads.run {
            var folders: Set<String> = []
            for path in paths {
                let name = URL(filePath: path).lastPathComponent
                let parent = parent(of: name)
                if folders.insert(parent).inserted { try make(parent) }
                try move(path, to: "\(parent)/\(name)")
            }
            for folder in folders { try DurableFile.sync(folder) }
        }
    }

    func get(_ name: String) async throws -> [UInt8]? {
        try await threads.run { FileManager.default.contents(atPath: path(of: name)).map(Array.init) }
    }

    func delete(_ names: [String]) async throws {
        try await threads.run {
            for name in names where unlink(path(of: name)) != 0 && errno != ENOENT {
                throw DurableFile.Error(code: errno)
            }
        }
    }

    func exists(_ name: String) async throws -> Bool {
        try await threads.run { access(path(of: name), R_OK) == 0 }
    }

    func names(startingWith prefix: String) async throws -> [String] {
        try await threads.run {
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(prefix)")) ?? []).sorted()
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

    /// Also from another disk: under another name first, which a sweep removes where this ends in the middle.
    private func move(_ path: String, to final: String) throws {
        guard rename(path, final) != 0 else { return }
        guard errno == EXDEV else { throw DurableFile.Error(code: errno) }
        let part = final + ".part"
        try? FileManager.default.removeItem(atPath: part)
        try FileManager.default.copyItem(atPath: path, toPath: part)
        try DurableFile.sync(part)
        guard rename(part, final) == 0 else { throw DurableFile.Error(code: errno) }
        unlink(path)
    }

    /// Many files in one folder are slow on some disks.
    private func parent(of name: String) -> String { "\(folder)/\(name.prefix(2))" }

    private func path(of name: String) -> String { "\(parent(of: name))/\(name)" }

    /// A new folder's entry has to be synced too.
    private func make(_ parent: String) throws {
        guard !FileManager.default.fileExists(atPath: parent) else { return }
        try FileManager.default.createDirectory(
            atPath: parent,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try DurableFile.sync(folder)
        try DurableFile.sync(URL(filePath: folder).deletingLastPathComponent().path)
    }
}
