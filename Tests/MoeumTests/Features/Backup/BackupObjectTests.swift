import Foundation
import Logging
import Testing

@testable import Database
@testable import Moeum

/// Backups and photos in an S3-compatible storage.
@Suite(.cleanup)
struct BackupObjectTests {
    private static let name = "moeum-20261126-183000.tar.gz"

    private static func backUp(_ site: BackupSite, to address: S3Address) async throws {
        _ = try await BackupWriter(config: site.config, database: site.database)
            .write(to: .object(address, name: name))
    }

    private static func expectRestored(_ site: BackupSite, from address: S3Address, photos: Int) async throws {
        let config = try BackupSite.config("\(site.folder)/new")
        let result = try await Restore(config: config).run(.object(address, name: name)) { _ in }
        #expect(result.photos == photos)
        #expect(try site.photos(in: config.dataDirectory) == site.photos(in: site.config.dataDirectory))
    }

    @Test("A site comes back from a backup in a bucket") func restoreFromBucket() async throws {
        let site = try await BackupSite()
        let (server, address) = try await ObjectServer.start()
        try await Self.backUp(site, to: address)
        let kept = try #require(server.objects["a b/c/\(Self.name)"])
        let record = try await site.database.read { try $0.latestBackup() }
        #expect(record?.path == "\(address)/\(Self.name)" && record?.bytes == kept.bytes.count)
        #expect(try await site.database.read { try $0.latestBackup(in: .bucket(address)) } == record)
        try await Self.expectRestored(site, from: address, photos: 80)
    }

    /// An archive of more than one part.
    @Test("Large backups are uploaded in parts") func uploadInParts() async throws {
        let site = try await BackupSite()
        let (server, address) = try await ObjectServer.start()
        let file = SystemRandom.name()
        let path = "\(site.folder)/\(file).jpg"
        try Data(SystemRandom.bytes(S3Upload.size(ofPart: 1) + 1_000)).write(to: URL(filePath: path))
        try await site.storage.put([path])
        try await site.database.write { transaction in
            let metadata = PhotoMetadata(width: 1, height: 1, colour: "#000000", placeholder: "data:,")
            let blob = PhotoBlob(hash: "large", file: file, metadata: metadata)
            _ = try transaction.insertPhotoBlob(blob, replacing: nil, at: .now)
        }
        try await Self.backUp(site, to: address)
        #expect((server.objects.first?.value.bytes.count ?? 0) > S3Upload.size(ofPart: 1))
        try await Self.expectRestored(site, from: address, photos: 81)
    }

