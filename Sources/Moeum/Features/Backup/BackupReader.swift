import Foundation

/// Unpacks a backup into a folder and compares every file with the manifest. Its calls block.
struct BackupReader {
    /// Why a backup cannot be restored, in words for a terminal.
    struct Error: Swift.Error, CustomStringConvertible {
        let description: String
    }

    /// Where the files go, by the names that they have in the archive; an empty folder.
    let folder: String
    let onFile: (Int) -> Void

    /// - Parameter descriptor: of the archive.
    func unpack(_ descriptor: Int32) throws -> BackupManifest {
        let tar = try TarReader(descriptor: descriptor)
        var manifest: BackupManifest?
        var sums: [String: String] = [:]
        while let entry = try tar.next() {
            guard sums[entry.name] == nil else { throw Error(description: "\(entry.name) is in the backup twice") }
            if entry.name == BackupManifest.path {
                manifest = try Self.manifest(tar)
            } else {
                guard Self.isKnown(entry.name) else {
                    throw Error(description: "the archive holds \(entry.name), which no backup does")
                }
                sums[entry.name] = try write(entry.name, from: tar)
                onFile(sums.count)
            }
        }
        guard let manifest else { throw Error(description: "the archive has no manifest: it is no whole backup") }
        try Self.compare(sums, with: manifest)
        // Now, when the system has written most of them already.
        for name in sums.keys { try DurableFile.sync("\(folder)/\(name)") }
        let folders = Set(sums.keys.map { URL(filePath: "\(folder)/\($0)").deletingLastPathComponent().path })
        for path in folders { try DurableFile.sync(path) }
        return manifest
    }

    private static func isKnown(_ name: String) -> Bool {
        let photo = /photos\/([0-9a-f]{2})\/([0-9a-f]{2})[0-9a-f]{30}(?:-(?:320|640|1280)\.webp|\.jpg)/
        if let match = name.wholeMatch(of: photo) { return match.1 == match.2 }
        return ["moeum.sqlite", "moeum.pgdump"].contains(name)
    }

    private static func manifest(_ tar: TarReader) throws -> BackupManifest {
        var bytes = Data()
        try tar.read { bytes.append(contentsOf: $0) }
        guard let manifest = try? JSONDecoder().decode(BackupManifest.self, from: bytes) else {
            throw Error(description: "the backup's manifest cannot be read")
        }
        return manifest
    }

    /// - Returns: the SHA-256 of what was written.
    private func write(_ name: String, from tar: TarReader) throws -> String {
        let path = "\(folder)/\(name)"
        try DurableFile.makeFolder(URL(filePath: path).deletingLastPathComponent().path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DurableFile.Error(code: errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var hash = SHA256()
        try tar.read { piece in
            let piece = Data(piece)
            try file.write(contentsOf: piece)
            hash.update(piece)
        }
        return Hexadecimal.text(hash.finalize())
    }

    private static func compare(_ sums: [String: String], with manifest: BackupManifest) throws {
        var left = sums
        for file in manifest.files {
            guard let sum = left.removeValue(forKey: file.path) else {
                throw Error(description: "\(file.path) is missing in the backup")
            }
            guard sum == file.sha256 else {
                throw Error(description: "\(file.path) is damaged: its SHA-256 is not the one in the manifest")
            }
        }
        if let stranger = left.keys.min() { throw Error(description: "\(stranger) is not in the backup's manifest") }
    }
}
