import CSQLite

extension SQLiteConnection {
    /// Pages copied between two reports of progress.
    private static let pagesPerStep: Int32 = 2_048

    /// Copies the database as the open transaction sees it, by SQLite's online backup: others go on writing meanwhile, and since
    /// the transaction holds its snapshot, their commits do not make the copy begin again.
    /// - Parameters:
    ///   - path: of an empty file. It is not synced.
    ///   - onProgress: gets the share that is done, from 0 to 1; throws to end it.
    func copy(to path: String, onProgress: (Double) throws -> Void) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        defer { sqlite3_close(opened) }
        guard code == SQLITE_OK, let target = opened else { throw SQLiteError.from(code: code, handle: opened) }
        // Anyone who loses power begins the copy again.
        sqlite3_exec(target, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF", nil, nil, nil)
        guard let backup = sqlite3_backup_init(target, "main", handle, "main") else {
            throw SQLiteError.from(code: sqlite3_errcode(target), handle: target)
        }
        var (step, interruption): (Int32, (any Error)?) = (SQLITE_OK, nil)
        repeat {
            step = sqlite3_backup_step(backup, Self.pagesPerStep)
            let (left, all) = (sqlite3_backup_remaining(backup), sqlite3_backup_pagecount(backup))
            do { try onProgress(all > 0 ? 1 - Double(left) / Double(all) : 0) } catch { interruption = error }
        } while step == SQLITE_OK && interruption == nil
        let finished = sqlite3_backup_finish(backup)
        if let interruption { throw interruption }
        guard step == SQLITE_DONE, finished == SQLITE_OK else {
            throw SQLiteError.from(code: step == SQLITE_DONE ? finished : step, handle: target)
        }
    }
}
