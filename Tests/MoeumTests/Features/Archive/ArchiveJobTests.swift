import Foundation
import Testing

@testable import Moeum

/// Jobs that several programs look at, and programs that die over one.
@Suite(.cleanup)
struct ArchiveJobTests {
    @Test(arguments: TestEngine.available)
    func ofManyExportsAskedForAtOnceOneIsMade(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let database = site.app.database
        let added = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 1...20 {
                group.addTask { try await database.write { try $0.addArchiveJob(.export, for: 1, at: .now) } }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(added == 1)
        let taken = try await withThrowingTaskGroup(of: ArchiveJob.ID?.self) { group in
            for lease in 1...8 {
                group.addTask {
                    try await database.write {
                        try $0.claimArchiveJob(lease: Identifier(rawValue: Int64(lease)), at: .now)?.id
                    }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 == nil ? 0 : 1 }
        }
        #expect(taken == 1)
        let (import_, other) = try await database.write {
            (try $0.addArchiveJob(.import, for: 1, at: .now), try $0.addArchiveJob(.export, for: 2, at: .now))
        }
        #expect(import_ && other)
    }

    @Test func severalWorkersMakeEachArchiveOnce() async throws {
        let site = try await ArchiveSite()
        _ = try await site.app.database.write {
            (try $0.addArchiveJob(.export, for: 1, at: .now), try $0.addArchiveJob(.export, for: 2, at: .now))
        }
        let worker = site.app.archives.worker
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...4 { group.addTask { while try await worker.work() {} } }
            try await group.waitForAll()
        }
        for account: Account.ID in [1, 2] {
            let jobs = try await site.jobs(.export, of: account)
            #expect(jobs.map(\.state) == [.done] && jobs.map(\.tries) == [1])
            let mails = try await site.app.database.read { try $0.waitingMails(to: "a\(account)@moeum.example") }
            #expect(mails.count == 1)
            #expect(mails.allSatisfy { $0.text.contains("/settings/export/\(jobs[0].id)") })
        }
        #expect(site.files(.export).count == 2)
    }

    @Test(arguments: TestEngine.available)
    func whatADeadProgramHadInHandIsMadeByAnother(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let database = site.app.database
        let start = Date.now
        let dead = try await database.write {
            _ = try $0.addArchiveJob(.export, for: 1, at: start)
            return try $0.claimArchiveJob(lease: 1, at: start)
        }
        let held = try #require(dead)
        var worker = site.app.archives.worker
        worker.clock = { start.addingTimeInterval(59) }
        #expect(try await worker.work() == false)
        worker.clock = { start.addingTimeInterval(61) }
        #expect(try await worker.work())
        let job = try #require(try await site.jobs(.export).first)
        #expect(job.state == .done && job.tries == 2)
        // The dead one comes back to life: nothing of its work counts.
        let late = try await database.write {
            (
                try $0.finishArchiveJob(held, file: ("late.zip", 1), at: .now),
                try $0.renewArchiveJob(held, at: .now),
                try $0.failArchiveJob(held, .internalError, at: .now)
            )
        }
        #expect(late == (false, false, false))
        #expect(try await site.jobs(.export).first == job)
    }

    @Test func aLeaseIsRenewedWhileTheWorkGoesOn() async throws {
        let site = try await ArchiveSite()
        let start = Date.now
        let held = try await site.app.database.write {
            _ = try $0.addArchiveJob(.export, for: 1, at: start)
            return try $0.claimArchiveJob(lease: 1, at: start)
        }
        let job = try #require(held)
        let later = start.addingTimeInterval(50)
        #expect(try await site.app.database.write { try $0.renewArchiveJob(job, at: later) })
        let other = try await site.app.database.write {
            try $0.claimArchiveJob(lease: 2, at: start.addingTimeInterval(100))
        }
        #expect(other == nil)
    }

    @Test func whatIsDoneIsDoneWithoutAnError() async throws {
        let site = try await ArchiveSite()
        let errors = RecordedLog()
        let usual = site.app.archives.worker
        let worker = ArchiveWorker(
            database: usual.database,
            files: usual.files,
            export: usual.export,
            intake: usual.intake,
            logger: errors.logger,
            notify: usual.notify
        )
        _ = try await site.app.database.write { try $0.addArchiveJob(.export, for: 1, at: site.now) }
        while try await worker.work() {}
        #expect(try await site.jobs(.export).map(\.state) == [.done])
        #expect(errors.texts == [])
    }

    @Test func anImportGoesOnAfterThePartsThatAreIn() async throws {
        let site = try await ArchiveSite()
        let export = try await site.export()
        let name = ArchiveFiles.newName()
        try site.app.archives.files.makeFolders()
        try FileManager.default.copyItem(
            atPath: try site.path(of: export),
            toPath: site.app.archives.files.path(of: name, .import)
        )
        let start = Date.now
        try await site.app.database.write {
            _ = try $0.addArchiveJob(.import, for: 2, file: name, at: start)
            let job = try #require(try $0.claimArchiveJob(lease: 1, at: start))
            _ = try $0.saveArchiveCounts([ArchiveCounts(part: "profile", found: 1, imported: 1)], of: job)
        }
        var worker = site.app.archives.worker
        worker.clock = { start.addingTimeInterval(61) }
        _ = try await worker.work()
        let job = try #require(try await site.jobs(.import, of: 2).first)
        #expect(
            job.state == .done && job.outcome.map(\.part).first == "profile"
                && job.outcome.count == ArchivePart.all.count
        )
        // The part that was in already was not taken in again.
        #expect(try await site.profile(2)[0][2] == .text(""))
    }

