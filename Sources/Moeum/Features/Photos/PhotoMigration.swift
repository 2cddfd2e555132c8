import Foundation

/// Copies every photo file that rows name from one storage into another, beside a running server. The old files stay where they
/// are.
package struct PhotoMigration: Sendable {
    /// What a migration did, in files.
    package struct Result: Sendable, Equatable {
        package var copied = 0
        /// From an earlier migration.
        package var thereAlready = 0
        /// Files that rows name and the old storage does not have.
        package var lost: [String] = []
    }

    /// Files on their way at the same time.
    private static let atOnce = 8

    private let database: any Database
    private let source: any PhotoStorage
    private let target: any PhotoStorage
    private let folder: String
    private let threads = FileThreads()

    /// Of the site with these settings.
    package init(config: Config, database: any Database, from source: StorageLocation, to target: StorageLocation) {
        self.init(
            database: database,
            from: source.photoStorage(),
            to: target.photoStorage(),
            folder: "\(config.dataDirectory)/uploads"
        )
    }

    /// - Parameter folder: where each file lies on its way.
    init(database: any Database, from source: any PhotoStorage, to target: any PhotoStorage, folder: String) {
        (self.database, self.source, self.target, self.folder) = (database, source, target, folder)
    }

    /// - Parameter onProgress: gets how many of how many files are done.
    package func run(onProgress: @escaping @Sendable (Int, Int) -> Void) async throws -> Result {
        let names = try await database.read { try $0.photoFiles() }.flatMap(PhotoBlob.names)
        let work = "\(folder)/\(SystemRandom.name())"
        try FileManager.default.createDirectory(
            atPath: work,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(atPath: work) }
        var result = Result()
        // The names are in order, as the folders are.
        for (prefix, some) in Dictionary(grouping: names, by: { String($0.prefix(2)) }).sorted(by: { $0.key < $1.key })
        {
            let there = Set(try await target.names(startingWith: prefix))
            let missing = some.filter { !there.contains($0) }
            result.thereAlready += some.count - missing.count
            for start in stride(from: 0, to: missing.count, by: Self.atOnce) {
                let piece = Array(missing[start..<min(start + Self.atOnce, missing.count)])
                let copied = try await copy(piece, by: work)
                result.copied += copied.count
                result.lost += try await lost(piece.filter { !copied.contains($0) })
                onProgress(result.copied + result.thereAlready, names.count)
            }
        }
        return result
    }

    private func copy(_ names: [String], by work: String) async throws -> Set<String> {
        let copied = try await withThrowingTaskGroup(of: String?.self) { group in
            for name in names {
                group.addTask {
                    guard let bytes = try await source.get(name) else { return nil }
                    try await threads.run {
                        let path = "\(work)/\(name)"
                        try Data(bytes).write(to: URL(filePath: path))
                        try DurableFile.sync(path)
                    }
                    return name
                }
            }
            return try await group.reduce(into: Set<String>()) { if let name = $1 { $0.insert(name) } }
        }
        try await target.put(copied.map { "\(work)/\($0)" })
        return copied
    }

    /// A photo that was deleted since has not lost its files.
    private func lost(_ names: [String]) async throws -> [String] {
        let files = Array(Set(names.map(PhotoSweep.file)))
        guard !files.isEmpty else { return [] }
        let known = try await database.read { try $0.knownPhotoFiles(among: files) }
        return names.filter { known.contains(PhotoSweep.file($0)) }
    }
}

extension Config {
    /// - Parameter text: an address, or `settings`, which stands for the one of the settings.
    /// - Throws: where it is none, and where the photos are there already.
    package func photoLocations(movingTo text: String) throws -> (source: StorageLocation, target: StorageLocation) {
        let folder = StorageLocation.folder("\(dataDirectory)/photos")
        if text == "settings" {
            guard let storage else { throw Error(description: "\(Setting.storageURL.name) is not set") }
            return (folder, storage)
        }
        guard var target = StorageLocation(text) else {
            throw Error(description: "--to takes settings, file:///FOLDER or \(S3Address.form)")
        }
        // The data directory has them in a folder.
        if target == .folder(dataDirectory) { target = folder }
        guard target != photoLocation else { throw Error(description: "the photos are in \(target) already") }
        return (photoLocation, target)
    }
}
