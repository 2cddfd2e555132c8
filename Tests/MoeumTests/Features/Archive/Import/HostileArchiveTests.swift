import Foundation
import HTTPTypes
import RouterClient
import Synchronization
import Testing

@testable import Database
@testable import Moeum
@testable import struct Moeum.Tag

/// Archives that somebody made to do harm with, and what the rest of the site notices of them.
@Suite(.cleanup)
struct HostileArchiveTests {
    private static func place(_ site: ArchiveSite) async throws -> Place {
        try #require(try await site.app.database.read { try $0.place(try $0.listedPlaceIDs(limit: 1)[0]) })
    }

    /// Makes and imports what is due, with writes that are watched.
    private static func work(_ site: ArchiveSite, on database: WatchedDatabase) async throws {
        try await JobWorker.quiet(database, clock: site.app.clock).drain(site.app.archives.worker)
    }

    @Test("Each hostile archive is refused or skipped and leaves nothing") func leavesNothing() async throws {
        let site = try await ArchiveSite()
        let before = try await site.profile(2)
        for (name, bytes, fate) in HostileArchives.all {
            let job = try await site.import(bytes)
            switch fate {
            case .failed(let failure): #expect(job.state == .failed && job.failure == failure, "\(name)")
            case .skipped:
                #expect(job.state == .done, "\(name): \(String(describing: job.failure))")
                #expect(!job.outcome.isEmpty && job.outcome.allSatisfy { $0.imported == 0 }, "\(name)")
            }
            #expect(try await site.profile(2) == before, "\(name)")
            #expect(site.files(.import) == [], "\(name)")
        }
        let kept = try await site.app.database.read { transaction in
            try ["visits", "favourites", "lists"].map { table in
                let all: SQL = table == "visits" ? "visits" : table == "lists" ? "lists" : "favourites"
                return try transaction.first("SELECT COUNT(*) FROM \(all)") { try $0.int(0) } ?? 0
            }
        }
        #expect(kept == [0, 0, 0])
    }

