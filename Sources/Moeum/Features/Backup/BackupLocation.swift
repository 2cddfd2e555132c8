import Foundation

/// Where a backup goes, and where it comes from.
package enum BackupLocation: Sendable, Equatable {
    /// A file of this name; compressed where the name says so.
    case file(String)
    case standardStream
    case object(S3Address, name: String)

    /// Where a backup goes.
    /// - Parameter text: a path, `-` or `s3://…/NAME`. A backup into a folder or bucket is named after the time.
    /// - Throws: `Config.Error` for an address that makes no sense.
    package init(_ text: String, at now: Date = .now) throws {
        let isFolder = text.prefix { $0 != "?" }.hasSuffix("/")
        switch try Self.location(text) {
        case nil: self = .standardStream
        case .folder(let path)? where isFolder || Self.isFolder(path):
            self = .file("\(path)/\(BackupFile.name(at: now))")
        case .folder(let path)?: self = .file(path)
        case .bucket(let address)?:
            let (folder, name) = (isFolder ? nil : address.splitName()) ?? (address, BackupFile.name(at: now))
            self = .object(folder, name: name)
        }
    }

    /// Where a backup comes from.
    /// - Parameters:
    ///   - text: a path, `-` or `s3://…/NAME`.
    ///   - kept: where the site keeps its backups, for the name of one of those.
    /// - Throws: `Config.Error` for an address that makes no sense, or names no backup.
    package init(from text: String, keptIn kept: StorageLocation?) throws {
        let isFolder = text.prefix { $0 != "?" }.hasSuffix("/")
        switch try Self.location(text) {
        case nil: self = .standardStream
        case .folder(let path)? where isFolder || Self.isFolder(path):
            throw Config.Error(description: "\(path) is a folder: name the backup in it")
        case .folder(let path)?:
            let isNameAlone = !path.contains("/") && !FileManager.default.fileExists(atPath: path)
            self = kept.flatMap { isNameAlone ? BackupLocation(path, in: $0) : nil } ?? .file(path)
        case .bucket(let address)?:
            guard !isFolder, let (folder, name) = address.splitName() else {
                throw Config.Error(description: "\(address) is a bucket: name the backup in it")
            }
            self = .object(folder, name: name)
        }
    }

    init(_ name: String, in location: StorageLocation) {
        self =
            switch location {
            case .folder(let folder): .file("\(folder)/\(name)")
            case .bucket(let address): .object(address, name: name)
            }
    }

    /// Nil stands for standard output, or input.
    private static func location(_ text: String) throws -> StorageLocation? {
        if text == "-" { return nil }
        guard let location = StorageLocation(text) else {
            throw Config.Error(description: "this is neither a path, nor -, nor \(S3Address.form)")
        }
        return location
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// - Parameter path: of a backup that was made.
    static func isPath(_ path: String, in location: StorageLocation) -> Bool {
        path.hasPrefix(BackupLocation("", in: location).path)
    }

    /// For people, and for the list of backups: without keys.
    package var path: String {
        switch self {
        case .file(let path): path
        case .standardStream: "-"
        case .object(let address, let name): "\(address)/\(name)"
        }
    }
}

extension BackupLocation {
    /// Opens a backup that is there, and lets `body` read it.
    func read<Value: Sendable>(_ body: @Sendable (_ descriptor: Int32) async throws -> Value) async throws -> Value {
        switch self {
        case .standardStream: return try await body(STDIN_FILENO)
        case .object(let address, let name):
            return try await BackupObject.read(name, from: S3Client(address, retryPolicy: .backup), body)
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
    /// - Parameter text: as for `restore`.
    package func backup(named text: String) throws -> BackupLocation {
        try BackupLocation(from: text, keptIn: backupLocation)
    }

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
            case .standardStream: (try await archive(STDOUT_FILENO), bytes: 0)
            case .file(let path): try await BackupFile.write(path, on: threads, archive)
            case .object(let address, let name):
                try await BackupObject.write(name, to: S3Client(address, retryPolicy: .backup), archive)
            }
        let record = BackupRecord(madeAt: now, path: location.path, bytes: bytes)
        try await database.write { try $0.recordBackup(record) }
        return result
    }
}
