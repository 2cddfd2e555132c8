import Foundation
import Testing

@testable import Database
@testable import Moeum

/// The doctor finds what is wrong, and repairs what can be.
@Suite(.cleanup)
struct DoctorTests {
    private func checks(_ site: TestSite, repairs: Bool = false) async throws -> [String: Doctor.Check] {
        let checks = try await Doctor(app: site.app, repairs: repairs).run()
        return Dictionary(uniqueKeysWithValues: checks.map { ($0.name, $0) })
    }

    @Test("A sound site passes every check", arguments: TestEngine.available)
    func passSoundSite(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let checks = try await checks(site)
        // PostgreSQL looks after its files itself.
        #expect(checks["integrity"]?.state == (engine == .sqlite ? .ok : nil))
        for name in ["counts", "photo-files", "photo-strays", "photo-owners", "clock", "migrations"] {
            #expect(checks[name]?.state == .ok && checks[name]?.remedy == "", "\(name)")
        }
        #expect(checks["backup"]?.state == .warning && checks["environment"]?.state == .warning)
    }

    @Test("Scheduled backups that have nowhere to go are found") func findBackupPlace() async throws {
        for (place, state) in [("/nowhere", Doctor.State.broken), (NSTemporaryDirectory(), .ok)] {
            let site = try await TestSite(settings: ["MOEUM_BACKUP_TO": place])
            let check = try await checks(site)["backup-place"]
            #expect(check?.state == state && check?.said.contains(place.dropLast()) == true, "\(place)")
        }
        let (_, address) = try await ObjectServer.start()
        let url = ObjectServer.text(host: address.host)
        try await Cleanup.run {
            let site = try await TestSite(settings: ["MOEUM_BACKUP_TO": url])
            let check = try await checks(site)["backup-place"]
            #expect(check?.state == .ok)
        }
        let wrong = ObjectServer.text(host: address.host, secret: "wrong")
        try await Cleanup.run {
            let site = try await TestSite(settings: ["MOEUM_BACKUP_TO": wrong])
            let check = try await checks(site)["backup-place"]
            #expect(check?.state == .broken && check?.said.contains("SignatureDoesNotMatch") == true)
        }
        let lost = ObjectServer.text(host: address.host, bucket: "elsewhere")
        let site = try await TestSite(settings: ["MOEUM_BACKUP_TO": lost])
        let check = try await checks(site)["backup-place"]
        #expect(check?.state == .broken && check?.said.contains("NoSuchBucket") == true)
    }

    @Test("Stored counts that are wrong are found and corrected", arguments: TestEngine.available)
    func repairCounts(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try await site.app.database.write { transaction in
            let place = try #require(try transaction.first("SELECT MIN(id) FROM places") { try $0.id(0) as Place.ID })
            try transaction.execute(
                """
                UPDATE places SET review_count = 3, stars_5 = 2, favourite_count = 9, photo_count = 1, rating_mean = 5
                WHERE id = \(place)
                """
            )
            try transaction.execute("UPDATE place_counts SET count = count + 1 WHERE count > 3")
            return place
        }
        let found = try #require(try await checks(site)["counts"])
        #expect(found.state == .warning)
        for name in ["review_count", "stars_5", "favourite_count", "photo_count"] {
            #expect(found.said.contains("places.\(name) in 1 row"), "\(name)")
        }
        #expect(found.said.contains("place_counts.count"))
        #expect(try await checks(site, repairs: true)["counts"]?.state == .ok)
        #expect(try await checks(site)["counts"]?.said == "every kept count is right")
        let (mean, drifts) = try await site.app.database.read { transaction in
            (
                try transaction.first("SELECT rating_mean FROM places WHERE id = \(place)") {
                    try $0.optionalDouble(0)
                }, try transaction.driftedCounts()
            )
        }
        #expect(mean == .some(nil) && drifts == [])
    }

    @Test("Photo files without rows and rows without files are found") func compareFiles() async throws {
        let site = try await TestSite()
        let folder = site.app.config.dataDirectory
        let (known, stray) = (SystemRandom.name(), SystemRandom.name())
        let names = PhotoBlob.names(of: known) + ["\(stray).jpg"]
        for name in names {
            try PictureFixture.file("a made-up photo").write(to: URL(filePath: "\(folder)/\(name)"))
        }
        try await site.app.photos.storage.put(names.map { "\(folder)/\($0)" })
        let path = "\(folder)/photos/\(stray.prefix(2))/\(stray).jpg"
        try FileManager.default.setAttributes([.modificationDate: Date.now - 3_600], ofItemAtPath: path)
        let account = try await site.account()
        try await site.app.database.write { transaction in
            let metadata = PhotoMetadata(width: 1, height: 1, colour: "#000000", placeholder: "data:,")
            let blob = PhotoBlob(hash: "1", file: known, metadata: metadata)
            _ = try transaction.insertPhotoBlob(blob, replacing: nil, at: site.now)
            // Otherwise it is swept away.
            _ = try transaction.addPhoto(of: "1", from: account, at: site.now)
        }
        var checks = try await checks(site)
        #expect(checks["photo-files"]?.state == .ok && checks["photo-strays"]?.state == .warning)
        #expect(checks["photo-files"]?.said == "all files of 1 photo are there")
        checks = try await self.checks(site, repairs: true)
        #expect(checks["photo-strays"]?.state == .ok && !FileManager.default.fileExists(atPath: path))
        try await site.app.photos.storage.delete(["\(known).jpg"])
        let lost = try #require(try await self.checks(site)["photo-files"])
        #expect(lost.state == .broken && lost.said.hasPrefix("1 file missing or cut short, such as \(known)"))
        // There, and cut short.
        let cut = "\(folder)/photos/\(known.prefix(2))/\(known).jpg"
        try PictureFixture.file("a made-up photo").dropLast(5).write(to: URL(filePath: cut))
        #expect(try await self.checks(site)["photo-files"]?.said.contains("\(known).jpg") == true)
        try PictureFixture.file("a made-up photo").write(to: URL(filePath: cut))
        #expect(try await self.checks(site)["photo-files"]?.state == .ok)
    }

