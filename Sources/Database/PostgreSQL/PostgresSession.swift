#if Postgres
    import Foundation
    import Synchronization

    /// One thread's connection to the server: transactions are tried again where that can help, and a lost connection is opened
    /// again.
    ///
    /// `@unchecked Sendable`: used by one thread only; `close` is called after that thread has ended.
    final class PostgresSession: @unchecked Sendable {
        enum Mode: String {
            case read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
            case write = "BEGIN ISOLATION LEVEL SERIALIZABLE"
        }

        /// A failure that another try may get past.
        private struct RetryableError: Error {
            let error: DatabaseError
            let needsDelay: Bool
        }

        private static let maxAttempts = 12
        /// After so many tries a write runs without this process's other writes beside it.
        private static let attemptsBesideOthers = 2
        /// Seconds without new tries after the server did not answer, so that a queue of requests gets its 503s at once.
        private static let reconnectDelay = 1.0

        private let address: PostgresAddress
        private let writerLock: WriterLock
        private let catalog: PostgresCatalog
        private let changes: DataChanges
        /// The server's process for this session's connection; nil without one.
        let backend = Mutex<Int32?>(nil)
        private var connection: PostgresConnection? {
            // What a lost connection commits yet is news.
            didSet { backend.withLock { [connection] in $0 = connection?.backend } }
        }
        private var lastFailure: (error: any Error, until: ContinuousClock.Instant)?

        /// - Parameter writerLock: shared by all sessions that write to one database.
        init(_ address: PostgresAddress, _ writerLock: WriterLock, _ catalog: PostgresCatalog, _ changes: DataChanges) {
            self.address = address
            self.writerLock = writerLock
            (self.catalog, self.changes) = (catalog, changes)
        }

        /// Runs `body` in one transaction, and again where the server rolled it back in favour of others or was lost before the
        /// commit. A body that continues after a failed statement fails all the same.
        /// - Parameter recorder: gets the columns that a read's body reads.
        func run<Value>(
            _ mode: Mode,
            recorder: ReadRecorder? = nil,
            _ body: (Transaction) throws -> Value
        ) throws -> Value {
            var attempt = 1
            while true {
                do {
                    guard mode == .write else { return try runOnce(mode, recorder, body) }
                    return try writerLock.run(alone: attempt > Self.attemptsBesideOthers) {
                        try runOnce(mode, nil, body)
                    }
                } catch let retryable as RetryableError {
                    guard attempt < Self.maxAttempts else { throw retryable.error }
                    if retryable.needsDelay { Self.delayRetry(attempt) }
                    attempt += 1
                }
            }
        }

        /// Opens the connection, so that a missing server is noticed before the first request.
        func connect() throws { _ = try connected() }

        func close() { connection = nil }

        private func runOnce<Value>(
            _ mode: Mode,
            _ recorder: ReadRecorder?,
            _ body: (Transaction) throws -> Value
        ) throws -> Value {
            let connection = try connected()
            let actions = CommitActions()
            let result: Result<Value, any Error>
            (connection.read, connection.written) = (.none, .none)
            let number = changes.number
            do { try connection.begin(mode.rawValue) } catch let failure as PostgresFailure {
                throw errorToThrow(for: failure)
            }
            switch mode {
            case .read: result = Result { try body(Transaction(connection, since: number, changes)) }
            case .write: result = Result { try body(Transaction(connection, actions)) }
            }
            recorder?.add(connection.read, since: number)
            if let failure = connection.failure {
                try? connection.command("ROLLBACK")
                let classified = errorToThrow(for: failure)
                if classified is RetryableError { throw classified }
                _ = try result.get()
                throw classified
            }
            let value: Value
            do { value = try result.get() } catch {
                try? connection.command("ROLLBACK")
                throw error
            }
            // Before the write is answered, also where nobody knows whether it went through.
            defer {
                if !connection.written.isEmpty { changes.change(connection.written) }
                // Another session may have read the catalogue before this commit changed it.
                if connection.written == .all { catalog.forget() }
            }
            do { try commit(connection) } catch let failure as PostgresFailure {
                guard !failure.isLost else {
                    self.connection = nil
                    throw DatabaseError.failing("the connection was lost during a commit; it may have gone through")
                }
                // Where the notification failed, the commit behind it was not asked for.
                try? connection.command("ROLLBACK")
                throw errorToThrow(for: failure)
            }
            actions.perform()
            return value
        }

        /// Commits, and tells other processes in the same transaction what has changed.
        private func commit(_ connection: PostgresConnection) throws {
            guard !connection.written.isEmpty else { return try connection.command("COMMIT") }
            let payload = PostgresCatalog.payload(connection.written)
            try connection.command("NOTIFY \(connection.channel), '\(payload)'; COMMIT")
        }

        /// The error to throw for a failure before the commit: `RetryableError` where another try may help.
        private func errorToThrow(for failure: PostgresFailure) -> any Error {
            if failure.isLost { connection = nil }
            guard failure.isLost || failure.isConflict || failure.isStale else { return failure.error }
            return RetryableError(error: failure.error, needsDelay: failure.isConflict)
        }

        private func connected() throws -> PostgresConnection {
            if let connection, connection.isConnected { return connection }
            connection = nil
            if let lastFailure, ContinuousClock.now < lastFailure.until { throw lastFailure.error }
            do {
                let fresh = try PostgresConnection(address, catalog)
                (connection, lastFailure) = (fresh, nil)
                return fresh
            } catch {
                lastFailure = (error, .now + .seconds(Self.reconnectDelay))
                throw error
            }
        }

        /// Waits a random time of up to 2, 4, 8 … 256 ms, so that conflicting transactions are spread.
        private static func delayRetry(_ attempt: Int) {
            Thread.sleep(forTimeInterval: Double.random(in: 0...0.001) * Double(1 << min(attempt, 8)))
        }
    }
#endif
