#if Postgres
    import Foundation
    import Synchronization

    /// The engine for more than one machine: threads that each hold one connection. Reads see one snapshot, writes are
    /// serializable.
    final class PostgresDatabase: Database {
        private typealias Job = @Sendable (PostgresSession) -> Void

        /// More waiting jobs than this are answered with 503.
        private static let maxWaiting = 1_024
        /// How long the size is cached, in seconds.
        private static let sizeIsGoodFor = 60.0

        private let reads = JobQueue<Job>(limit: maxWaiting)
        private let writes = JobQueue<Job>(limit: maxWaiting)
        private let sessions: [PostgresSession]
        private let listener: PostgresListener
        let changes = DataChanges()
        private let size = Mutex<(bytes: Int, until: ContinuousClock.Instant)>((0, .now))

        /// Connections are opened when they are needed, the first one here.
        /// - Throws: `PostgresAddress.Error`, or `DatabaseError.failing` where the server cannot be reached.
        init(url: String, readers: Int = 6, writers: Int = 4) throws {
            let address = try PostgresAddress(url)
            let (writerLock, catalog) = (WriterLock(), PostgresCatalog())
            sessions = (0..<readers + writers).map { [changes] _ in
                PostgresSession(address, writerLock, catalog, changes)
            }
            try sessions.first?.connect()
            listener = PostgresListener(address, changes) { [sessions] in
                Set(sessions.compactMap { session in session.backend.withLock { $0 } })
            }
            for (number, session) in sessions.enumerated() {
                let (queue, name) = number < readers ? (reads, "reader") : (writes, "writer")
                queue.startThread(named: "database \(name) \(number)", batch: 1) { next in
                    while let jobs = next() { for job in jobs { job(session) } }
                }
            }
        }

        package func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws
            -> Value
        {
            let recorder = ReadRecorder.current
            return try await endingExpired(body) { body in
                try await withCheckedThrowingContinuation { continuation in
                    let job: Job = { [self] session in
                        continuation.resume(with: Result { try session.run(.read, recorder: recorder, body) })
                        measure(session)
                    }
                    let isTaken = reads.add(job, of: ReadingAccount.current)
                    if !isTaken {
                        continuation.resume(throwing: DatabaseError.unavailable("too many reads are waiting"))
                    }
                }
            }
        }

        @discardableResult
        package func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws
            -> Value
        {
            ReadRecorder.current?.preventCaching()
            return try await endingExpired(body) { body in
                try await withCheckedThrowingContinuation { continuation in
                    let isTaken = writes.add { session in
                        continuation.resume(with: Result { try session.run(.write, body) })
                    }
                    if !isTaken {
                        continuation.resume(throwing: DatabaseError.unavailable("too many writes are waiting"))
                    }
                }
            }
        }

        package func close() async {
            await reads.close()
            await writes.close()
            await listener.close()
            for session in sessions { session.close() }
        }

        package var statistics: DatabaseStatistics {
            DatabaseStatistics(
                waitingReads: reads.count,
                waitingWrites: writes.count,
                bytes: size.withLock { $0.bytes }
            )
        }

        /// Asks for the database's size once a minute, on a thread that has just answered a read.
        private func measure(_ session: PostgresSession) {
            let isDue = size.withLock { size in
                guard size.until <= .now else { return false }
                size.until = .now + .seconds(Self.sizeIsGoodFor)
                return true
            }
            guard isDue else { return }
            let bytes = try? session.run(.read) { transaction in
                try transaction.first("SELECT pg_database_size(current_database())") { try $0.int(0) }
            }
            if let found = bytes ?? nil { size.withLock { $0.bytes = found } }
        }
    }
#endif