    /// The mode of a folder would say nothing to root, as whom tests may run.
    @Test("A photo folder that cannot be used is not reported as lost photos") func findUnusableFolder() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "보내는이")
        let folder = "\(site.app.config.dataDirectory)/photos"
        #expect(await site.app.photos.storage.failure() == nil)
        let sent = try await browser.send(file: PictureFixture.png(), to: "/uploads")
        let photo = try #require(try JSONSerialization.jsonObject(with: Data(buffer: sent.body)) as? [String: Any])
        let path = try #require(photo["thumb"] as? String)
        try FileManager.default.moveItem(atPath: folder, toPath: folder + ".away")
        try Data().write(to: URL(filePath: folder))
        let check = try #require(try await checks(site)["photo-files"])
        #expect(check.state == .broken && check.said == "\(folder) is no folder")
        // Neither gone for those who look, nor a crowd for those who send.
        #expect(try await browser.get(path).status == .serviceUnavailable)
        let refused = try await browser.send(file: PictureFixture.png(red: 90), to: "/uploads")
        #expect(refused.status == .serviceUnavailable && String(buffer: refused.body).contains("unsaved"))
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.moveItem(atPath: folder + ".away", toPath: folder)
        #expect(try await browser.get(path).status == .ok)
    }

    @Test("Mail held since a restore is reported with the command that sends it") func reportHeldMail() async throws {
        let site = try await TestSite()
        try await site.app.database.write { transaction in
            try transaction.insertMail(MIMEMessageTests.mail("제목"))
            _ = try transaction.settleRestored(at: .now)
        }
        let check = try #require(try await checks(site)["mail"])
        #expect(check.state == .warning && check.said.contains("1 held since the restore"))
        #expect(check.remedy.contains("moeum mail release"))
    }

    @Test("Photos that belong to nobody are found and removed", arguments: TestEngine.available)
    func removeOwnerless(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let account = try await site.account()
        let photo = try await site.photo(by: account)
        #expect(try await checks(site)["photo-owners"]?.state == .ok)
        try await site.app.database.write { transaction in
            try transaction.execute("UPDATE photos SET account_id = NULL WHERE id = \(photo)")
            let metadata = PhotoMetadata(width: 1, height: 1, colour: "#000000", placeholder: "data:,")
            let blob = PhotoBlob(hash: "0", file: SystemRandom.name(), metadata: metadata)
            _ = try transaction.insertPhotoBlob(blob, replacing: nil, at: site.now)
        }
        let found = try #require(try await checks(site)["photo-owners"])
        #expect(found.state == .warning && found.said.hasSuffix(": 2") && found.remedy.contains("--fix"))
        #expect(try await checks(site, repairs: true)["photo-owners"]?.state == .ok)
        let left = try await checks(site)
        #expect(left["photo-owners"]?.said.hasSuffix(": 0") == true && left["photo-files"]?.state == .ok)
    }

    @Test("A data directory that others may read is found and closed") func closeDirectory() async throws {
        let site = try await TestSite()
        chmod(site.app.config.dataDirectory, 0o755)
        let (found, repaired) = (try await checks(site)["files"], try await checks(site, repairs: true)["files"])
        #expect(found?.state == .warning && repaired?.state == .ok)
        #expect(try await checks(site)["files"]?.state == .ok)
    }

    @Test("A mail server that cannot be reached is reported as broken") func findMailServer() async throws {
        let settings = ["MOEUM_SMTP_URL": "smtp://127.0.0.1:1", "MOEUM_MAIL_FROM": "site@haneul.example"]
        try await Cleanup.run {
            let site = try await TestSite(settings: settings)
            let check = try await checks(site)["mail-server"]
            #expect(check?.state == .broken && check?.said.contains("127.0.0.1: ") == true)
        }
        guard MailServer.isAvailable else { return }
        try await MailServer.run { server in
            let address = ["MOEUM_SMTP_URL": "smtp://127.0.0.1:\(server.port)?tls=off"]
            let site = try await TestSite(settings: settings.merging(address) { $1 })
            let check = try await checks(site)["mail-server"]
            #expect(check?.state == .ok)
        }
    }

    @Test("A clock that is behind the newest row is refused") func refuseEarlyClock() async throws {
        let site = try await TestSite()
        _ = try await StaffCommands(app: site.app).create(email: "haru@haneul.example", role: .admin, password: nil)
        let newest = try #require(try await site.app.database.read { try $0.newestRowTime() })
        #expect(abs(newest.timeIntervalSinceNow) < 600)
        #expect(ClockCheck.error(newest: newest, at: newest - ClockCheck.tolerance) == nil)
        let said = try #require(ClockCheck.error(newest: newest, at: newest - ClockCheck.tolerance - 1))
        #expect(said.contains("the clock says") && said.contains("the database has rows from"))
        #expect(ClockCheck.error(newest: nil, at: .distantPast) == nil)
    }
}
