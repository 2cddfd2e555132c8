import Foundation
import Testing

@testable import Database
@testable import Moeum

/// A backup brings back what was there at one moment, and nothing less passes for one.
@Suite(.cleanup)
struct BackupTests {
    private func restore(_ path: String, to directory: String, url: String? = nil) async throws -> Restore.Result {
        try await Restore(config: try BackupSite.config(directory, url: url)).run(.file(path)) { _ in }
    }

    private func rows(_ database: any Database) async throws -> [String: Int] { try await BackupSite.rows(database) }

    @Test("A site comes back from its backup", arguments: ["copy.tar", "copy.tar.gz"])
    func restoreSite(_ name: String) async throws {
        let site = try await BackupSite()
        let path = try await site.backUp(name)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        let (new, before) = ("\(site.folder)/new", try await rows(site.database))
        let result = try await restore(path, to: new)
        #expect(result.photos == 80 && result.heldMails == 1 && result.applied == [])
        #expect(result.rows["accounts"] == 1 && result.rows["sessions"] == 1)
        #expect(try site.photos(in: new) == site.photos(in: site.config.dataDirectory))
        #expect(try FileManager.default.contentsOfDirectory(atPath: new).sorted() == ["moeum.sqlite", "photos"])
        let restored = try SQLiteDatabase(path: "\(new)/moeum.sqlite")
        try await restored.closing { database in
            #expect(try await rows(database) == before)
            let (sessions, mail, problems) = try await database.read { transaction in
                (
                    try transaction.rowCounts()["sessions"],
                    try transaction.jobCounts(of: OutboxSender.name, at: .now),
                    try transaction.integrityProblems()
                )
            }
            #expect(sessions == 0 && mail.held == 1 && mail.unfinished == 0 && problems == .some([]))
        }
        let latest = try await site.database.read { try $0.latestBackup() }
        #expect(latest?.path == path && (latest?.bytes ?? 0) > 0)
        // Nothing of its own is left behind.
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(site.config.dataDirectory)/backups") == [])
        #expect(try await site.database.read { try $0.rowCounts()["running_backups"] } == 0)
    }

