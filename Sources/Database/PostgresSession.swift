#if Postgres
    import Foundation

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
            let needsPatience: Bool
        }

        private static let maxAttempts = 12
        /// After so many tries a write runs without this process's other writes beside it.
        private static let attemptsBesideOthers = 2
        /// Seconds without new tries after the server did not answer, so that a queue of requests gets its 503s at once.
        private static let pauseAfterRefusal = 1.0

        private let address: PostgresAddress
        private let gate: WriteGate
        private var connection: PostgresConnection?
        private var refusal: (error: any Error, until: ContinuousClock.Instant)?

        /// - Parameter gate: shared by all sessions that write to one database.
        init(_ address: PostgresAddress, _ gate: WriteGate) {
            self.address = address
            self.gate = gate
        }

        /// Runs `body` in one transaction, and again where the server rolled it back in favour of others or was lost before the
        /// commit. A body that continues after a failed statement fails all the same.
        func run<Value>(_ mode: Mode, _ body: (Transaction) throws -> Value) throws -> Value {
            var attempt = 1
            while true {
                do {
                    guard mode == .write else { return try runOnce(mode, body) }
                    return try gate.pass(alone: attempt > Self.attemptsBesideOthers) { try runOnce(mode, body) }
                } catch let retryable as RetryableError {
                    guard attempt < Self.maxAttempts else { throw retryable.error }
                    if retryable.needsPatience { Self.wait(attempt) }
                    attempt += 1
                }
            }
        }

        /// Opens the connection, so that a missing server is noticed before the first request.
        func connect() throws { _ = try connected() }

        func close() { connection = nil }

        private func runOnce<Value>(_ mode: Mode, _ body: (Transaction) throws -> Value) throws -> Value {
            let connection = try connected()
            do { try connection.begin(mode.rawValue) } catch let failure as PostgresFailure { throw passing(failure) }
            let actions = CommitActions()
            let result = Result { try body(Transaction(connection, actions)) }
            if let failure = connection.failure {
                try? connection.command("ROLLBACK")
                let verdict = passing(failure)
                if verdict is RetryableError { throw verdict }
                _ = try result.get()
                throw verdict
            }
            let value: Value
            do { value = try result.get() } catch {
                try? connection.command("ROLLBACK")
                throw error
            }
            do { try connection.command("COMMIT") } catch let failure as PostgresFailure {
                guard !failure.isLost else {
                    self.connection = nil
                    throw DatabaseError.unavailable("the connection was lost during a commit; it may have gone through")
                }
                throw passing(failure)
            }
            actions.perform()
            return value
        }

        /// The error to throw for a failure before the commit: `RetryableError` where another try may help.
        private func passing(_ failure: PostgresFailure) -> any Error {
            if failure.isLost { connection = nil }
            guard failure.isLost || failure.isConflict || failure.isStale else { return failure.error }
            return RetryableError(error: failure.error, needsPatience: failure.isConflict)
        }

        private func connected() throws -> PostgresConnection {
            if let connection, connection.isConnected { return connection }
            connection = nil
            if let refusal, ContinuousClock.now < refusal.until { throw refusal.error }
            do {
                let fresh = try PostgresConnection(address)
                (connection, refusal) = (fresh, nil)
                return fresh
            } catch {
                refusal = (error, .now + .seconds(Self.pauseAfterRefusal))
                throw error
            }
        }

        /// Waits a random time of up to 2, 4, 8 … 256 ms, so that conflicting transactions are spread.
        private static func wait(_ attempt: Int) {
            Thread.sleep(forTimeInterval: Double.random(in: 0...0.001) * Double(1 << min(attempt, 8)))
        }
    }
#endif
