import Foundation

/// The database file of a command, and the errors where it cannot be used.
package struct SQLiteFile: Sendable {
    /// In words for the person who starts the program: which file, its owner, and what to do.
    package struct Error: Swift.Error, CustomStringConvertible {
        package let description: String
    }

    package let path: String

    package init(path: String) { self.path = path }

    /// False where the folder cannot be read.
    package var isMissing: Bool {
        var state = stat()
        return stat(path, &state) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    /// The cause of an engine's error; nil where it is not about the file. To be called once the file is closed: looking for
    /// the holder of a lock would release one's own.
    package func error(_ error: DatabaseError) -> Error? {
        switch error {
        case .damaged(let reason):
            Error(
                description: "\(path), which belongs to \(owner), is damaged (\(reason)): stop what uses it, keep a "
                    + "copy of it, and put a backup in its place"
            )
        case .unavailable where SQLiteError.isLocked(error):
            Error(description: "\(path), which belongs to \(owner), is locked by \(holder): end that, then try again")
        case .unavailable(let reason), .failing(let reason):
            Error(description: accessError ?? "\(path), which belongs to \(owner), cannot be used: \(reason)")
        default: nil
        }
    }

    /// Nil where this program may use the file, and the folder for the log beside it. SQLite opens what it may only read, and
    /// every write fails afterwards.
    package var accessError: String? {
        FileOwner.accessError([URL(filePath: path).deletingLastPathComponent().path] + parts)
    }

    private var parts: [String] { ["", "-wal", "-shm"].map { path + $0 } }

    private var owner: String { FileOwner.name(ofOwnerOf: path) }

    /// The process that holds a lock on the file itself or on the index of its log.
    private var holder: String {
        parts.lazy.compactMap(FileLock.writer).first.map { "process \($0)" } ?? "another program"
    }
}
