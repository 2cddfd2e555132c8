import Foundation
import Testing

@testable import Database
@testable import Moeum

/// A site with photos in its folder and somebody signed in.
struct BackupSite: Sendable {
    let config: Config
    let database: any Database
    let folder: String
    var storage: DiskPhotoStorage { DiskPhotoStorage(folder: "\(config.dataDirectory)/photos") }

    init(on engine: TestEngine = .sqlite) async throws {
        folder = try temporaryFolder()
        database = try await engine.database(.sample)
        config = try Self.config("\(folder)/data")
        for number in 1...20 { try await addPhoto(number) }
        let account = try await RouletteFixture.account(in: database)
        try await database.write { transaction in
            try transaction.insertMail(MIMEMessageTests.mail("late"))
            let origin = DeviceOrigin(device: Device(userAgent: nil), network: "203.0.113.x")
            try transaction.beginSession(of: account, SecretToken(), isRemembered: true, from: origin, at: .now)
        }
    }

    static func config(_ directory: String, url: String? = nil, storage: S3Address? = nil) throws -> Config {
        var config = try Config {
            [
                "MOEUM_DATA_DIR": directory, "MOEUM_RESOURCES": Project.root.path, "MOEUM_DATABASE_URL": url,
            ][$0] ?? nil
        }
        config.storage = storage.map(StorageLocation.bucket)
        return config
    }

    /// Rows by table, but of those that a restore empties.
    static func rows(_ database: any Database) async throws -> [String: Int] {
        try await database.read { try $0.rowCounts() }
            .filter { !["sessions", "running_backups", "site_settings", "backups"].contains($0.key) }
    }

    func backUp(_ name: String = "copy.tar.gz") async throws -> String {
        let path = "\(folder)/\(name)"
        _ = try await BackupWriter(config: config, database: database).write(to: .file(path))
        return path
    }

    /// Adds a photo whose files hold its number, as nobody has uploaded it.
    func addPhoto(_ number: Int) async throws {
        let file = SystemRandom.name()
        let paths = PhotoBlob.names(of: file).map { "\(folder)/\($0)" }
        for path in paths { try PictureFixture.file("photo \(number) \(path)").write(to: URL(filePath: path)) }
        try await storage.put(paths)
        let metadata = PhotoMetadata(width: 1, height: 1, colour: "#000000", placeholder: "data:,")
        try await database.write { transaction in
            let blob = PhotoBlob(hash: "\(number)", file: file, metadata: metadata)
            _ = try transaction.insertPhotoBlob(blob, replacing: nil, at: .now)
        }
    }

    /// The contents of all photo files by name.
    func photos(in directory: String) throws -> [String: Data] {
        let folder = "\(directory)/photos"
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.contains(".") }
        return try Dictionary(
            uniqueKeysWithValues: paths.map { ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) }
        )
    }
}
