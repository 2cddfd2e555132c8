import Foundation
import Synchronization
import Testing

@testable import Moeum

/// Photos taken in: equal ones once, bytes before rows, and nothing left that no row speaks of.
@Suite(.cleanup)
struct PhotoIntakeTests {
    private static func count(_ table: SQL, _ site: TestSite) async throws -> Int {
        try await site.app.database.read { try $0.first("SELECT COUNT(*) FROM \(table)") { try $0.int(0) } ?? -1 }
    }

    private static func files(_ folder: String, _ site: TestSite) -> [String] {
        let path = "\(site.app.config.dataDirectory)/\(folder)"
        return ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).filter { $0.contains(".") }.sorted()
    }

    private static func write(_ bytes: [UInt8], _ site: TestSite) throws -> String {
        let path = "\(site.app.config.dataDirectory)/\(SystemRandom.name())"
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    @Test("Equal photos share their files, also when sent at the same time", arguments: TestEngine.available)
    func shareFiles(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let account = try await site.account()
        let path = try Self.write(PictureFixture.png(), site)
        let intake = site.app.photos.intake
        let photos = try await withThrowingTaskGroup(of: Photo.self) { group in
            for _ in 1...6 { group.addTask { try await intake.ingest(path, from: account) } }
            return try await group.reduce(into: [Photo]()) { $0.append($1) }
        }
        #expect(Set(photos.map(\.name)).count == 6)
        #expect(try await Self.count("photos", site) == 6)
        #expect(try await Self.count("photo_blobs", site) == 1)
        let files = Self.files("photos", site)
        #expect(files.count == PhotoSize.allCases.count)
        for file in files {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: "\(site.app.config.dataDirectory)/photos/\(file)"
            )
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        // None of its names says where the files lie.
        #expect(!photos.contains { photo in files.contains { $0.contains(photo.name) } })
        let ids = photos.map(\.id)
        let own = try await site.app.database.read { try $0.formPhotos(ids, of: account, in: nil) }
        #expect(Set(own.keys) == Set(ids))
        #expect(
            try await site.app.database.read {
                try $0.formPhotos(ids, of: Account.ID(rawValue: account.rawValue + 1), in: nil)
            } == [:]
        )
    }

    /// Notes how many rows there were when files came and went.
    private final class WatchedStorage: PhotoStorage {
        let inner = MemoryPhotoStorage()
        let rows: @Sendable () async throws -> Int
        private let seen = Mutex<[String]>([])
        var notes: [String] { seen.withLock { $0 } }

        init(rows: @escaping @Sendable () async throws -> Int) { self.rows = rows }

        func put(_ paths: [String]) async throws {
            try await inner.put(paths)
            let count = try await rows()
            seen.withLock { $0.append("put \(paths.count), rows \(count)") }
        }

        func delete(_ names: [String]) async throws {
            let count = try await rows()
            if !names.isEmpty { seen.withLock { $0.append("delete \(names.count), rows \(count)") } }
            try await inner.delete(names)
        }

        var isOfThisProcess: Bool { true }
        func put(_ bytes: [UInt8], as name: String) async throws { try await inner.put(bytes, as: name) }
        func owner() async throws -> String? { try await inner.owner() }
        func setOwner(_ id: String) async throws { try await inner.setOwner(id) }
        func get(_ name: String) async throws -> [UInt8]? { try await inner.get(name) }
        func exists(_ name: String) async throws -> Bool { try await inner.exists(name) }
        func names(startingWith prefix: String) async throws -> [String] {
            try await inner.names(startingWith: prefix)
        }
        func names(_ names: [String], before: Date) async throws -> [String] {
            try await inner.names(names, before: before)
        }
    }

    @Test("Files come before their row and go after it") func orderFilesAndRows() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        let storage = WatchedStorage { try await Self.count("photo_blobs", site) }
        let intake = PhotoIntake(
            database: site.app.database,
            storage: storage,
            workers: site.app.photos.workers,
            folder: site.app.photos.intake.folder,
            clock: site.app.clock
        )
        _ = try await intake.ingest(try Self.write(PictureFixture.png(), site), from: account)
        try await site.app.database.write { try $0.execute("DELETE FROM photos") }
        try await PhotoSweep(database: site.app.database, storage: storage, uploads: "/nonexistent").run()
        #expect(storage.notes == ["put 4, rows 0", "delete 4, rows 0"])
    }

    @Test("The sweep removes old unused photos and files without a row", arguments: TestEngine.available)
    func sweepUnused(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let account = try await site.account()
        let intake = site.app.photos.intake
        let old = try await intake.ingest(try Self.write(PictureFixture.png(red: 1), site), from: account)
        let kept = try await intake.ingest(try Self.write(PictureFixture.png(red: 90), site), from: account)
        try await site.publish(kept.id, by: account)
        let folder = site.app.config.dataDirectory
        for orphan in ["photos/00/00aa-320.webp", "uploads/0a/left.webp", "uploads/0b"] {
            let path = URL(filePath: "\(folder)/\(orphan)")
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data([1]).write(to: path)
        }
        let sweep = PhotoSweep(
            database: site.app.database,
            storage: site.app.photos.storage,
            uploads: "\(folder)/uploads",
            batch: 1,
            start: .distantPast
        )
        // What is new may be of a request in hand, and a draft may need what is not old.
        try await sweep.run(at: .now)
        try await sweep.run(at: .now)
        #expect(Self.files("photos", site).count == 9)
        #expect(Self.files("uploads", site).count == 1)
        let later = site.now + Photo.unusedLifetime + 60
        try await sweep.run(at: later)
        #expect(Self.files("photos", site).count == 4)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/uploads") == [])
        let left = try await site.app.database.read {
            try $0.formPhotos([old.id, kept.id], of: account, in: nil)
        }
        #expect(left == [:])
        #expect(try await Self.count("photos", site) == 1)
        #expect(try await Self.count("photo_blobs", site) == 1)
    }

    @Test("The first sweep removes all that an earlier process left, and nothing newer")
    func sweepFirst() async throws {
        let site = try await TestSite()
        let folder = site.app.config.dataDirectory
        for parent in ["photos/00", "uploads"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(parent)", withIntermediateDirectories: true)
        }
        for (name, age) in [
            ("photos/00/00aa.jpg", 61.0), ("photos/00/00bb", 1), ("photos/00/00cc.jpg", -30), ("uploads/0a", 1),
        ] {
            try Data([1]).write(to: URL(filePath: "\(folder)/\(name)"))
            try FileManager.default.setAttributes(
                [.modificationDate: Date.now - age],
                ofItemAtPath: "\(folder)/\(name)"
            )
        }
        let sweep = PhotoSweep(
            database: site.app.database,
            storage: site.app.photos.storage,
            uploads: "\(folder)/uploads",
            start: .now
        )
        try await sweep.run(at: .now)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/photos/00") == ["00cc.jpg"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/uploads") == [])
    }

    @Test("A photo whose files are lost is made again when it is sent again") func replaceLostFiles() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        let path = try Self.write(PictureFixture.png(), site)
        let first = try await site.app.photos.intake.ingest(path, from: account)
        try FileManager.default.removeItem(atPath: "\(site.app.config.dataDirectory)/photos")
        let second = try await site.app.photos.intake.ingest(path, from: account)
        for photo in [first, second] {
            let found = try await site.app.database.read { try $0.photoFile(named: photo.name, for: account) }
            let file = try #require(found?.file)
            #expect(try await site.app.photos.storage.exists("\(file)-640.webp"))
        }
    }

    @Test("Recently used files stay in memory up to a bound") func cacheFiles() async {
        let cache = PhotoCache(capacity: 1_600)
        let reads = Atomic(0)
        func ask(_ name: String, _ size: Int = 100) async -> Int? {
            await cache.file(name) {
                reads.add(1, ordering: .relaxed)
                return name == "none" ? nil : [UInt8](repeating: 1, count: size)
            }?.readableBytes
        }
        for _ in 1...3 { #expect(await ask("a") == 100) }
        #expect(reads.load(ordering: .relaxed) == 1)
        #expect(await ask("none") == nil)
        #expect(await ask("large", 101) == 101)
        #expect(await ask("large", 101) == 101)
        #expect(reads.load(ordering: .relaxed) == 4)
        for number in 1...15 { _ = await ask("\(number)") }
        _ = await ask("a")
        #expect(reads.load(ordering: .relaxed) == 19)
        _ = await ask("16")
        _ = await ask("1")
        #expect(reads.load(ordering: .relaxed) == 21)
        _ = await ask("a")
        #expect(reads.load(ordering: .relaxed) == 21)
    }

    /// The database fails the write that adds a photo over files that are there already.
    private struct Failure: Error {}

    @Test("A known picture is not decoded again where its write fails") func failingWrite() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        let path = try Self.write(PictureFixture.png(), site)
        _ = try await site.app.photos.intake.ingest(path, from: account)
        let writes = Atomic(0)
        let database = WatchedDatabase(site.app.database) { _ in
            writes.add(1, ordering: .sequentiallyConsistent)
            throw Failure()
        }
        let intake = PhotoIntake(
            database: database,
            storage: site.app.photos.storage,
            workers: site.app.photos.workers,
            folder: "\(site.app.config.dataDirectory)/uploads",
            clock: site.app.clock
        )
        await #expect(throws: Failure.self) { try await intake.ingest(path, from: account) }
        // Had it been decoded, its files would have been followed by a second write.
        #expect(writes.load(ordering: .sequentiallyConsistent) == 1)
    }

    @Test("A photo that the disk does not take does not count towards its sender's limits")
    func failingDisk() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "새싹", age: 0)
        try await site.set(.firstDayPhotos, to: 1)
        // No folder can be made where a file lies.
        let folder = "\(site.app.config.dataDirectory)/photos"
        try? FileManager.default.removeItem(atPath: folder)
        try Data().write(to: URL(filePath: folder))
        for _ in 0..<3 {
            let answer = try await browser.send(file: PictureFixture.png(), to: "/uploads")
            #expect(answer.status.code >= 500)
        }
        try FileManager.default.removeItem(atPath: folder)
        let answer = try await browser.send(file: PictureFixture.png(), to: "/uploads")
        #expect(answer.status == .created, "\(answer.text)")
    }
}
