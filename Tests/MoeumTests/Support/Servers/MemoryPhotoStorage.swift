import Foundation
import Synchronization

@testable import Moeum

/// Photos in memory, for tests.
final class MemoryPhotoStorage: PhotoStorage {
    let isOfThisProcess = true
    private let ownerID = Mutex<String?>(nil)
    private let files = Mutex<[String: (bytes: [UInt8], date: Date)]>([:])

    func put(_ paths: [String]) async throws {
        for path in paths {
            let bytes = Array(try Data(contentsOf: URL(filePath: path)))
            files.withLock { $0[URL(filePath: path).lastPathComponent] = (bytes, .now) }
            unlink(path)
        }
    }

    func put(_ bytes: [UInt8], as name: String) async throws { files.withLock { $0[name] = (bytes, .now) } }

    func get(_ name: String) async throws -> [UInt8]? { files.withLock { $0[name]?.bytes } }

    func delete(_ names: [String]) async throws { files.withLock { for name in names { $0[name] = nil } } }

    func exists(_ name: String) async throws -> Bool { files.withLock { $0[name] != nil } }

    func names(startingWith prefix: String) async throws -> [String] {
        files.withLock { $0.keys.filter { $0.hasPrefix(prefix) }.sorted() }
    }

    func names(_ names: [String], before: Date) async throws -> [String] {
        files.withLock { files in names.filter { name in files[name].map { $0.date < before } ?? false } }
    }

    func owner() async throws -> String? { ownerID.withLock(\.self) }

    func setOwner(_ id: String) async throws { ownerID.withLock { $0 = id } }
}
