import Foundation

/// Copies every photo file that rows name from one storage into another, beside a running server. The old files stay where they
/// are.
package struct PhotoMigration: Sendable {
    /// What a migration did, in files.
    package struct Result: Sendable, Equatable {
        package var copied = 0
        /// From an earlier migration.
        package var thereAlready = 0
        /// Files that rows name and the old storage does not have whole.
        package var lost: [String] = []
    }

    /// Files on their way at the same time.
    private static let atOnce = 8

    private let database: any Database
    private let source: any PhotoStorage
    private let target: any PhotoStorage

    package init(database: any Database, from source: StorageLocation, to target: StorageLocation) {
        self.init(database: database, from: source.photoStorage(), to: target.photoStorage())
    }

    init(database: any Database, from source: any PhotoStorage, to target: any PhotoStorage) {
        (self.database, self.source, self.target) = (database, source, target)
    }

    /// - Parameters:
    ///   - takesOver: whether another site's storage becomes this one's.
    ///   - onProgress: gets how many of how many files are done.
    package func run(
        takesOver: Bool = false,
        onProgress: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> Result {
        let (names, owner) = try await database.write { transaction in
            (try transaction.photoFiles().flatMap(PhotoBlob.names), try transaction.photoOwner())
        }
        if takesOver { try await target.setOwner(owner) } else { try await target.claim(for: owner) }
        var result = Result()
        for (prefix, some) in Dictionary(grouping: names, by: { String($0.prefix(2)) }).sorted(by: { $0.key < $1.key })
        {
            let found = Set(try await target.names(startingWith: prefix)).intersection(some)
            let there = found.subtracting(try await target.damaged(found.sorted()))
            let missing = some.filter { !there.contains($0) }
            result.thereAlready += some.count - missing.count
            for start in stride(from: 0, to: missing.count, by: Self.atOnce) {
                let piece = Array(missing[start...].prefix(Self.atOnce))
                let copied = try await copy(piece)
                result.copied += copied.count
                // A photo that was deleted since has not lost its files.
                result.lost += try await database.filesWithRow(piece.filter { !copied.contains($0) })
                onProgress(result.copied + result.thereAlready, names.count)
            }
        }
        return result
    }

    private func copy(_ names: [String]) async throws -> Set<String> {
        try await withThrowingTaskGroup(of: String?.self) { group in
            for name in names {
                group.addTask {
                    guard let bytes = try await source.get(name), PhotoFileEnd.isReached(bytes) else { return nil }
                    try await target.put(bytes, as: name)
                    return name
                }
            }
            return try await group.reduce(into: []) { if let name = $1 { $0.insert(name) } }
        }
    }
}

extension Config {
    /// - Parameter text: an address, or `settings`, which stands for the one of the settings.
    /// - Throws: where it is none, and where the photos are there already.
    package func photoLocations(movingTo text: String) throws -> (source: StorageLocation, target: StorageLocation) {
        let folder = StorageLocation.folder("\(URL(filePath: dataDirectory).standardizedFileURL.path)/photos")
        if text == "settings" {
            guard let storage else { throw Error(description: "\(Setting.storageURL.name) is not set") }
            return (folder, storage)
        }
        guard text.contains(":"), var target = StorageLocation(text) else {
            throw Error(description: "--to takes settings, file:///FOLDER or \(S3Address.form)")
        }
        if isDataDirectory(target) { target = folder }
        let source = storage ?? folder
        guard target != source else { throw Error(description: "the photos are in \(target) already") }
        return (source, target)
    }
}
