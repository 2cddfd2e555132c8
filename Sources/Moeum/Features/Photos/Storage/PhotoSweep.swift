import Foundation
import Synchronization

/// Removes photos without a review, files without a row, and what uploads left behind. Rows are removed before their files.
final class PhotoSweep: Sendable {
    private let database: any Database
    private let storage: any PhotoStorage
    private let uploads: String
    private let batch: Int
    /// Files older than the process were left by an earlier one.
    private let start: Date
    private let isFirst = Atomic(true)
    private let threads = BlockingThreadPool(threads: 1)

    /// Younger files may still be on their way in, in seconds.
    static let gracePeriod: TimeInterval = 600

    init(database: any Database, storage: any PhotoStorage, uploads: String, batch: Int = 200, start: Date = .now) {
        (self.database, self.storage, self.uploads) = (database, storage, uploads)
        (self.batch, self.start) = (batch, start)
    }

    @Sendable func run() async throws { try await run(at: .now) }

    func run(at now: Date) async throws {
        let limit = isFirst.exchange(false, ordering: .relaxed) ? start : now - Self.gracePeriod
        try await threads.run { [uploads] in
            for name in FileManager.default.names(in: uploads, changedBefore: limit) {
                try? FileManager.default.removeItem(atPath: "\(uploads)/\(name)")
            }
        }
        if !storage.isOfThisProcess { try await storage.claim(for: try await database.write { try $0.photoOwner() }) }
        let unused = try await removeUnused(at: now)
        let blobs = try await removeBlobs(at: now)
        // What others put there is not left over because it is older than this process.
        let files = try await removeFiles(before: storage.isOfThisProcess ? limit : now - Self.gracePeriod)
        // The result of an interrupted sweep is not recorded.
        guard !Task.isShuttingDownGracefully else { return }
        let result = SweepResult(endedAt: now, rows: unused + blobs, files: files)
        try await database.write { try $0.recordSweep(result, of: "photos") }
    }

    /// - Returns: how many photos were removed.
    private func removeUnused(at now: Date) async throws -> Int {
        let oldest = now - Photo.unusedLifetime
        var all = 0
        var removed = batch
        while removed >= batch, !Task.isShuttingDownGracefully {
            removed = try await database.write { [batch] in try $0.deleteUnusedPhotos(before: oldest, atMost: batch) }
            all += removed
        }
        return all
    }

    /// - Returns: of how many pictures the files were removed.
    private func removeBlobs(at now: Date) async throws -> Int {
        var all = 0
        var last: String? = ""
        while let after = last, !Task.isShuttingDownGracefully {
            // Reads all of them, for which no writer is to wait.
            let page = try await database.read { [batch] in try $0.photoBlobs(after: after, atMost: batch * 5) }
            last = page.last?.hash
            let unused = page.filter { !$0.isUsed }.map(\.hash)
            for start in stride(from: 0, to: unused.count, by: batch) {
                let some = Array(unused[start..<min(start + batch, unused.count)])
                let files = try await database.write { try $0.deletePhotoBlobsWithoutPhotos(among: some, at: now) }
                try await storage.delete(files.flatMap(PhotoBlob.names))
                all += files.count
            }
        }
        return all
    }

    /// - Returns: how many files without a row were removed.
    private func removeFiles(before limit: Date) async throws -> Int {
        var all = 0
        for part in 0...255 where !Task.isShuttingDownGracefully {
            let names = try await storage.names(startingWith: Hexadecimal.text([UInt8(part)]))
            let old = try await storage.names(try await database.filesWithoutRow(names), before: limit)
            try await storage.delete(old)
            all += old.count
        }
        return all
    }

    /// The beginning of the names of a photo's files.
    static func file(_ name: String) -> String {
        guard let size = PhotoSize.allCases.first(where: { name.hasSuffix($0.ending) }) else { return name }
        return String(name.dropLast(size.ending.count))
    }
}

extension Database {
    /// Those of these photo files that no row names.
    func filesWithoutRow(_ names: [String]) async throws -> [String] {
        let known = Set(try await filesWithRow(names))
        return names.filter { !known.contains($0) }
    }

    /// Those of these photo files that a row names.
    func filesWithRow(_ names: [String]) async throws -> [String] {
        let files = Array(Set(names.map(PhotoSweep.file)))
        var known: Set<String> = []
        for start in stride(from: 0, to: files.count, by: 500) {
            let some = Array(files[start...].prefix(500))
            known.formUnion(try await read { try $0.knownPhotoFiles(among: some) })
        }
        return names.filter { known.contains(PhotoSweep.file($0)) }
    }
}
