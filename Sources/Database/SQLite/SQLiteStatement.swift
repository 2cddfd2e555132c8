import CSQLite

/// One prepared statement of a connection.
final class SQLiteStatement {
    let pointer: OpaquePointer
    /// The columns that it reads, and those that it changes.
    let read: ColumnSet
    let written: ColumnSet
    private let handle: OpaquePointer

    /// - Parameter recorder: listens to the connection.
    init(_ text: String, _ handle: OpaquePointer, _ recorder: SQLiteColumnRecorder) throws {
        recorder.reset()
        var prepared: OpaquePointer?
        var rest: UnsafePointer<CChar>?
        let (code, hasMore) = text.withCString { start in
            let code = sqlite3_prepare_v3(handle, start, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, &rest)
            return (code, rest.map { !String(cString: $0).allSatisfy(\.isWhitespace) } ?? false)
        }
        guard code == SQLITE_OK else { throw SQLiteError.from(code: code, handle: handle) }
        guard let prepared, !hasMore else {
            sqlite3_finalize(prepared)
            throw DatabaseError.statement("not one statement: \(text)")
        }
        (pointer, self.handle) = (prepared, handle)
        (read, written) = recorder.columns()
    }

    deinit { sqlite3_finalize(pointer) }

    var isBusy: Bool { sqlite3_stmt_busy(pointer) != 0 }

    func reset() { sqlite3_reset(pointer) }

    /// Steps to the next row; false at the end.
    func step() throws -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        case let code: throw SQLiteError.from(code: code, handle: handle)
        }
    }

    func bind(_ parameters: [SQLValue]) throws {
        guard sqlite3_bind_parameter_count(pointer) == parameters.count else {
            throw DatabaseError.statement("the statement has other placeholders than parameters")
        }
        for (offset, parameter) in parameters.enumerated() {
            let code = bind(parameter, at: Int32(offset + 1))
            guard code == SQLITE_OK else { throw SQLiteError.from(code: code, handle: handle) }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        // SQLITE_TRANSIENT, a cast in a C macro that Swift cannot import: SQLite copies the bytes at once.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .null: return sqlite3_bind_null(pointer, index)
        case .integer(let number): return sqlite3_bind_int64(pointer, index, number)
        case .real(let number): return sqlite3_bind_double(pointer, index, number)
        case .text(let text):
            return text.withCString { sqlite3_bind_text(pointer, index, $0, Int32(text.utf8.count), copied) }
        case .blob(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(pointer, index, 0) }
            return bytes.withUnsafeBytes {
                sqlite3_bind_blob(pointer, index, $0.baseAddress, Int32($0.count), copied)
            }
        }
    }
}
