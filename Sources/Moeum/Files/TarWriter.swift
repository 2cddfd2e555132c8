import CArchive
import Foundation

/// Writes a tar archive (POSIX.1-2001, "pax") to an open file or pipe, entry after entry. Its calls block.
///
/// `@unchecked Sendable`: used by one thread at a time, since each call is awaited before the next.
final class TarWriter: @unchecked Sendable {
    private let archive: OpaquePointer
    private let date: Date

    /// - Parameters:
    ///   - descriptor: of a file or pipe, which stays open.
    ///   - isCompressed: with gzip.
    ///   - date: the modification time of every entry.
    init(descriptor: Int32, isCompressed: Bool, date: Date) throws {
        guard let archive = archive_write_new() else { throw TarError.cannotWrite("no memory") }
        self.archive = archive
        self.date = date
        guard archive_write_set_format_pax_restricted(archive) == ARCHIVE_OK,
            !isCompressed || archive_write_add_filter_gzip(archive) == ARCHIVE_OK,
            // The last block is not filled up, and a pipe gets each block at once.
            archive_write_set_bytes_in_last_block(archive, 1) == ARCHIVE_OK,
            archive_write_open_fd(archive, descriptor) == ARCHIVE_OK
        else { throw TarError.cannotWrite(Self.reason(archive)) }
    }

    /// Frees without finishing: nothing more is written.
    deinit {
        archive_write_fail(archive)
        archive_write_free(archive)
    }

    /// Adds a file with these bytes.
    func add(_ name: String, _ bytes: [UInt8]) throws {
        try begin(name, size: bytes.count)
        try bytes.withUnsafeBytes(write)
    }

    /// Adds a file of the disk.
    /// - Parameters:
    ///   - file: open, read from where it is to its end.
    ///   - size: bytes that it has from there.
    ///   - onPiece: gets each piece as it is written.
    func add(_ name: String, file: FileHandle, size: Int, onPiece: (Data) throws -> Void) throws {
        try begin(name, size: size)
        var left = size
        while left > 0 {
            guard let piece = try file.read(upToCount: min(left, 1 << 20)), !piece.isEmpty else {
                throw TarError.cannotWrite("\(name) ended early")
            }
            try piece.withUnsafeBytes(write)
            try onPiece(piece)
            left -= piece.count
        }
    }

    /// Writes the end of the archive.
    func finish() throws {
        guard archive_write_close(archive) == ARCHIVE_OK else { throw TarError.cannotWrite(Self.reason(archive)) }
    }

    private func begin(_ name: String, size: Int) throws {
        guard let entry = archive_entry_new() else { throw TarError.cannotWrite("no memory") }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, name)
        archive_entry_set_size(entry, Int64(size))
        archive_entry_set_filetype(entry, S_IFREG)
        archive_entry_set_perm(entry, 0o600)
        archive_entry_set_mtime(entry, Int(date.timeIntervalSince1970), 0)
        guard archive_write_header(archive, entry) == ARCHIVE_OK else {
            throw TarError.cannotWrite(Self.reason(archive))
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard archive_write_data(archive, bytes.baseAddress, bytes.count) == bytes.count else {
            throw TarError.cannotWrite(Self.reason(archive))
        }
    }

    private static func reason(_ archive: OpaquePointer) -> String {
        archive_error_string(archive).map { String(cString: $0) } ?? "unknown"
    }
}
