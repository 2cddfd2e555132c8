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

    /// A database of the test's own, gone afterwards.
    func withDatabase<Value>(
        _ content: TestContent = .nothing,
        _ body: (any Database) async throws -> Value
    ) async throws -> Value {
        switch self {
        case .sqlite: return try await Self.withSQLite(content, body)
        case .postgres:
            #if Postgres
                await Self.postgresTurns.take()
                defer { Self.postgresTurns.giveBack() }
                func use(_ url: String) async throws -> Value {
                    let database = try PostgresDatabase(url: url, readers: 2, writers: 3)
                    return try await Self.finish(database) { try await body(database) }
                }
                if content == .nothing { return try await Self.withPostgres([], use) }
                return try await PostgresTemplate.withCopy(of: content, use)
            #else
                throw Config.Error(description: "this build has no PostgreSQL")
            #endif
        }
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

    private static func withSQLite<Value>(
        _ content: TestContent,
        _ body: (any Database) async throws -> Value
    ) async throws -> Value {
        let path = NSTemporaryDirectory() + "moeum-\(UUID().uuidString).sqlite"
        defer { SQLiteDatabase.removeFiles(path) }
        try await SQLiteTemplate.write(content, to: path)
        let database = try SQLiteDatabase(path: path)
        return try await finish(database) { try await body(database) }
    }

    private static func finish<Value>(
        _ database: any Database,
        _ body: () async throws -> Value
    ) async throws -> Value {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await database.close()
        return try result.get()
    }

    #if Postgres
        /// Lends the address of a schema of the test's own.
        /// - Parameter settings: further server settings of its connections, such as `statement_timeout=50`.
        static func withPostgres<Value>(
            _ settings: [String] = [],
            _ body: (String) async throws -> Value
        ) async throws -> Value {
            let server = try #require(postgresURL)
            let schema = "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
            let owner = try PostgresDatabase(url: server, readers: 1, writers: 1)
            return try await finish(owner) {
                try await owner.write { try $0.execute(SQL(stringLiteral: "CREATE SCHEMA \(schema)")) }
                let options = (["search_path=\(schema)"] + settings).map { "-c%20" + $0.replacing("=", with: "%3D") }
                let result: Result<Value, any Error>
                do { result = .success(try await body("\(server)&options=\(options.joined(separator: "%20"))")) } catch
                {
                    result = .failure(error)
                }
                try await owner.write { try $0.execute(SQL(stringLiteral: "DROP SCHEMA \(schema) CASCADE")) }
                return try result.get()
            }
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

    func take() async {
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

    func giveBack() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
