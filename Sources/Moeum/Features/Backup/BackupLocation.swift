import Foundation

/// Where a backup goes, and where it comes from.
package enum BackupLocation: Sendable, Equatable {
    /// A file of this name; compressed where the name says so.
    case file(String)
    /// Standard output, or input.
    case standard
    case object(S3Address, name: String)

    /// - Parameter text: a path, `-` or `s3://…/NAME`. A backup into a folder is named after the time.
    /// - Throws: `Config.Error` for an address that makes no sense.
    package init(_ text: String, at now: Date = .now) throws {
        guard text != "-" else {
            self = .standard
            return
        }
        switch StorageLocation(text) {
        case nil: throw Config.Error(description: "this is neither a path, nor -, nor \(S3Address.form)")
        case .folder(let path)?:
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            self = .file(isThere && isFolder.boolValue ? "\(path)/\(BackupFile.name(at: now))" : path)
        case .bucket(let address)?:
            let isFolder = text.prefix { $0 != "?" }.hasSuffix("/")
            let (folder, name) = (isFolder ? nil : address.splitName()) ?? (address, BackupFile.name(at: now))
            self = .object(folder, name: name)
        }
    }

    /// A backup of a name in a folder or bucket.
    init(_ name: String, in location: StorageLocation) {
        self =
            switch location {
            case .folder(let folder): .file("\(folder)/\(name)")
            case .bucket(let address): .object(address, name: name)
            }
    }

    /// For people, and for the list of backups: without keys.
    package var path: String {
        switch self {
        case .file(let path): path
        case .standard: "-"
        case .object(let address, let name): "\(address)/\(name)"
        }
    }
}

extension BackupLocation {
    /// Opens a backup that is there, and lets `body` read it.
    func read<Value: Sendable>(_ body: @Sendable (_ descriptor: Int32) async throws -> Value) async throws -> Value {
        switch self {
        case .standard: return try await body(STDIN_FILENO)
        case .object(let address, let name): return try await BackupObject.read(name, from: S3Client(address), body)
        case .file(let path):
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw Config.Error(description: "\(path) cannot be read: \(String(cString: strerror(errno)))")
            }
            defer { close(descriptor) }
            return try await body(descriptor)
        }
    }
}

extension Config {
    /// Where the next backup goes that the site would make by itself.
    package func scheduledBackup() throws -> BackupLocation {
        guard let backupLocation else {
            throw Error(description: "say where the backup goes, or set \(Setting.backupTo.name)")
        }
        return BackupLocation(BackupFile.name(at: .now), in: backupLocation)
    }
}

extension BackupWriter {
    /// Makes a backup and records it in the database, whose operators see how old the last one is.
    package func write(to location: BackupLocation, at now: Date = .now) async throws -> Result {
        let isCompressed = BackupFile.isCompressed(location.path)
        let archive = { @Sendable descriptor in try await write(to: descriptor, isCompressed: isCompressed) }
        let (result, bytes) =
            switch location {
            case .standard: (try await archive(STDOUT_FILENO), bytes: 0)
            case .file(let path): try await BackupFile.write(path, on: threads, archive)
            case .object(let address, let name): try await BackupObject.write(name, to: S3Client(address), archive)
            }
        let record = BackupRecord(madeAt: now, path: location.path, bytes: bytes)
        try await database.write { try $0.recordBackup(record) }
        return result
    }
}
