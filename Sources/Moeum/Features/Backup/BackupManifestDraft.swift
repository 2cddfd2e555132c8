import Foundation

/// A manifest on its way into a backup: in a file, since a site may have more photos than should be listed in memory. The file
/// has no name, so that it is gone however this program ends.
struct BackupManifestDraft: Sendable {
    private let file: FileHandle
    /// What comes behind the list of files.
    private let ending: String

    /// - Parameter folder: on a disk with room for it.
    init(_ manifest: BackupManifest, in folder: String) throws {
        let path = "\(folder)/\(BackupWriter.beginning)\(SystemRandom.name())"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DurableFile.Error(code: errno) }
        unlink(path)
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let empty = "\"files\":[]"
        let parts = String(decoding: try manifest.encoded(), as: UTF8.self).components(separatedBy: empty)
        ending = "\n]" + parts[1...].joined(separator: empty)
        try file.write(contentsOf: Data((parts[0] + empty.dropLast()).utf8))
    }

    /// - Parameter isFirst: of all files.
    func add(_ files: [BackupManifest.File], isFirst: Bool) throws {
        let lines = files.map { "\n{\"path\":\"\($0.path)\",\"sha256\":\"\($0.sha256)\"}" }
        guard !lines.isEmpty else { return }
        try file.write(contentsOf: Data(((isFirst ? "" : ",") + lines.joined(separator: ",")).utf8))
    }

    func finish(in tar: TarWriter) throws {
        try file.write(contentsOf: Data(ending.utf8))
        let size = Int(try file.offset())
        try file.seek(toOffset: 0)
        try tar.add(BackupManifest.path, file: file, size: size) { _ in }
    }
}
