import Foundation

/// A lock on a file. The kernel holds it for this process and releases it however the process ends, so that no stale lock is
/// left behind (fcntl(2), "Advisory record locking").
package final class FileLock: Sendable {
    /// Another process holds the lock; which one, where that can be seen.
    package struct LockHolder: Error {
        package let process: Int?
    }

    private let descriptor: Int32

    /// - Parameter path: created where it is missing. Nothing else in this process may open it: closing it would release the
    ///   lock.
    /// - Throws: `LockHolder`, or `POSIXError`.
    package init(_ path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        var lock = Self.wholeFileLock(F_WRLCK)
        guard fcntl(descriptor, F_SETLK, &lock) == 0 else {
            let isHeld = errno == EACCES || errno == EAGAIN
            let error: any Error =
                isHeld
                ? LockHolder(process: Self.holder(against: F_WRLCK, descriptor))
                : POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// The other process that holds a write lock on a part of a file; nil where none does, or none that can be seen.
    static func writer(of path: String) -> Int? {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return holder(against: F_RDLCK, descriptor)
    }

    private static func holder(against type: Int32, _ descriptor: Int32) -> Int? {
        var lock = wholeFileLock(type)
        guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK), lock.l_pid > 0 else { return nil }
        return Int(lock.l_pid)
    }

    private static func wholeFileLock(_ type: Int32) -> flock {
        var lock = flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }
}
