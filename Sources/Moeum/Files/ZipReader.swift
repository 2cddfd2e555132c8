import CZip
import Foundation

/// Reads an archive that a stranger may have made. Nothing is unpacked to disk: the caller reads entries by name, as bytes. Its
/// calls block: run them on `BlockingThreadPool`.
final class ZipReader {
    /// The archive's entries, checked against the limits.
    let entries: [ZipDirectory.Entry]
    private let places: [String: Int]
    private let archive: OpaquePointer

    init(path: String, limits: ZipDirectory.Limits = ZipDirectory.Limits()) throws {
        let entries = try ZipDirectory(path: path, limits: limits).entries
        self.entries = entries
        places = Dictionary(entries.enumerated().map { ($1.name, $0) }) { first, _ in first }
        var code: Int32 = 0
        guard let archive = zip_open(path, ZIP_RDONLY | ZIP_CHECKCONS, &code) else {
            throw entries.isEmpty && code == ZIP_ER_NOZIP ? ZipError.notAnArchive : Self.error(code)
        }
        self.archive = archive
        try checkSameEntries()
    }

    deinit { zip_discard(archive) }

    /// Throws where libzip sees other entries than those that were checked.
    private func checkSameEntries() throws {
        guard zip_get_num_entries(archive, 0) == Int64(entries.count) else { throw ZipError.notAnArchive }
        for (index, entry) in entries.enumerated() {
            var stat = zip_stat_t()
            zip_stat_init(&stat)
            guard zip_stat_index(archive, UInt64(index), 0, &stat) == 0, stat.size == UInt64(entry.size),
                let name = zip_get_name(archive, UInt64(index), UInt32(ZIP_FL_ENC_RAW)),
                String(validatingCString: name) == entry.packedName
            else { throw ZipError.notAnArchive }
        }
    }

    func contains(_ name: String) -> Bool { places[name] != nil }

    /// The bytes of an entry, or nil where there is none of that name.
    func bytes(of name: String) throws -> [UInt8]? {
        guard let entry = places[name].map({ entries[$0] }) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(entry.size))
        try read(name) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Passes an entry's bytes on, piece by piece, and checks their number and checksum.
    func read(_ name: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard let index = places[name] else { return }
        guard let file = zip_fopen_index(archive, UInt64(index), 0) else { throw ZipError.damaged }
        defer { zip_fclose(file) }
        var left = entries[index].size
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { piece.deallocate() }
        guard let start = piece.baseAddress else { return }
        while true {
            let count = zip_fread(file, start, UInt64(piece.count))
            guard count >= 0, count <= left else { throw ZipError.damaged }
            if count == 0 { break }
            left -= count
            try body(UnsafeRawBufferPointer(rebasing: piece[..<Int(count)]))
        }
        guard left == 0 else { throw ZipError.damaged }
    }

    private static func error(_ code: Int32) -> ZipError {
        switch code {
        case ZIP_ER_MULTIDISK, ZIP_ER_COMPNOTSUPP, ZIP_ER_OPNOTSUPP: .unknownFeature
        case ZIP_ER_ENCRNOTSUPP, ZIP_ER_NOPASSWD: .encrypted
        case ZIP_ER_NOZIP: .notAnArchive
        default: .damaged
        }
    }
}
