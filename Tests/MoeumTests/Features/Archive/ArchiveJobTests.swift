import Foundation
import Testing

@testable import Moeum

/// Jobs that several programs look at, and programs that die over one.
@Suite(.cleanup)
struct ArchiveJobTests {
    @Test("Of many exports requested at once one is made", arguments: TestEngine.available)
    func oneExport(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let database = site.app.database
        let added = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 1...20 {
                group.addTask { try await database.write { try $0.addArchiveJob(.export, for: 1, at: .now) } }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(added == 1)
        let (import_, other) = try await database.write {
            (try $0.addArchiveJob(.import, for: 1, at: .now), try $0.addArchiveJob(.export, for: 2, at: .now))
        }
        #expect(import_ && other)
    }

    @Test("Several workers make each archive once") func oncePerArchive() async throws {
        let site = try await ArchiveSite()
        let now = site.now
        _ = try await site.app.database.write {
            (try $0.addArchiveJob(.export, for: 1, at: now), try $0.addArchiveJob(.export, for: 2, at: now))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...4 { group.addTask { try await site.work() } }
            try await group.waitForAll()
        }
        for account: Account.ID in [1, 2] {
            let jobs = try await site.jobs(.export, of: account)
            #expect(jobs.map(\.state) == [.done])
            let mails = try await site.app.database.read { try $0.waitingMails(to: "a\(account)@moeum.example") }
            #expect(mails.count == 1)
            #expect(mails.allSatisfy { $0.text.contains("/settings/export/\(jobs[0].id)") })
        }
        #expect(site.files(.export).count == 2)
    }

    @Test("Another process makes the archive of one that died", arguments: TestEngine.available)
    func deadProcess(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let (database, now, kind) = (site.app.database, site.now, site.app.archives.worker)
        let dead = try await database.write {
            _ = try $0.addArchiveJob(.export, for: 1, at: now)
            return try $0.takeJob(kind, as: 1, at: now)
        }
        let held = JobHold(try #require(dead), database, site.app.clock)
        #expect(try await site.jobs(.export).map(\.state) == [.running])
        try await site.work()
        #expect(try await site.jobs(.export).map(\.state) == [.running])
        site.clock.move(61)
        try await site.work()
        let job = try #require(try await site.jobs(.export).first)
        #expect(job.state == .done)
        // The dead one comes back to life: nothing of its work counts.
        await #expect(throws: JobLost.self) {
            try await held.database.write { try $0.finishArchiveJob(job, file: ("late.zip", 1), at: now) }
        }
        #expect(try await site.jobs(.export).first == job)
        #expect(site.files(.export).count == 1)
        #expect(try await database.read { try $0.waitingMails(to: "a1@moeum.example") }.count == 1)
    }

    @Test("An import continues after the parts that are done") func continueImport() async throws {
        let site = try await ArchiveSite()
        let export = try await site.export()
        let name = ArchiveFiles.newName()
        try site.app.archives.files.makeFolders()
        try FileManager.default.copyItem(
            atPath: try site.path(of: export),
            toPath: site.app.archives.files.path(of: name, .import)
        )
        let (now, kind) = (site.now, site.app.archives.worker)
        try await site.app.database.write {
            _ = try $0.addArchiveJob(.import, for: 2, file: name, at: now)
            _ = try $0.takeJob(kind, as: 1, at: now)
            let job = try #require(try $0.archiveJobs(.import, of: 2).first)
            try $0.saveArchiveCounts([ArchiveCounts(part: "profile", found: 1, imported: 1)], of: job)
        }
        site.clock.move(61)
        try await site.work()
        let job = try #require(try await site.jobs(.import, of: 2).first)
        #expect(
            job.state == .done && job.outcome.map(\.part).first == "profile"
                && job.outcome.count == ArchivePart.all.count
        )
        // The part that was in already was not taken in again.
        #expect(try await site.profile(2)[0][2] == .text(""))
    }

    @Test("A job that keeps failing is given up, with a mail, and can be retried") func giveUp() async throws {
        let site = try await ArchiveSite()
        // A file where the folder should be.
        let folder = site.app.archives.files.exports
        try Data().write(to: URL(filePath: folder))
        let now = site.now
        _ = try await site.app.database.write { try $0.addArchiveJob(.export, for: 1, at: now) }
        for number in 1...3 {
            try await site.work()
            #expect(try await site.jobs(.export).map(\.state) == [number < 3 ? .waiting : .failed])
            site.clock.move(100)
        }
        let job = try #require(try await site.jobs(.export).first)
        #expect(job.state == .failed && job.failure == .internalError)
        let mails = try await site.app.database.read { try $0.waitingMails(to: "a1@moeum.example") }
        #expect(mails.map(\.subject) == [site.app.views.text("mail.export-failed.subject", [:], .english)])
        // Staff try it again, once the folder can be made.
        try FileManager.default.removeItem(atPath: folder)
        let later = site.now
        try await site.app.database.write { transaction in
            let dead = try transaction.deadJobs()
            #expect(dead.map(\.attempts) == [3] && dead.first?.error?.isEmpty == false)
            for job in dead {
                #expect(try site.app.archives.worker.prepareRetry(of: job.key, transaction))
                try transaction.addJob(job.kind, job.key, due: later)
            }
        }
        try await site.work()
        #expect(try await site.jobs(.export).map(\.state) == [.done])
        #expect(try await site.app.database.write { try $0.addArchiveJob(.export, for: 1, at: later) })
    }

    @Test("An archive is gone after seven days") func expiry() async throws {
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

    @Test("Old files of no job are removed") func sweepOrphans() async throws {
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
