import CSQLite

/// The SQLite that this program runs with, which its package manager may have updated.
package enum SQLiteLibrary {
    /// Such as `3.40.1`.
    package static var version: String { String(cString: sqlite3_libversion()) }
}
