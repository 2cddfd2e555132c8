import Foundation

/// Writes files that survive a power cut.
package enum DurableFile {
    /// An error of the system.
    package struct Error: TemporaryFailure, CustomStringConvertible {
        package let code: Int32
        package var description: String { String(cString: strerror(code)) }

        package init(code: Int32) { self.code = code }
    }

    /// Bytes that this program may still write on the disk of a folder; nil where they are unknown.
    package static func room(at folder: String) -> Int64? {
        var disk = statvfs()
        guard statvfs(folder, &disk) == 0 else { return nil }
        return Int64(
            clamping: UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).partialValue
        )
    }

    /// Makes a folder for this program alone, and those above it, where they are missing.
    package static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Syncs a file or folder to the disk.
    package static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Error(code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Error(code: errno) }
    }

    /// Renames a synced file durably.
    /// - Returns: its size in bytes.
    @discardableResult
    package static func move(_ path: String, to final: String) throws -> Int64 {
        guard rename(path, final) == 0 else { throw Error(code: errno) }
        try sync(URL(filePath: final).deletingLastPathComponent().path)
        var status = stat()
        guard stat(final, &status) == 0 else { throw Error(code: errno) }
        return Int64(status.st_size)
    }
}
