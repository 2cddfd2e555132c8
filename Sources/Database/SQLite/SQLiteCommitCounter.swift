import CSQLite

/// The number of commits of all processes to a database in WAL mode, read where SQLite keeps it: in the memory that the
/// processes share (https://sqlite.org/walformat.html#the_wal_index_header, `iChange`). Costs a few nanoseconds, where asking
/// with `PRAGMA data_version` costs some microseconds and a connection for each thread.
///
/// `@unchecked Sendable`: the memory is only read, and stays mapped as long as the connection is open.
struct SQLiteCommitCounter: @unchecked Sendable {
    private static let offset = 8

    private let file: UnsafeMutablePointer<sqlite3_file>
    private let memory: UnsafeRawPointer

    /// Nil where this SQLite has no such memory.
    /// - Parameter handle: a connection that has read from the database, so that its memory is mapped.
    init?(_ handle: OpaquePointer) {
        var opened: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &opened) == SQLITE_OK, let opened,
            let methods = opened.pointee.pMethods, methods.pointee.iVersion >= 2, let map = methods.pointee.xShmMap
        else { return nil }
        var mapped: UnsafeMutableRawPointer?
        // The first region, of the size that SQLite uses; never created here.
        guard map(opened, 0, 32_768, 0, &mapped) == SQLITE_OK, let mapped else { return nil }
        (file, memory) = (opened, UnsafeRawPointer(mapped))
    }

    var value: UInt32 {
        // What other processes wrote before is seen after it.
        file.pointee.pMethods?.pointee.xShmBarrier?(file)
        return memory.load(fromByteOffset: Self.offset, as: UInt32.self)
    }
}
