import Foundation

/// Photos as objects of an S3-compatible storage, `ab/abcdef….webp` below the address's prefix.
struct S3PhotoStorage: PhotoStorage {
    /// Requests at the same time, of one call.
    private static let atOnce = 8

    private let client: S3Client
    private let threads = FileThreads()

    init(_ address: S3Address) { client = S3Client(address) }

    func put(_ paths: [String]) async throws {
        try await forEach(paths) { path in
            let bytes = try await threads.run { Array(try Data(contentsOf: URL(filePath: path))) }
            let name = URL(filePath: path).lastPathComponent
            let type = name.hasSuffix(".jpg") ? "image/jpeg" : "image/webp"
            try await client.put(Self.key(name), bytes, type: type)
        }
        for path in paths { unlink(path) }
    }

    func get(_ name: String) async throws -> [UInt8]? { try await client.get(Self.key(name)) }

    func delete(_ names: [String]) async throws { try await forEach(names) { try await client.delete(Self.key($0)) } }

    func exists(_ name: String) async throws -> Bool { try await client.exists(Self.key(name)) }

    func names(startingWith prefix: String) async throws -> [String] {
        try await client.list("\(prefix)/").map { String($0.name.dropFirst(prefix.count + 1)) }
    }

    func names(_ names: [String], before: Date) async throws -> [String] {
        var old: [String] = []
        for name in names {
            let found = try await client.list(Self.key(name)).first { $0.name == Self.key(name) }
            if let date = found?.changedAt, date < before { old.append(name) }
        }
        return old
    }

    private static func key(_ name: String) -> String { "\(name.prefix(2))/\(name)" }

    private func forEach(_ items: [String], _ body: @escaping @Sendable (String) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, item) in items.enumerated() {
                if index >= Self.atOnce { try await group.next() }
                group.addTask { try await body(item) }
            }
            try await group.waitForAll()
        }
    }
}
