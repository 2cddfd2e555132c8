import Foundation
import Synchronization

/// Photos in memory, for tests.
final class MemoryPhotoStorage: PhotoStorage {
    private let files = Mutex<[String: (bytes: [UInt8], date: Date)]>([:])

    func put(_ paths: [String]) async throws {
        for path in paths {
            let bytes = Array(try Data(contentsOf: URL(filePath: path)))
            files.withLock { $0[URL(filePath: path).lastPathComponent] = (bytes, .now) }
            unlink(path)
        }
    }

    func get(_ name: String) async throws -> [UInt8]? { files.withLock { $0[name]?.bytes } }

    func delete(_ names: [String]) async throws { files.withLock { for name in names { $0[name] = nil } } }

    func exists(_ name: String) async throws -> Bool { files.withLock { $0[name] != nil } }

    func names(startingWith prefix: String, before: Date) async throws -> [String] {
        files.withLock { $0.filter { $0.key.hasPrefix(prefix) && $0.value.date < before }.keys.sorted() }
    }
}
