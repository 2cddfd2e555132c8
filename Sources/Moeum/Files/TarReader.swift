import CArchive
import Foundation

/// Reads a tar archive, plain or compressed with gzip, entry after entry. It unpacks nothing by itself: the caller decides by
/// the name what becomes of an entry. Its calls block.
final class TarReader {
    /// A file of the archive. Links, folders and devices are refused.
    struct Entry {
        let name: String
        /// In bytes.
        let size: Int
    }

    private let archive: OpaquePointer
    private var entry: OpaquePointer?

    /// - Parameter descriptor: of a file or pipe, which stays open.
    init(descriptor: Int32) throws {
        guard let archive = archive_read_new() else { throw TarError.unreadable("no memory") }
        self.archive = archive
        archive_read_support_format_tar(archive)
        archive_read_support_filter_gzip(archive)
        guard archive_read_open_fd(archive, descriptor, 1 << 20) == ARCHIVE_OK else { throw error }
    }

    deinit { archive_read_free(archive) }

    /// The next entry; nil at the end.
    func next() throws -> Entry? {
        let code = archive_read_next_header(archive, &entry)
        if code == ARCHIVE_EOF { return nil }
        guard code == ARCHIVE_OK, let entry, let name = archive_entry_pathname(entry) else { throw error }
        let text = String(cString: name)
        guard archive_entry_filetype(entry) == S_IFREG, archive_entry_hardlink(entry) == nil else {
            throw TarError.unreadable("\(text) is not a file")
        }
        return Entry(name: text, size: Int(archive_entry_size(entry)))
    }

    /// Passes the bytes of the entry on, piece by piece.
    func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { piece.deallocate() }
        while true {
            let count = archive_read_data(archive, piece.baseAddress, piece.count)
            guard count >= 0 else { throw error }
            if count == 0 { return }
            try body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
        }
    }

    private var error: TarError {
        .unreadable(archive_error_string(archive).map { String(cString: $0) } ?? "unknown")
    }
}

/// Why an archive cannot be written or read, with libarchive's or the system's reason.
enum TarError: Error, Equatable, CustomStringConvertible {
    case cannotWrite(String)
    /// No tar archive, or a damaged one.
    case unreadable(String)

    var description: String {
        switch self {
        case .cannotWrite(let reason): "the archive cannot be written: \(reason)"
        case .unreadable(let reason): "the archive cannot be read: \(reason)"
        }
    }
}
