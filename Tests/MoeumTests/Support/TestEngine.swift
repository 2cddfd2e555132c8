import Foundation
import Synchronization
import Testing

@testable import Database
@testable import Moeum

/// The engines that a test of the database runs on: SQLite always, PostgreSQL in a build with that trait beside a server
/// (`Scripts/postgres-for-tests`).
enum TestEngine: Sendable {
    case sqlite
    case postgres

    static let available: [TestEngine] = hasPostgres ? [.sqlite, .postgres] : [.sqlite]
    static var hasPostgres: Bool { postgresURL != nil }

    /// A database of the test's own, gone when that has ended.
    func database(_ content: TestContent = .nothing) async throws -> any Database {
        switch self {
        case .sqlite: return try await Self.sqliteDatabase(content)
        case .postgres:
            #if Postgres
                let cleanup = try Cleanup.current
                await Self.postgresTurns.acquire()
                cleanup.add { Self.postgresTurns.release() }
                let isEmpty = content == .nothing
                let url = isEmpty ? try await Self.postgresSchema() : try await PostgresTemplate.copy(of: content)
                let database = try PostgresDatabase(url: url, readers: 2, writers: 3)
                cleanup.add { await database.close() }
                return database
            #else
                throw Config.Error(description: "this build has no PostgreSQL")
            #endif
        }
    }

    /// A database of the test's own with these migrations alone.
    func database(of migrations: [Migration]) async throws -> any Database {
        let database = try await database()
        try await Migrator(migrations: migrations).migrate(database)
        return database
    }

    /// All tests start at once; the server takes 400 connections, and each database has seven.
    private static let postgresTurns = Turns(40)

    static var postgresURL: String? {
        #if Postgres
            ProcessInfo.processInfo.environment["MOEUM_TEST_POSTGRES_URL"]
        #else
            nil
        #endif
    }

    private static func sqliteDatabase(_ content: TestContent) async throws -> any Database {
        let cleanup = try Cleanup.current
        let path = NSTemporaryDirectory() + "moeum-\(UUID().uuidString).sqlite"
        cleanup.add { SQLiteDatabase.removeFiles(path) }
        try await SQLiteTemplate.write(content, to: path)
        let database = try SQLiteDatabase(path: path)
        cleanup.add { await database.close() }
        return database
    }

    #if Postgres
        /// The address of a schema of the test's own.
        /// - Parameter settings: further server settings of its connections, such as `statement_timeout=50`.
        static func postgresSchema(_ settings: [String] = []) async throws -> String {
            let cleanup = try Cleanup.current
            let server = try #require(postgresURL)
            let schema = "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
            let owner = try PostgresDatabase(url: server, readers: 1, writers: 1)
            cleanup.add { await owner.close() }
            try await owner.write { try $0.execute(SQL(stringLiteral: "CREATE SCHEMA \(schema)")) }
            cleanup.add {
                _ = try await owner.write { try $0.execute(SQL(stringLiteral: "DROP SCHEMA \(schema) CASCADE")) }
            }
            let options = (["search_path=\(schema)"] + settings).map { "-c%20" + $0.replacing("=", with: "%3D") }
            return "\(server)&options=\(options.joined(separator: "%20"))"
        }
    #endif
}

/// Lets so many go on at a time; the others wait for their turn.
final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    func acquire() async {
        await withCheckedContinuation { continuation in
            let mayGoOn = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if mayGoOn { continuation.resume() }
        }
    }

    func release() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
