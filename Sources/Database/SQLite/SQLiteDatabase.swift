import CSQLite
import Foundation

/// The embedded default engine: one writer that commits in groups, a few readers that see snapshots.
package final class SQLiteDatabase: Database {
    /// The role of the process that opens the file. SQLite before 3.51.3 can lose pages when two connections checkpoint at the
    /// same time, so only the server's writer does; the last connection to close still may, since no other is left.
    package enum ProcessRole: Sendable {
        case server, command
    }

    /// More waiting jobs than this are answered with 503.
    private static let maxWaiting = 1_024
    /// So many bytes that a savepoint may have to undo, whole pages of a write, stay in memory, which SQLite takes in one piece;
    /// more go into a file, as do more than 64 KiB where this is not set. Below 128 KiB: SQLite 3.40 writes such a piece in parts
    /// whose size it takes modulo 128 KiB (`seekAndWriteFd`), so that a multiple of it looks like a full disk.
    private static let savepointMemory: Int32 = 120 << 10
    /// SQLite counts its memory under one lock for all threads, for which readers would wait; nobody needs the count. Only has
    /// an effect before the first connection is opened.
    private static let isConfigured = [
        sqlite_stop_memory_statistics(), sqlite_keep_savepoints_in_memory(savepointMemory),
    ].allSatisfy { $0 == SQLITE_OK }

    /// The version of the SQLite that this program runs with, which its package manager may have updated, such as `3.40.1`.
    package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    private let path: String
    private let writer: SQLiteConnection
    private let readers: [SQLiteConnection]
    private let writes = JobQueue<SQLiteWriteJob>(limit: maxWaiting)
    private let reads = JobQueue<SQLiteReadJob>(limit: maxWaiting)
    package let changes = DataChanges()

    /// - Parameters:
    ///   - path: the file; created with mode 0600 where it is missing.
    ///   - writesPerCommit: the most writes that share one commit.
    ///   - lockSeconds: how long a write waits for another program's.
    ///   - readLimit: how long one statement of the server's reads may take; a command's take as long as they need.
    package init(
        path: String,
        role: ProcessRole = .server,
        readers: Int = 3,
        writesPerCommit: Int = 64,
        lockSeconds: Double = 10,
        readLimit: Duration = .seconds(StatementLimit.seconds)
    ) throws {
        self.path = path
        _ = Self.isConfigured
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        let writer = try Self.openWriter(path, role, lockSeconds)
        self.writer = writer
        let limit = role == .server ? readLimit : nil
        self.readers = try (0..<readers).map { _ in try Self.openReader(path, limit) }
        changes.follow(try writer.commitCounter())
        writes.startThread(named: "database writer", batch: writesPerCommit) { [changes] next in
            let commit = SQLiteGroupCommit(connection: writer, changes: changes)
            while let jobs = next() { commit.run(jobs) }
        }
        for (number, reader) in self.readers.enumerated() {
            // Pages are made here, which may take a while; anyone who is answered from memory does not wait behind them.
            reads.startThread(named: "database reader \(number)", batch: 1, niceness: 10) { next in
                let reader = SQLiteReader(connection: reader)
                while let jobs = next() { jobs.forEach(reader.run) }
            }
        }
    }

    package func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value
    {
        let recorder = ReadRecorder.current
        return try await endingExpired(body) { body in
            try await withCheckedThrowingContinuation { continuation in
                let job: SQLiteReadJob = { [changes] database in
                    continuation.resume(
                        with: Result {
                            let connection = try database.get()
                            let number = changes.number
                            connection.read = .none
                            defer { recorder?.add(connection.read, since: number) }
                            return try body(Transaction(connection, since: number, changes))
                        }
                    )
                }
                let isTaken = reads.add(job, of: ReadingAccount.current)
                if !isTaken { continuation.resume(throwing: DatabaseError.unavailable("too many reads are waiting")) }
            }
        }
    }

    @discardableResult
    package func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value
    {
        ReadRecorder.current?.preventCaching()
        return try await endingExpired(body) { body in
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
                    fail: { continuation.resume(throwing: $0) }
                )
                if !writes.add(job) {
                    continuation.resume(throwing: DatabaseError.unavailable("too many writes are waiting"))
                }
            }
        }
    }

    package func close() async {
        await reads.close()
        await writes.close()
        changes.follow(nil)
        // The writer is closed last and removes the log.
        for reader in readers { reader.close() }
        writer.close()
    }

    package var statistics: DatabaseStatistics {
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

    private static func openWriter(_ path: String, _ role: ProcessRole, _ lockSeconds: Double) throws
        -> SQLiteConnection
    {
        let connection = try SQLiteConnection(path: path, access: .readWrite, lockSeconds: lockSeconds)
        try connection.query("PRAGMA journal_mode = WAL") { mode in
            guard try mode.string(0) == "wal" else { throw DatabaseError.unavailable("its folder takes no log") }
            return true
        }
        try connection.execute("PRAGMA synchronous = FULL")
        try connection.execute("PRAGMA foreign_keys = ON")
        try connection.execute("PRAGMA cache_size = -32768")
        if role == .command { try connection.execute("PRAGMA wal_autocheckpoint = 0") }
        return connection
    }

    private static func openReader(_ path: String, _ limit: Duration?) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, access: .readOnly, lockSeconds: 10, statementLimit: limit)
        // Pages are read where the kernel has them, as far as SQLite may map a file; its own copies are of the log's alone.
        try connection.execute("PRAGMA mmap_size = 2147418112")
        try connection.execute("PRAGMA cache_size = -8192")
        return connection
    }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
