import Foundation

/// Photos as objects of an S3-compatible storage, `ab/abcdef….webp` below the address's prefix.
struct S3PhotoStorage: PhotoStorage {
    /// Requests at the same time, of one call.
    private static let atOnce = 8
    /// The object that says whose photos these are.
    private static let owner = "owner"

    private let client: S3Client
    private let threads = BlockingThreadPool()

    init(_ address: S3Address) { client = S3Client(address, retryPolicy: .reader) }

    /// Others may put photos here at the same time, and it has a clock of its own.
    var isOfThisProcess: Bool { false }

    func put(_ paths: [String]) async throws {
        try await forEach(paths) { path in
            let bytes = try await threads.run { Array(try Data(contentsOf: URL(filePath: path))) }
            try await put(bytes, as: URL(filePath: path).lastPathComponent)
        }
        for path in paths { unlink(path) }
    }

    func put(_ bytes: [UInt8], as name: String) async throws {
        try await client.put(PhotoPath.of(name), bytes, type: name.hasSuffix(".jpg") ? "image/jpeg" : "image/webp")
    }

    func get(_ name: String) async throws -> [UInt8]? { try await client.get(PhotoPath.of(name)) }

    func delete(_ names: [String]) async throws {
        try await forEach(names) { try await client.delete(PhotoPath.of($0)) }
    }

    func exists(_ name: String) async throws -> Bool { try await client.exists(PhotoPath.of(name)) }

    func names(startingWith prefix: String) async throws -> [String] {
        try await client.list("\(prefix)/").map { String($0.name.dropFirst(prefix.count + 1)) }
    }

    func names(_ names: [String], before: Date) async throws -> [String] {
        var old: [String] = []
        for prefix in Set(names.map { String($0.prefix(2)) }).sorted() {
            let dates = Dictionary(
                try await client.list("\(prefix)/").map { ($0.name, $0.changedAt) },
                uniquingKeysWith: { first, _ in first }
            )
            old += names.filter { name in
                guard name.hasPrefix(prefix), let date = dates[PhotoPath.of(name)] ?? nil else { return false }
                return date < before
            }
        }
        return old
    }

    func owner() async throws -> String? {
        try await client.get(Self.owner).map { String(decoding: $0, as: UTF8.self) }
    }

    func setOwner(_ id: String) async throws { try await client.put(Self.owner, Array(id.utf8), type: "text/plain") }

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