    @Test("A backup that fails leaves nothing") func leaveNothing() async throws {
        let site = try await BackupSite()
        let (server, address) = try await ObjectServer.start()
        server.refuseParts()
        let error = await #expect(throws: S3Error.self) {
            try await Self.backUp(site, to: address)
        }
        #expect(error?.reason == .errorResponse(status: 403, code: "QuotaExceeded"))
        #expect(server.objects.isEmpty && server.unfinished.isEmpty)
        let (running, latest) = try await site.database.read { transaction in
            (try transaction.rowCounts()["running_backups"], try transaction.latestBackup())
        }
        #expect(running == 0 && latest == nil)
    }

    @Test("Objects that are no backup are refused") func refuseOthers() async throws {
        let site = try await BackupSite()
        let (_, address) = try await ObjectServer.start()
        let config = try BackupSite.config("\(site.folder)/new")
        let error = await #expect(throws: S3Error.self) {
            try await Restore(config: config).run(.object(address, name: "nothing.tar")) { _ in }
        }
        #expect(error?.reason == .errorResponse(status: 404, code: "NoSuchKey"))
        try await Self.backUp(site, to: address)
        let whole = try #require(try await S3Client(address, retryPolicy: .backup).get(Self.name))
        try await S3Client(address, retryPolicy: .backup).put("half.tar.gz", Array(whole.prefix(whole.count / 2)))
        await #expect(throws: (any Error).self) {
            try await Restore(config: config).run(.object(address, name: "half.tar.gz")) { _ in }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(site.folder)/new") == [])
    }

    @Test("Scheduled backups replace the oldest") func dropOldest() async throws {
        let site = try await BackupSite()
        let (server, address) = try await ObjectServer.start()
        let client = S3Client(address, retryPolicy: .backup)
        let days = (4...8).map { Date.now - Double($0) * 86_400 }
        for day in days { try await client.put(BackupFile.name(at: day), [1]) }
        try await client.put("holiday.jpg", [1])
        server.beginUpload("a b/c/\(BackupFile.name(at: days[0]))", at: days[0])
        server.beginUpload("a b/c/\(BackupFile.name(at: .now))", at: .now)
        server.beginUpload("a b/c/holiday.jpg", at: days[0])
        var config = site.config
        (config.backupInterval, config.keptBackups) = (86_400, 2)
        let schedule = BackupSchedule(
            location: .bucket(address),
            config: config,
            emailRenderer: EmailRenderer(
                views: try Resources(config: site.config).views,
                config: site.config,
                clock: { .now },
                onPosted: {}
            ),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let clock = TestClock()
        let worker = JobWorker.quiet(site.database) { clock.now }
        // Another server is at it, and dies.
        let dead = try await site.database.write { transaction in
            try transaction.registerJob(schedule, at: clock.now)
            return try transaction.takeJob(schedule, as: 1, at: clock.now)
        }
        let before = server.objects.count
        try await worker.drain(schedule)
        #expect(dead != nil && server.objects.count == before)
        clock.move(61)
        try await worker.drain(schedule)
        let names = server.objects.keys.map { String($0.dropFirst("a b/c/".count)) }
        #expect(
            names.count == 3 && names.contains(BackupFile.name(at: days[0])) && names.contains("holiday.jpg")
        )
        #expect(server.unfinished.count == 2)
        // Not due again.
        let count = server.requests.count
        clock.move(61)
        try await worker.drain(schedule)
        #expect(server.requests.count == count)
    }

    @Test("Photos move there and back") func movePhotos() async throws {
        let site = try await BackupSite()
        let (server, address) = try await ObjectServer.start()
        let bucket = S3PhotoStorage(address)
        let there = PhotoMigration(database: site.database, from: site.storage, to: bucket)
        #expect(try await there.run { _, _ in } == PhotoMigration.Result(copied: 80))
        let types = server.objects.mapValues(\.type)
        #expect(types.values.count { $0?.hasPrefix("image/") == true } == 80 && types["a b/c/owner"] != nil)
        let lost = try #require(try await site.database.read { try $0.photoFiles() }.first) + ".jpg"
        // What came meanwhile.
        try await site.addPhoto(21)
        try await bucket.delete([lost])
        try await site.storage.delete([lost])
        let again = try await there.run { _, _ in }
        #expect(again == PhotoMigration.Result(copied: 4, thereAlready: 79, lost: [lost]))
        let other = DiskPhotoStorage(folder: "\(site.folder)/back/photos")
        let back = PhotoMigration(database: site.database, from: bucket, to: other)
        #expect(try await back.run { _, _ in }.copied == 83)
        #expect(try site.photos(in: "\(site.folder)/back") == site.photos(in: site.config.dataDirectory))
    }

    @Test("A photo's file that was cut short counts as missing") func noticeCutFile() async throws {
        let site = try await BackupSite()
        let other = DiskPhotoStorage(folder: "\(site.folder)/other/photos")
        let migration = PhotoMigration(database: site.database, from: site.storage, to: other)
        _ = try await migration.run { _, _ in }
        let names = try await site.database.read { try $0.photoFiles() }.map { "\($0).jpg" }
        func cut(_ name: String, in storage: DiskPhotoStorage) throws {
            let path = "\(storage.folder)/\(PhotoPath.of(name))"
            try Data(contentsOf: URL(filePath: path)).dropLast(3).write(to: URL(filePath: path))
        }
        // One here, one there.
        try cut(names[0], in: other)
        #expect(try await migration.run { _, _ in } == PhotoMigration.Result(copied: 1, thereAlready: 79))
        #expect(try await other.get(names[0]) == site.storage.get(names[0]))
        try cut(names[1], in: site.storage)
        try await other.delete([names[1]])
        #expect(
            try await migration.run { _, _ in } == PhotoMigration.Result(thereAlready: 79, lost: [names[1]])
        )
    }

    @Test("A photo ends where its format says") func findPhotoEnd() {
        let body = Array("WEBPVP8 ".utf8) + [UInt8](repeating: 1, count: 20)
        let webP = Array("RIFF".utf8) + [UInt8(body.count), 0, 0, 0] + body
        #expect(PhotoFileEnd.isReached(webP) && !PhotoFileEnd.isReached(Array(webP.dropLast())))
        #expect(PhotoFileEnd.isReached([0xFF, 0xD8, 1, 0xFF, 0xD9]) && !PhotoFileEnd.isReached([0xFF, 0xD8, 1, 2, 3]))
        #expect(!PhotoFileEnd.isReached([]) && !PhotoFileEnd.isReached(Array("a note".utf8)))
    }

    /// With photos in a bucket, a backup holds them, and a restore puts them back there.
    @Test("A site with its photos in a bucket comes back whole") func restorePhotos() async throws {
        let site = try await BackupSite()
        let (server, address) = try await ObjectServer.start()
        var photos = address
        photos.prefix = "photos"
        let config = try BackupSite.config(site.config.dataDirectory, storage: photos)
        _ = try await PhotoMigration(
            database: site.database,
            from: site.storage,
            to: config.photoStorage
        ).run { _, _ in }
        _ = try await BackupWriter(config: config, database: site.database).write(to: .object(address, name: Self.name))
        let before = server.objects.filter { $0.key.hasPrefix("photos/") && $0.key != "photos/owner" }
        let new = try BackupSite.config("\(site.folder)/new", storage: photos)
        // The photos of the site as it went on are not touched.
        await #expect(throws: Config.Error.self) {
            try await Restore(config: new).run(.object(address, name: Self.name)) { _ in }
        }
        #expect(server.objects.filter { before[$0.key] != nil }.count == 80)
        for key in before.keys + ["photos/owner"] {
            try await S3Client(photos, retryPolicy: .backup).delete(String(key.dropFirst("photos/".count)))
        }
        let result = try await Restore(config: new).run(.object(address, name: Self.name)) { _ in }
        #expect(result.photos == 80)
        #expect(try FileManager.default.contentsOfDirectory(atPath: new.dataDirectory) == ["moeum.sqlite"])
        let after = server.objects.filter { $0.key.hasPrefix("photos/") && $0.key != "photos/owner" }
        #expect(after.mapValues(\.bytes) == before.mapValues(\.bytes) && after.count == 80)
    }

    @Test("A site without photos comes back too") func restoreWithoutPhotos() async throws {
        let site = try await BackupSite()
        let (server, address) = try await ObjectServer.start()
        try await site.database.write { try $0.execute("DELETE FROM photo_blobs") }
        try await Self.backUp(site, to: address)
        var photos = address
        photos.prefix = "photos"
        let config = try BackupSite.config("\(site.folder)/new", storage: photos)
        let result = try await Restore(config: config).run(.object(address, name: Self.name)) { _ in }
        #expect(result.photos == 0 && server.objects.count == 1)
    }

    /// What was put there is taken back where the restore fails after it.
    @Test("A restore that fails leaves the storage empty") func emptyStorage() async throws {
        let site = try await BackupSite()
        let (server, address) = try await ObjectServer.start()
        let path = try await site.backUp("copy.tar")
        var photos = address
        photos.prefix = "photos"
        // A backup of SQLite into PostgreSQL.
        var config = try BackupSite.config("\(site.folder)/new", storage: photos)
        config.databaseURL = "postgres://nobody@127.0.0.1:1/nothing"
        let restore = try Restore(config: config)
        await #expect(throws: Config.Error.self) { try await restore.run(.file(path)) { _ in } }
        #expect(server.objects.isEmpty && server.requests.contains { $0.hasPrefix("PUT ") })
    }

    /// A site that was restored does not take the photos that came since for strays.
    @Test("Another site's photos are left alone") func keepOthersPhotos() async throws {
        let site = try await BackupSite()
        let (server, address) = try await ObjectServer.start()
        let bucket = S3PhotoStorage(address)
        _ = try await PhotoMigration(database: site.database, from: site.storage, to: bucket).run { _, _ in }
        for key in server.objects.keys { server.change(key, at: .now - 86_400) }
        // As a restore does, and then as if it were older than all of them.
        try await site.database.write { transaction in
            _ = try transaction.settleRestored(at: .now)
            try transaction.execute("DELETE FROM photo_blobs")
        }
        let sweep = PhotoSweep(database: site.database, storage: bucket, uploads: "/nowhere")
        await #expect(throws: ForeignPhotos.self) { try await sweep.run() }
        let migration = PhotoMigration(database: site.database, from: site.storage, to: bucket)
        await #expect(throws: ForeignPhotos.self) { try await migration.run { _, _ in } }
        #expect(server.objects.count == 81)
        _ = try await migration.run(takesOver: true) { _, _ in }
        try await sweep.run()
        #expect(server.objects.count == 1)
    }

    @Test("A text names where photos move") func readTarget() throws {
        let bucket = try #require(S3Address("s3://a:b@s3.example/jip"))
        var config = try BackupSite.config("/var/lib/moeum")
        let folder = StorageLocation.folder("/var/lib/moeum/photos")
        #expect(try config.photoLocations(movingTo: "s3://a:b@s3.example/jip") == (folder, .bucket(bucket)))
        #expect(try config.photoLocations(movingTo: "file:///srv/photos") == (folder, .folder("/srv/photos")))
        for text in ["settings", "file:///var/lib/moeum/photos", "file:///var/lib/moeum", "s3://s3.example/jip"] {
            #expect(throws: Config.Error.self, "\(text)") { _ = try config.photoLocations(movingTo: text) }
        }
        config.storage = .bucket(bucket)
        #expect(try config.photoLocations(movingTo: "settings") == (folder, .bucket(bucket)))
        #expect(try config.photoLocations(movingTo: "file:///var/lib/moeum") == (.bucket(bucket), folder))
    }
}
