import Foundation

@testable import Database
@testable import Moeum

/// What a test's database begins with. Whatever is more than nothing is made once for all tests and copied for each.
enum TestContent: Sendable {
    case nothing
    /// The site's tables, empty.
    case tables
    /// The project's own sample of places, and the keywords.
    case sample

    /// Puts it into an empty database.
    func fill(_ database: any Database) async throws {
        if self == .nothing { return }
        try await Migrator().migrate(database)
        guard self == .sample else { return }
        let data = Project.root.path + "/Data"
        _ = try await SampleLoader(directory: data, districts: try Districts.load(from: data)).load(into: database)
        try await KeywordLoader(directory: data).load(into: database)
    }
}

/// The file of an SQLite database with some content, in memory.
struct SQLiteTemplate: Sendable {
    private let content: Data

    private static let tables = Task { try await SQLiteTemplate(.tables) }
    private static let sample = Task { try await SQLiteTemplate(.sample) }

    private init(_ content: TestContent) async throws {
        let path = NSTemporaryDirectory() + "moeum-\(UUID().uuidString).sqlite"
        defer { SQLiteDatabase.removeFiles(path) }
        let database = try SQLiteDatabase(path: path)
        try await content.fill(database)
        await database.close()
        self.content = try Data(contentsOf: URL(filePath: path))
    }

    /// Makes a database there with this content.
    static func write(_ content: TestContent, to path: String) async throws {
        switch content {
        case .nothing: return
        case .tables: try await tables.value.content.write(to: URL(filePath: path))
        case .sample: try await sample.value.content.write(to: URL(filePath: path))
        }
    }
}

extension SQLiteDatabase {
    /// Removes a closed database.
    static func removeFiles(_ path: String) {
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
    }
}

#if Postgres
    /// Databases on the tests' server, made from others there, which stay until the server goes with the tests.
    struct PostgresTemplate: Sendable {
        private let name: String

        private static let tables = Task { try await PostgresTemplate(.tables) }
        private static let sample = Task { try await PostgresTemplate(.sample) }
        /// Making and dropping a database waits for the server: not on the threads that tests run on.
        private static let queue = DispatchQueue(label: "moeum.tests.databases", attributes: .concurrent)

        private init(_ content: TestContent) async throws {
            name = Self.newName()
            try await Self.command("CREATE DATABASE \(name)")
            let database = try PostgresDatabase(url: try Self.address(of: name), readers: 1, writers: 1)
            try await content.fill(database)
            await database.close()
        }

        /// The address of a database of the test's own with this content.
        static func copy(of content: TestContent) async throws -> String {
            let template = try await content == .sample ? sample.value : tables.value
            return try await new("TEMPLATE \(template.name) STRATEGY FILE_COPY")
        }

        /// The address of a database of the test's own with nothing in it.
        static func empty() async throws -> String { try await new("TEMPLATE template0 ENCODING 'UTF8'") }

        private static func new(_ options: String) async throws -> String {
            let (cleanup, name) = (try Cleanup.current, newName())
            try await command("CREATE DATABASE \(name) \(options)")
            cleanup.add { try await command("DROP DATABASE \(name) WITH (FORCE)") }
            return try address(of: name)
        }

        private static func newName() -> String {
            "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        }

        private static func address(of name: String) throws -> String {
            guard let server = TestEngine.postgresURL, var parts = URLComponents(string: server) else {
                throw Config.Error(description: "there is no PostgreSQL")
            }
            parts.path = "/\(name)"
            return parts.string ?? server
        }

        private static func command(_ text: String) async throws {
            let address = try PostgresAddress(try address(of: "postgres"))
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(
                        with: Result { try PostgresConnection(address, PostgresCatalog()).command(text) }
                    )
                }
            }
        }
    }
#endif