    #if Postgres
        @Test("A site on PostgreSQL comes back too", .enabled(if: TestEngine.hasPostgres))
        func restorePostgres() async throws {
            let site = try await BackupSite(on: .postgres)
            let path = try await site.backUp()
            let before = try await rows(site.database)
            await #expect(throws: Config.Error.self) { try await restore(path, to: "\(site.folder)/new") }
            let url = try await PostgresTemplate.empty()
            let result = try await restore(path, to: "\(site.folder)/new", url: url)
            #expect(result.photos == 80 && result.heldMails == 1)
            #expect(try site.photos(in: "\(site.folder)/new").count == 80)
            let restored = try PostgresDatabase(url: url, readers: 1, writers: 1)
            let after = try await restored.closing { try await rows($0) }
            #expect(after == before)
            // Only an empty database is filled.
            await #expect(throws: DatabaseServer.Error.self) {
                try await restore(path, to: "\(site.folder)/other", url: url)
            }
        }
    #endif

    @Test("Every backup under writes is whole") func backUpUnderWrites() async throws {
        let site = try await BackupSite()
        let writing = Task {
            var number = 100
            while !Task.isCancelled {
                try await site.addPhoto(number)
                number += 1
            }
            return number
        }
        for number in 1...5 {
            let path = try await site.backUp("\(number).tar")
            let result = try await restore(path, to: "\(site.folder)/\(number)")
            #expect(result.photos == 4 * (result.rows["photo_blobs"] ?? 0))
        }
        writing.cancel()
        #expect(try await writing.value > 100)
    }

    @Test("Photos stay while a backup is made") func keepPhotos() async throws {
        let site = try await BackupSite()
        let id = Identifier<BackupWriter>.next()
        let hashes = (1...20).map(String.init)
        let now = Date.now
        func sweep(at time: Date) async throws -> Int {
            try await site.database.write { transaction in
                try transaction.deletePhotoBlobsWithoutPhotos(among: hashes, at: time).count
            }
        }
        try await site.database.write { try $0.recordRunningBackup(id, at: now) }
        #expect(try await sweep(at: now + BackupWriter.heartbeatTimeout) == 0)
        // One that has died without a word holds nobody up.
        #expect(try await sweep(at: now + BackupWriter.heartbeatTimeout + 1) == 20)
    }

    @Test("Files that are lost are named") func nameLostFiles() async throws {
        let site = try await BackupSite()
        let file = try #require(try await site.database.read { try $0.photoFiles() }.first)
        try await site.storage.delete(["\(file).jpg"])
        let writer = BackupWriter(config: site.config, database: site.database)
        let result = try await writer.write(to: .file("\(site.folder)/copy.tar"))
        #expect(result.lostFiles == ["\(file).jpg"] && result.photoFiles == 79)
        #expect(try await restore("\(site.folder)/copy.tar", to: "\(site.folder)/new").photos == 79)
    }

    @Test("A directory in use is left alone") func refuseFullFolder() async throws {
        let site = try await BackupSite()
        let path = try await site.backUp()
        let config = site.config
        let error = #expect(throws: Config.Error.self) { try Restore(config: config) }
        #expect(error?.description.contains("is not empty") == true)
        try FileManager.default.createDirectory(
            atPath: "\(site.folder)/new/lost+found",
            withIntermediateDirectories: true
        )
        _ = try await restore(path, to: "\(site.folder)/new")
    }

    /// What is done to an unpacked backup, and what is said of it.
    struct Damage: Sendable, CustomTestStringConvertible {
        let name: String
        let said: String
        /// Nil leaves the file out.
        let change: @Sendable (_ name: String, _ bytes: [UInt8]) -> [UInt8]?
        var added: String?

        var testDescription: String { name }
    }

    static let damages = [
        Damage(name: "a changed photo", said: "is damaged: its SHA-256") { name, bytes in
            name.hasSuffix(".jpg") ? bytes.map { $0 ^ 1 } : bytes
        },
        Damage(name: "a missing photo", said: "is missing in the backup") { name, bytes in
            name.hasSuffix(".jpg") ? nil : bytes
        },
        Damage(name: "no manifest", said: "has no manifest") { name, bytes in name == "manifest.json" ? nil : bytes },
        Damage(name: "a broken manifest", said: "manifest cannot be read") { name, bytes in
            name == "manifest.json" ? Array(bytes.dropLast(3)) : bytes
        },
        Damage(name: "a changed database", said: "moeum.sqlite is damaged: its SHA-256") { name, bytes in
            name == "moeum.sqlite" ? bytes + [0] : bytes
        },
        Damage(
            name: "a stranger's file",
            said: "which no backup does",
            change: { $1 },
            added: "../../etc/cron.d/mine"
        ),
        Damage(
            name: "a photo too many",
            said: "is not in the backup's manifest",
            change: { $1 },
            added: "photos/ab/ab\(String(repeating: "0", count: 30)).jpg"
        ),
    ]

    @Test("Damaged backups are refused", arguments: damages)
    func refuseDamaged(_ damage: Damage) async throws {
        let site = try await BackupSite()
        let path = try await site.backUp("copy.tar")
        let broken = "\(site.folder)/broken.tar"
        try Self.rewrite(path, as: broken, damage)
        let new = "\(site.folder)/new"
        let error = await #expect(throws: BackupReader.Error.self) { try await restore(broken, to: new) }
        #expect(error?.description.contains(damage.said) == true, "\(error?.description ?? "")")
        #expect(try FileManager.default.contentsOfDirectory(atPath: new) == [])
    }

    @Test("Half a backup is refused") func refuseHalf() async throws {
        let site = try await BackupSite()
        let path = try await site.backUp()
        let whole = try Data(contentsOf: URL(filePath: path))
        for part in [0, 100, whole.count / 2, whole.count - 10] {
            let half = "\(site.folder)/half"
            try whole.prefix(part).write(to: URL(filePath: half))
            await #expect(throws: (any Error).self) { try await restore(half, to: "\(site.folder)/new") }
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(site.folder)/new") == [])
        }
    }

    /// Writes an archive again, with one thing wrong.
    private static func rewrite(_ path: String, as broken: String, _ damage: Damage) throws {
        try Data().write(to: URL(filePath: broken))
        let file = try FileHandle(forWritingTo: URL(filePath: broken))
        defer { try? file.close() }
        let archive = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? archive.close() }
        let (reader, writer) = (
            try TarReader(descriptor: archive.fileDescriptor),
            try TarWriter(descriptor: file.fileDescriptor, isCompressed: false, date: .now)
        )
        if let added = damage.added { try writer.add(added, [1, 2, 3]) }
        while let entry = try reader.next() {
            var bytes: [UInt8] = []
            try reader.read { bytes.append(contentsOf: $0) }
            if let changed = damage.change(entry.name, bytes) { try writer.add(entry.name, changed) }
        }
        try writer.finish()
    }

    @Test("A text names where a backup goes") func readLocation() throws {
        let now = Date(milliseconds: 1_795_717_800_000)
        #expect(try BackupLocation("-") == .standardStream)
        #expect(try BackupLocation("/nowhere/a.tar") == .file("/nowhere/a.tar"))
        let folder = NSTemporaryDirectory()
        let name = "moeum-20261126-183000.tar.gz"
        let path = "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\(name)"
        #expect(try BackupLocation(folder, at: now) == .file(path))
        let bucket = "s3://haneul:geheim@s3.example/jip"
        #expect(try BackupLocation("\(bucket)/a/b.tar").path == "s3://s3.example/jip/a/b.tar")
        for text in [bucket, "\(bucket)/", "\(bucket)?region=kr"] {
            #expect(try BackupLocation(text, at: now).path == "s3://s3.example/jip/\(name)")
        }
        #expect(try BackupLocation("\(bucket)/a/?region=kr", at: now).path == "s3://s3.example/jip/a/\(name)")
        #expect(try BackupLocation("/nowhere/new/", at: now) == .file("/nowhere/new/\(name)"))
        for text in ["s3://s3.example/jip", "S3:jip", "s3//a:b@s3.example/jip", "https://s3.example/jip", ""] {
            #expect(throws: Config.Error.self, "\(text)") { _ = try BackupLocation(text) }
        }
    }

    @Test("A restore names one backup") func readSource() throws {
        let folder = StorageLocation.folder("/srv/backups")
        let bucket = "s3://haneul:geheim@s3.example/jip"
        #expect(try BackupLocation(from: "-", keptIn: folder) == .standardStream)
        #expect(try BackupLocation(from: "/nowhere/a.tar", keptIn: folder) == .file("/nowhere/a.tar"))
        #expect(try BackupLocation(from: "a.tar", keptIn: nil) == .file("a.tar"))
        #expect(try BackupLocation(from: "a.tar", keptIn: folder) == .file("/srv/backups/a.tar"))
        let kept = try #require(StorageLocation("\(bucket)/b"))
        #expect(try BackupLocation(from: "a.tar", keptIn: kept).path == "s3://s3.example/jip/b/a.tar")
        for text in [bucket, "\(bucket)/b/", NSTemporaryDirectory(), "/nowhere/"] {
            #expect(throws: Config.Error.self, "\(text)") { _ = try BackupLocation(from: text, keptIn: folder) }
        }
    }

    @Test("Nothing but an ordinary file is replaced") func replaceFilesOnly() async throws {
        let site = try await BackupSite()
        let link = "\(site.folder)/link.tar"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(site.folder)/real.tar")
        #expect(mkfifo("\(site.folder)/pipe.tar", 0o600) == 0)
        let writer = BackupWriter(config: site.config, database: site.database)
        for path in [link, "\(site.folder)/pipe.tar", "/dev/zero"] {
            await #expect(throws: Config.Error.self) { try await writer.write(to: .file(path)) }
        }
    }

    /// As where the settings name another storage than the server's.
    @Test("A backup without any of its photos fails") func refuseWithoutPhotos() async throws {
        let site = try await BackupSite()
        var config = site.config
        config.storage = .folder("\(site.folder)/elsewhere")
        let (writer, path) = (BackupWriter(config: config, database: site.database), "\(site.folder)/copy.tar")
        let error = await #expect(throws: Config.Error.self) { try await writer.write(to: .file(path)) }
        #expect(error?.description.contains("none of 20 photos") == true)
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
