#if Postgres
    import CPostgreSQL
    import Foundation
    import Synchronization

    /// Hears what other processes change, on a connection and a thread of its own. While its line is down nobody knows,
    /// and nothing may be answered from memory.
    final class PostgresListener: Sendable {
        /// Seconds between signs of life, and after which a failed connection is tried again.
        private static let heartbeatInterval: Int32 = 1

        private let address: PostgresAddress
        private let changes: DataChanges
        /// The backends of this process, whose changes it knows already.
        private let ownBackends: @Sendable () -> Set<Int32>
        private let isClosed = Mutex(false)
        /// Readable once it is closed.
        private let closing = Pipe()
        private let ended = JobQueue<Void>(limit: 1)

        init(_ address: PostgresAddress, _ changes: DataChanges, ownBackends: @escaping @Sendable () -> Set<Int32>) {
            (self.address, self.changes, self.ownBackends) = (address, changes, ownBackends)
            ended.startThread(named: "database listener", batch: 1) { [self] _ in
                while !isClosed.withLock({ $0 }) {
                    try? listen()
                    changes.setListening(false)
                    if !isClosed.withLock({ $0 }) {
                        Thread.sleep(forTimeInterval: TimeInterval(Self.heartbeatInterval))
                    }
                }
            }
        }

        func close() async {
            isClosed.withLock { $0 = true }
            try? closing.fileHandleForWriting.close()
            await ended.close()
        }

        /// Listens until the line is lost.
        private func listen() throws {
            let handle = try address.connect()
            defer { PQfinish(handle) }
            let statement = "LISTEN \(Self.channel(of: handle))"
            guard run(statement, handle) else { return }
            changes.setListening(true)
            while !isClosed.withLock({ $0 }) {
                let descriptors = [PQsocket(handle), closing.fileHandleForReading.fileDescriptor]
                var waited = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                let arrived = poll(&waited, nfds_t(waited.count), Self.heartbeatInterval * 1_000)
                // A server that is gone without a word does not answer this.
                guard arrived > 0 ? PQconsumeInput(handle) == 1 : run(statement, handle) else { return }
                consumeNotifications(handle)
            }
        }

        /// The channel for changes of a connection's tables, quoted: each schema of a database is a site of its own.
        static func channel(of handle: OpaquePointer) -> String {
            let result = PQexec(handle, "SELECT quote_ident('moeum_changes_' || coalesce(current_schema(), ''))")
            defer { PQclear(result) }
            return PQgetvalue(result, 0, 0).map { String(cString: $0) } ?? "moeum_changes"
        }

        /// Whether the server does it within a second.
        private func run(_ statement: String, _ handle: OpaquePointer) -> Bool {
            guard PQsendQuery(handle, statement) == 1 else { return false }
            let end = ContinuousClock.now + .seconds(1)
            while PQisBusy(handle) == 1 {
                let left = (end - ContinuousClock.now).components
                var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
                let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
                guard milliseconds > 0, poll(&socket, 1, Int32(milliseconds)) > 0, PQconsumeInput(handle) == 1 else {
                    return false
                }
            }
            var isDone = true
            while let result = PQgetResult(handle) {
                if PQresultStatus(result) != PGRES_COMMAND_OK { isDone = false }
                PQclear(result)
            }
            return isDone
        }

        private func consumeNotifications(_ handle: OpaquePointer) {
            var changed = ColumnSet.none
            while let notification = PQnotifies(handle) {
                defer { PQfreemem(notification) }
                guard !ownBackends().contains(notification.pointee.be_pid) else { continue }
                changed.formUnion(PostgresCatalog.columns(ofPayload: String(cString: notification.pointee.extra)))
            }
            if !changed.isEmpty { changes.change(changed) }
        }
    }
#endif
