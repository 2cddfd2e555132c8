import CZip
import Foundation

/// Writes an archive from bytes and files. The file gets its name once it is synced to the disk, so nobody finds half of one;
/// only its owner can read it. Its calls block: run them on `BlockingThreadPool`.
final class ZipWriter {
    private let path: String
    private let temporaryPath: String
    private let date: Date
    private var archive: OpaquePointer?

    /// The ending of an unfinished archive's name.
    static let unfinished = ".part"

    /// - Parameters:
    ///   - path: of the archive; an existing file is replaced.
    ///   - date: the modification time of every entry.
    init(path: String, date: Date = .now) throws {
        self.path = path
        self.date = date
        temporaryPath = path + Self.unfinished
        // Created here, because libzip keeps the permissions of a file that it replaces, and lets everybody read a new one.
        let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ZipError.cannotWrite }
        close(descriptor)
        var code: Int32 = 0
        archive = zip_open(temporaryPath, ZIP_CREATE | ZIP_TRUNCATE, &code)
        guard archive != nil else {
            unlink(temporaryPath)
            throw ZipError.cannotWrite
        }
    }

    /// Removes an unfinished archive.
    deinit {
        guard let archive else { return }
        zip_discard(archive)
        unlink(temporaryPath)
    }

    /// Adds an entry with these bytes.
    func add(_ name: String, _ bytes: [UInt8]) throws {
        // libzip frees the bytes with C's `free`.
        guard let archive, let copy = malloc(max(1, bytes.count)) else { throw ZipError.cannotWrite }
        bytes.withUnsafeBytes { source in
            if let start = source.baseAddress { copy.copyMemory(from: start, byteCount: source.count) }
        }
        guard let source = zip_source_buffer(archive, copy, UInt64(bytes.count), 1) else {
            free(copy)
            throw ZipError.cannotWrite
        }
        try add(name, source, isCompressed: true)
    }

    /// Adds a file of the disk, read when the archive is finished; stored uncompressed, because photos do not get smaller.
    func add(_ name: String, file: String) throws {
        guard let archive, let source = zip_source_file(archive, file, 0, -1) else { throw ZipError.cannotWrite }
        try add(name, source, isCompressed: false)
    }

    private func add(_ name: String, _ source: OpaquePointer, isCompressed: Bool) throws {
        guard let archive, ZipName.isSafe(name), !ZipName.isFolder(name) else {
            zip_source_free(source)
            throw ZipError.badName
        }
        let index = zip_file_add(archive, name, source, UInt32(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            zip_source_free(source)
            throw zip_error_code_zip(zip_get_error(archive)) == ZIP_ER_EXISTS
                ? ZipError.repeatedName : ZipError.cannotWrite
        }
        let method = isCompressed ? ZIP_CM_DEFLATE : ZIP_CM_STORE
        let attributes: UInt32 = 0o100644 << 16
        guard zip_set_file_compression(archive, UInt64(index), method, 0) == 0,
            zip_file_set_mtime(archive, UInt64(index), Int(date.timeIntervalSince1970), 0) == 0,
            zip_file_set_external_attributes(archive, UInt64(index), 0, UInt8(ZIP_OPSYS_UNIX), attributes) == 0
        else { throw ZipError.cannotWrite }
    }

    /// Writes and syncs everything, and renames the file.
    /// - Returns: the size in bytes.
    @discardableResult
    func finish() throws -> Int64 {
        guard let open = archive, zip_close(open) == 0 else { throw ZipError.cannotWrite }
        archive = nil
        do {
            try DurableFile.sync(temporaryPath)
            return try DurableFile.move(temporaryPath, to: path)
        } catch {
            unlink(temporaryPath)
            throw ZipError.cannotWrite
        }
    }
}