    @Test func whatFailsAgainAndAgainIsGivenUpAndSaid() async throws {
        let site = try await ArchiveSite()
        // A file where the folder should be.
        let folder = site.app.archives.files.exports
        try Data().write(to: URL(filePath: folder))
        _ = try await site.app.database.write { try $0.addArchiveJob(.export, for: 1, at: .now) }
        let start = Date.now
        var worker = site.app.archives.worker
        for number in 0..<4 {
            worker.clock = { start.addingTimeInterval(Double(number) * 100) }
            _ = try await worker.work()
        }
        let job = try #require(try await site.jobs(.export).first)
        #expect(job.state == .failed && job.failure == .internalError)
        let mails = try await site.app.database.read { try $0.waitingMails(to: "a1@moeum.example") }
        #expect(mails.map(\.subject) == [site.app.views.text("mail.export-failed.subject", [:], .english)])
        #expect(try await site.app.database.write { try $0.addArchiveJob(.export, for: 1, at: .now) })
    }

    @Test func afterSevenDaysFileAndContentAreGone() async throws {
        let site = try await ArchiveSite()
        let job = try await site.export()
        let worker = site.app.archives.worker
        try await worker.sweep(at: .now.addingTimeInterval(ArchiveJob.lifetime - 60))
        #expect(site.files(.export).count == 1)
        try await worker.sweep(at: .now.addingTimeInterval(ArchiveJob.lifetime + 1))
        #expect(site.files(.export) == [])
        let expired = try #require(try await site.jobs(.export).first)
        #expect(expired.id == job.id && expired.state == .expired && expired.file == nil && expired.size == nil)
        try await worker.sweep(at: .now.addingTimeInterval(ArchiveJob.lifetime + 31 * 86_400))
        #expect(try await site.jobs(.export) == [])
    }

    @Test func filesThatNoJobNamesAreSweptOnceTheyAreOld() async throws {
        let site = try await ArchiveSite()
        let job = try await site.export()
        let files = site.app.archives.files
        for kind in [ArchiveJob.Kind.export, .import] {
            for name in ["orphan.zip", "crashed.zip.part"] {
                try Data([1]).write(to: URL(filePath: files.path(of: name, kind)))
            }
        }
        try await site.app.archives.worker.sweep()
        #expect(site.files(.export).count == 3 && site.files(.import).count == 2)
        try await site.app.archives.worker.sweep(at: .now.addingTimeInterval(1), age: 0)
        #expect(site.files(.export) == [try #require(job.file)] && site.files(.import) == [])
        // An account's files leave with it.
        try await site.app.database.write { try $0.execute("DELETE FROM accounts WHERE id = 1") }
        try await site.app.archives.worker.sweep(at: .now.addingTimeInterval(1), age: 0)
        #expect(site.files(.export) == [])
    }
}