    @Test("JSON that is slow to compose is detected before it is decoded") func slowJSON() {
        let fine = "a" + String(repeating: "\u{301}", count: 30)
        #expect(ArchiveText.isSafe(Array(#"{"\#(fine)":"\#(fine)\uAC00\u0301\uD83D\uDE00\n"}"#.utf8)))
        let emoji = String(repeating: "\\uD83D\\uDE00", count: 100)
        #expect(ArchiveText.isSafe(Array(#"{"a":"\#(emoji)"}"#.utf8)))
        for tower in [HostileArchives.shortTower, HostileArchives.escapedTower, HostileArchives.pairedTower] {
            #expect(!ArchiveText.isSafe(Array(#"{"a":"\#(tower)"}"#.utf8)))
            #expect(!ArchiveText.isSafe(Array(#"{"\#(tower)":1}"#.utf8)))
        }
        #expect(!ArchiveText.isSafe(Array("{\"a\":\"\u{1}\"}".utf8)))
        #expect(!ArchiveText.isSafe([0x7B, 0, 0x7D, 0]))
        let halves = JSONScalars(Array(#"\uD83Dx\uD83D\uD83D\uZZZZ\"#.utf8))
        #expect(halves.allSatisfy { $0.properties.canonicalCombiningClass == .notReordered })
    }

    /// What an import reads and looks up is done outside its writes, and no write of it is longer than anybody's.
    @Test("Others can write during an import", arguments: TestEngine.available)
    func othersWrite(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let place = try await Self.place(site)
        let towers = Array(
            repeating: #"{"place":"\#(HostileArchives.shortTower)","district":"mapo","visitedOn":"2026-01-01"}"#,
            count: 200
        )
        let rows = ArchiveFixture.days(1_000).map { ArchiveFixture.visit(place, on: $0) } + towers
        let sizes = Mutex<[Int]>([])
        let database = site.app.database
        let watched = WatchedDatabase(database) { _ in
            // Somebody else's write goes through before each.
            try await database.checkWritable(within: .seconds(600))
            let count = try await database.read {
                try $0.first("SELECT COUNT(*) FROM visits WHERE account_id = 2") { try $0.int(0) }
            }
            sizes.withLock { $0.append(count ?? 0) }
        }
        _ = try await Self.ask(site, ArchiveFixture([("visits", rows)]).bytes)
        try await Self.work(site, on: watched)
        let job = try #require(try await site.jobs(.import, of: 2).first)
        #expect(job.outcome == [ArchiveCounts(part: "visits", found: 1_200, imported: 1_000)])
        let steps = sizes.withLock { zip($0.dropFirst(), $0).map { $0 - $1 } }
        #expect(steps.filter { $0 > 0 } == [200, 200, 200, 200, 200])
        for statements in watched.kept {
            #expect(!statements.contains { $0.contains("FROM places") })
            #expect(statements.count <= 2 * ArchiveImport.batch + 20)
        }
    }

    private static func ask(_ site: ArchiveSite, _ bytes: [UInt8], into account: Account.ID = 2) async throws -> Bool {
        let name = ArchiveFiles.newName()
        try site.app.archives.files.makeFolders()
        try Data(bytes).write(to: URL(filePath: site.app.archives.files.path(of: name, .import)))
        return try await site.app.database.write {
            try $0.addArchiveJob(.import, for: account, file: name, at: site.now)
        }
    }

    private struct Stopped: Error {}

    @Test("An import goes on where a restart left it", arguments: TestEngine.available)
    func restart(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let place = try await Self.place(site)
        let rows = ArchiveFixture.days(1_000).map { ArchiveFixture.visit(place, on: $0) }
        _ = try await Self.ask(site, ArchiveFixture([("visits", rows)]).bytes)
        // The job is taken, and two commits go through.
        let first = WatchedDatabase(site.app.database) { if $0 == 3 { throw Stopped() } }
        await #expect(throws: Stopped.self) { try await Self.work(site, on: first) }
        let left = try #require(try await site.jobs(.import, of: 2).first)
        #expect(left.outcome == [ArchiveCounts(part: "visits", found: 1_000, imported: 400, left: 600)])
        #expect(ArchiveJobCard(left, at: site.now, site.app.views, .english).counts.isEmpty)
        site.clock.move(61)
        let second = WatchedDatabase(site.app.database)
        try await Self.work(site, on: second)
        let job = try #require(try await site.jobs(.import, of: 2).first)
        #expect(job.state == .done)
        #expect(job.outcome == [ArchiveCounts(part: "visits", found: 1_000, imported: 1_000)])
        #expect(second.kept.count { $0.contains { $0.contains("INSERT INTO visits") } } == 3)
    }

    // MARK: Who may

    @Test(
        "Members who may not publish import nothing",
        arguments: TestEngine.available,
        ["unverified", "no-posting", "suspended"]
    )
    func mayNotPublish(_ engine: TestEngine, _ restriction: String) async throws {
        let site = try await ArchiveSite(on: engine)
        try await site.restrict(2, as: restriction)
        let rows = [#"{"bio":"b","language":"en","theme":"dark"}"#]
        let job = try await site.import(ArchiveFixture([("profile", rows)]).bytes)
        #expect(job.state == .failed && job.failure == .barred && job.outcome == [])
        #expect(try await site.profile(2)[0][2] == .text(""))
        #expect(site.files(.import) == [])
    }

    @Test(
        "The form is for members who may publish",
        arguments: [(3, "suspended"), (4, "unverified"), (5, "no-posting")] as [(Account.ID, String)]
    )
    func restrictedForm(_ account: Account.ID, _ restriction: String) async throws {
        let site = try await ArchiveSite()
        let page = try await site.send(.get, "/settings/import", as: account, [.acceptLanguage: "en"])
        let words = site.app.views.text("archive.may-not.\(restriction)", [:], .english)
        #expect(try page.status == .ok && page.text.contains(words) && !page.html.has("[type=file]"))
        // The file is not read: it breaks off.
        let body = "--xyz\r\nContent-Disposition: form-data; name=\"archive\"; filename=\"a.zip\"\r\n\r\nhello"
        let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=xyz", .accept: "application/json"]
        let sent = try await site.send(.post, "/settings/import", as: account, headers, body: body)
        #expect(sent.status == .forbidden && sent.text.contains("\"form\":\"\(restriction)\""))
        // What is their own they get all the same.
        #expect(try await site.send(.get, "/settings/export", as: account).status == .ok)
    }

    @Test("A restriction during an import stops it", arguments: TestEngine.available)
    func restrictedMeanwhile(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let place = try await Self.place(site)
        let rows = ArchiveFixture.days(600).map { ArchiveFixture.visit(place, on: $0) }
        _ = try await Self.ask(site, ArchiveFixture([("visits", rows)]).bytes)
        let watched = WatchedDatabase(site.app.database) { if $0 == 2 { try await site.restrict(2, as: "no-posting") } }
        try await Self.work(site, on: watched)
        let job = try #require(try await site.jobs(.import, of: 2).first)
        #expect(job.state == .failed && job.failure == .barred)
        #expect(job.outcome == [ArchiveCounts(part: "visits", found: 600, imported: 200, left: 400)])
    }

    // MARK: What others read

    @Test(
        "Nothing is imported into a list that others read",
        arguments: TestEngine.available,
        ["public", "link", "collaborator", "invited"]
    )
    func sharedList(_ engine: TestEngine, _ reader: String) async throws {
        let site = try await ArchiveSite(on: engine)
        let place = try await Self.place(site)
        let made = Date(milliseconds: 1_700_000_000_000)
        let list = try await site.app.database.write { transaction in
            let visibility = NamedList.Visibility(rawValue: reader) ?? .private
            let input = NamedList.Details(title: "주말", note: "", visibility: visibility)
            let list = try transaction.insertNamedList(input, by: 2, at: made) ?? 0
            if reader == "collaborator" {
                try transaction.execute(
                    "INSERT INTO list_collaborators (list_id, account_id, added_at) VALUES (\(list), 1, 5)"
                )
            }
            if reader == "invited" {
                try transaction.execute(
                    "INSERT INTO list_invitations (list_id, account_id, invited_at) VALUES (\(list), 1, 5)"
                )
            }
            return list
        }
        let time = SeoulTime(made).rfc3339
        let entry = """
            {"list":"주말","listCreatedAt":"\(time)","ownList":true,"placeId":\(place.id),"place":"\(place.name)",
            "note":"몰래 적은 말","addedAt":"\(time)"}
            """
        let job = try await site.import(ArchiveFixture([("list-entries", [entry])]).bytes)
        #expect(job.outcome == [ArchiveCounts(part: "list-entries", found: 1, imported: 0)])
        #expect(try await site.app.database.read { try $0.listEntries(of: list) }.isEmpty)
    }

    @Test("An imported biography is screened as in its form", arguments: TestEngine.available)
    func screening(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        try await site.block((.word, "나쁜말", .refuse))
        let browser = TestBrowser(site)
        let id = try await site.logIn(browser, nickname: "가람")
        let recipient = ArchiveRecipient(account: id, screening: site.app.screening, now: site.now)
        for (bio, isTaken) in [("나쁜말이에요", false), ("좋은 말이에요", true)] {
            let row = #"{"bio":"\#(bio)","language":"en","theme":"dark"}"#
            let record = try #require(ArchiveRecord(Array(row.utf8), of: .profile))
            let profile = try #require(ArchivedProfile(record))
            let taken = try await site.app.database.write { try $0.importProfile(profile, to: recipient) }
            #expect(taken == isTaken)
            #expect(try await site.app.database.read { try $0.account(id)?.bio == bio } == isTaken)
        }
    }
}
