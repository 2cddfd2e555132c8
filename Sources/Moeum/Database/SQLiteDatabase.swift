import CSQLite
import Foundation
import GRDB

/// The embedded default engine: one writer that commits in groups, a few readers that see snapshots.
public final class SQLiteDatabase: Database {
    /// Who opens the file. SQLite before 3.51.3 can lose pages when two connections checkpoint at the same time, so only
    /// the server's writer does; the last connection to close still may, since nobody else is there.
    public enum Duty: Sendable {
        case server, command
    }

    /// More waiting jobs than this are answered with 503.
    private static let mostWaiting = 1_024
    /// SQLite counts its memory under one lock for all threads, which readers would wait for; nobody asks for the count.
    /// Has an effect only before the first connection opens.
    private static let hasStoppedMemoryStatistics = sqlite_stop_memory_statistics() == SQLITE_OK

    private let path: String
    private let writer: DatabaseQueue
    private let readers: [DatabaseQueue]
    private let writes = JobQueue<SQLiteWriteJob>(limit: mostWaiting)
    private let reads = JobQueue<SQLiteReadJob>(limit: mostWaiting)

    /// - Parameters:
    ///   - path: the file; made with mode 0600 where it is missing.
    ///   - writesPerCommit: the most writes that share one commit.
    ///   - lockSeconds: how long a write waits for another program's.
    public init(
        path: String,
        role: Duty = .server,
        readers: Int = 3,
        writesPerCommit: Int = 64,
        lockSeconds: Double = 10
    ) throws {
        self.path = path
        _ = Self.hasStoppedMemoryStatistics
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        writer = try SQLiteError.translated { try Self.openWriter(path, role, lockSeconds) }
        let queue = writer
        writes.startThread(named: "database writer", batch: writesPerCommit) { next in
            queue.inDatabase { database in
                let commit = SQLiteGroupCommit(database)
                while let jobs = next() { commit.run(jobs) }
            }
        }
        self.readers = try (0..<readers).map { _ in try SQLiteError.translated { try Self.openReader(path) } }
        for (number, reader) in self.readers.enumerated() {
            reads.startThread(named: "database reader \(number)", batch: 1) { next in
                reader.inDatabase { database in
                    let reader = SQLiteReader(database)
                    while let jobs = next() { jobs.forEach(reader.run) }
                }
            }
        }
    }

    public func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let isTaken = reads.add { database in
                continuation.resume(with: Result { try body(Transaction(try database.get())) })
            }
            if !isTaken { continuation.resume(throwing: DatabaseError.unavailable("too many reads are waiting")) }
        }
    }

    @discardableResult
    public func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            let job = SQLiteWriteJob(
                run: { connection in
                    let actions = CommitActions()
                    let result = Result { try body(Transaction(connection, actions)) }
                    return SQLiteWriteJob.Outcome(error: result.error) { commitError in
                        if result.error == nil, commitError == nil { actions.perform() }
                        continuation.resume(with: commitError.map { .failure($0) } ?? result)
                    }
                },
                refuse: { continuation.resume(throwing: $0) }
            )
            if !writes.add(job) {
                continuation.resume(throwing: DatabaseError.unavailable("too many writes are waiting"))
            }
        }
    }

    public func close() async {
        await reads.close()
        await writes.close()
        // The writer last: it leaves one file behind, without a log beside it.
        for reader in readers { try? reader.close() }
        try? writer.close()
    }

    public var statistics: DatabaseStatistics {
        func size(_ path: String) -> Int {
            (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        }
        return DatabaseStatistics(
            waitingReads: reads.count,
            waitingWrites: writes.count,
            bytes: size(path),
            logBytes: size("\(path)-wal")
        )
    }

    /// What SQLite itself says of the writer's connection, such as `synchronous`.
    func pragma(_ name: StaticString) async throws -> Int? {
        try await withCheckedThrowingContinuation { continuation in
            let isTaken = writes.add(
                SQLiteWriteJob(
                    run: { connection in
                        let result = Result { try connection.pragma(name) }
                        return SQLiteWriteJob.Outcome(error: nil) { _ in continuation.resume(with: result) }
                    },
                    refuse: { continuation.resume(throwing: $0) }
                )
            )
            if !isTaken { continuation.resume(returning: nil) }
        }
    }

    private static func openWriter(_ path: String, _ role: Duty, _ lockSeconds: Double) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(lockSeconds)
        configuration.journalMode = .wal
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        // After opening, because GRDB sets NORMAL itself while it opens a WAL database.
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            try database.execute(sql: "PRAGMA cache_size = -32768")
            if role == .command { try database.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
        }
        return queue
    }

    private static func openReader(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -65536")
            try database.execute(sql: "PRAGMA mmap_size = 268435456")
        }
        return queue
    }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
