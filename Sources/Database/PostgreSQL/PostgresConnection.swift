#if Postgres
    import CPostgreSQL

    /// One libpq connection with the statements prepared on it; used by one thread at a time.
    final class PostgresConnection: DatabaseConnection {
        private struct Prepared {
            let name: String
            let types: [Oid]
            let use: PostgresCatalog.Use
        }

        /// With more statements than this all are dropped before the next transaction: lists of many lengths would fill the
        /// server's memory.
        private static let maxPrepared = 256

        private let handle: OpaquePointer
        let address: PostgresAddress
        private let catalog: PostgresCatalog
        /// The channel for changes of its tables, quoted.
        let channel: String
        var read = ColumnSet.none
        var written = ColumnSet.none
        private var prepared: [String: [Prepared]] = [:]
        private var preparedCount = 0
        /// The first failure in the running transaction. PostgreSQL refuses everything after it, even where the caller
        /// continued.
        private(set) var failure: PostgresFailure?

        /// - Throws: `DatabaseError.failing`.
        init(_ address: PostgresAddress, _ catalog: PostgresCatalog) throws {
            (self.address, self.catalog) = (address, catalog)
            handle = try address.connect()
            channel = PostgresListener.channel(of: handle)
        }

        deinit { PQfinish(handle) }

        package var dialect: Dialect { .postgres }

        /// The server's process for it.
        var backend: Int32 { PQbackendPID(handle) }

        /// Whether the connection is not known to be lost.
        var isConnected: Bool { PQstatus(handle) == CONNECTION_OK && failure?.isLost != true }

        /// Fetches the whole result before the first row is passed on, so that `body` may run further queries.
        package func query(_ sql: SQL, _ body: (any Row) throws -> Bool) throws {
            let result = try run(sql)
            for row in 0..<result.rowCount where try !body(PostgresRow(result: result, row: Int32(row))) { return }
        }

        package func execute(_ sql: SQL) throws -> Int { try run(sql).changes }

        func allowLongReading() throws {
            _ = try execute("SET LOCAL statement_timeout = 0")
            _ = try execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        }

        /// - Parameter statement: BEGIN with its isolation level.
        /// - Throws: `PostgresFailure`.
        package func begin(_ statement: String) throws {
            failure = nil
            try catalog.prepare(catalogEntries)
            // Inside a transaction this would fix the snapshot before a lock is waited for.
            if preparedCount >= Self.maxPrepared {
                try command("DEALLOCATE ALL")
                prepared = [:]
                preparedCount = 0
            }
            try command(statement)
        }

        /// Runs a statement without parameters and rows, such as COMMIT.
        /// - Throws: `PostgresFailure`.
        package func command(_ text: String) throws { _ = try checked(PQexec(handle, text)) }

        private func run(_ sql: SQL) throws -> PostgresResult {
            do {
                let statement = try prepare(sql)
                let result = try Self.withEncoded(sql.parameters) { count, values, lengths, formats in
                    try checked(PQexecPrepared(handle, statement.name, count, values, lengths, formats, 1))
                }
                read.formUnion(statement.use.read)
                if result.changes > 0 || !statement.use.isCounted { written.formUnion(statement.use.written) }
                return result
            } catch let failure as PostgresFailure { throw failure.error }
        }

        /// A prepared statement for these parameters' types.
        private func prepare(_ sql: SQL) throws -> Prepared {
            var text = sql.fragments[0]
            for (index, fragment) in sql.fragments.dropFirst().enumerated() { text += "$\(index + 1)\(fragment)" }
            let known = prepared[text]?.first { prepared in
                zip(prepared.types, sql.parameters).allSatisfy { $1 == .null || $0 == $1.type }
            }
            if let known { return known }
            preparedCount += 1
            let name = "s\(preparedCount)"
            var types = sql.parameters.map(\.type)
            _ = try checked(PQprepare(handle, name, text, Int32(types.count), types))
            if types.contains(0) {
                // The server has inferred the type of a NULL; the statement then serves for values of that type too.
                let description = try checked(PQdescribePrepared(handle, name))
                types = types.indices.map { description.parameterType($0) }
            }
            let statement = Prepared(name: name, types: types, use: catalog.use(in: text))
            prepared[text, default: []].append(statement)
            return statement
        }

        /// The columns of all tables, each once for each table that follows its own by a foreign key.
        private func catalogEntries() throws -> [PostgresCatalog.Entry] {
            let result = try checked(
                PQexec(
                    handle,
                    """
                    SELECT c.relname, a.attname, f.relname, nullif(a.attgenerated, '') FROM pg_class c
                    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                    LEFT JOIN pg_constraint k ON k.confrelid = c.oid AND k.contype = 'f'
                        AND (k.confdeltype IN ('c', 'n', 'd') OR k.confupdtype IN ('c', 'n', 'd'))
                    LEFT JOIN pg_class f ON f.oid = k.conrelid
                    WHERE c.relkind IN ('r', 'p', 'v', 'm') AND c.relnamespace = current_schema()::regnamespace
                    """
                )
            )
            return (0..<result.rowCount).map { row in
                PostgresCatalog.Entry(
                    table: result.text(row, 0) ?? "",
                    column: result.text(row, 1) ?? "",
                    follower: result.text(row, 2),
                    isGenerated: result.text(row, 3) != nil
                )
            }
        }

        private func checked(_ pointer: OpaquePointer?) throws -> PostgresResult {
            let status = PQresultStatus(pointer)
            if let pointer, status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK { return PostgresResult(pointer) }
            let found = PostgresFailure(
                pointer,
                connectionMessage: String(cString: PQerrorMessage(handle)).trimmingCharacters(
                    in: .whitespacesAndNewlines
                ),
                isLost: PQstatus(handle) != CONNECTION_OK
            )
            PQclear(pointer)
            if found.isStale { preparedCount = Self.maxPrepared }
            failure = failure ?? found
            throw found
        }

        /// Passes the parameters in the binary format, one after the other in one piece of memory.
        private static func withEncoded<Value>(
            _ parameters: [SQLValue],
            _ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) throws -> Value
        ) rethrows -> Value {
            var bytes: [UInt8] = []
            let ranges = parameters.map { parameter -> Range<Int>? in
                let start = bytes.count
                guard parameter.append(to: &bytes) else { return nil }
                defer { bytes.append(0) }
                return start..<bytes.count
            }
            return try bytes.withUnsafeBytes { buffer in
                let base = buffer.assumingMemoryBound(to: CChar.self).baseAddress
                return try body(
                    Int32(parameters.count),
                    ranges.map { range in range.flatMap { base?.advanced(by: $0.lowerBound) } },
                    ranges.map { Int32($0?.count ?? 0) },
                    Array(repeating: 1, count: parameters.count)
                )
            }
        }
    }

    extension SQLValue {
        /// The declared type of a parameter; 0 lets the server infer it.
        fileprivate var type: Oid {
            switch self {
            case .null: 0
            case .integer: PostgresRow.TypeID.int8
            case .real: PostgresRow.TypeID.float8
            case .text: PostgresRow.TypeID.text
            case .blob: PostgresRow.TypeID.bytes
            }
        }

        /// Appends the value; false for NULL.
        fileprivate func append(to bytes: inout [UInt8]) -> Bool {
            switch self {
            case .null: return false
            case .integer(let value): withUnsafeBytes(of: value.bigEndian) { bytes += $0 }
            case .real(let value): withUnsafeBytes(of: value.bitPattern.bigEndian) { bytes += $0 }
            case .text(let value): bytes += value.utf8
            case .blob(let value): bytes += value
            }
            return true
        }
    }
#endif
