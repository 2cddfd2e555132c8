import Foundation

/// Files that a power cut leaves whole.
package enum DurableFile {
    /// What the system refused.
    package struct Error: Swift.Error {
        package let code: Int32

        package init(code: Int32) { self.code = code }
    }

    /// Returns once the disk has what was written to the file or folder.
    package static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Error(code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Error(code: errno) }
    }

    /// Gives a synced file its final name, for good.
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
