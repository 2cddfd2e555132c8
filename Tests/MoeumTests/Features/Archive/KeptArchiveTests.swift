import Foundation
import Testing

@testable import Moeum
@testable import struct Moeum.Tag

/// Favourites, lists and visits, out of one account and into another.
@Suite(.cleanup)
struct KeptArchiveTests {
    private struct Content: Equatable {
        let favourites: [Favourite]
        let lists: [[ArchiveValue]]
        let entries: [[NamedList.Entry]]
        let visits: [[ArchiveValue]]
    }

    private static func fill(_ site: ArchiveSite, _ places: [Place.ID]) async throws {
        let now = site.now - 86_400
        try await site.app.database.write { transaction in
            for (index, place) in places.enumerated() {
                let input = Favourite.Input(
                    tags: [Tag(group: "지역", value: "마포-망원"), Tag(group: "종류", value: "v\(index)")],
                    note: index == 0 ? "창가\n자리" : ""
                )
                _ = try transaction.insertFavourite(place, input, usual: [], by: 1, at: now + Double(index))
                _ = try transaction.insertVisit(place, on: "2026-01-0\(index + 1)", by: 1, at: now)
            }
            _ = try transaction.removeFavourite(places[2], by: 1, at: now + 3_600)
            let input = NamedList.Details(title: "주말", note: "둘이 \"갈\" 곳", visibility: .link)
            let list = try transaction.insertNamedList(input, by: 1, at: now) ?? 0
            try transaction.execute(
                "INSERT INTO list_collaborators (list_id, account_id, added_at) VALUES (\(list), 2, 5)"
            )
            _ = try transaction.saveListEntry(places[1], on: list, note: "=1+1", by: 2, at: now)
            _ = try transaction.saveListEntry(places[0], on: list, by: 1, at: now)
            _ = try transaction.saveListEntry(places[2], on: list, note: "뺀 말", by: 2, at: now)
            _ = try transaction.removeListEntry(places[2], from: list, by: 2, at: now)
            let other = NamedList.Details(title: "남의 것", note: "", visibility: .private)
            let others = try transaction.insertNamedList(other, by: 2, at: now) ?? 0
            try transaction.execute(
                "INSERT INTO list_collaborators (list_id, account_id, added_at) VALUES (\(others), 1, 6)"
            )
            _ = try transaction.saveListEntry(places[2], on: others, by: 1, at: now)
            let asked = NamedList.Details(title: "같이 해요", note: "", visibility: .private)
            let unanswered = try transaction.insertNamedList(asked, by: 2, at: now) ?? 0
            try transaction.execute(
                "INSERT INTO list_invitations (list_id, account_id, invited_at) VALUES (\(unanswered), 1, 8)"
            )
            try transaction.execute(
                """
                INSERT INTO roulette_picks (spinner, pool, place_id, account_id, picked_at)
                VALUES ('a1', 'secret-pool', \(places[0]), 1, 7)
                """
            )
        }
    }

    private static func content(of account: Account.ID, _ site: ArchiveSite) async throws -> Content {
        try await site.app.database.read { transaction in
            let slots = try transaction.rows("SELECT slot FROM favourites WHERE account_id = \(account) ORDER BY slot")
                .map { try $0.int64(0) }
            let lists = try transaction.rows(
                "SELECT id FROM lists WHERE account_id = \(account) AND title = '주말' ORDER BY id"
            ).map { try $0.id(0) as NamedList.ID }
            return Content(
                favourites: try transaction.favourites(of: account, slots: slots),
                lists: try transaction.archivedLists(of: account).filter { $0[1] == .text("주말") },
                entries: try lists.map { try transaction.listEntries(of: $0) },
                visits: try transaction.archivedVisits(of: account)
            )
        }
    }

    @Test("Favourites, lists and visits are imported once", arguments: TestEngine.available)
    func importOnce(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let places = try await site.app.database.read { try $0.listedPlaceIDs(limit: 3) }
        try await Self.fill(site, places)
        let bytes = try Data(contentsOf: URL(filePath: try site.path(of: try await site.export())))
        for _ in 1...2 {
            let taken = try await site.import([UInt8](bytes))
            let counts = Dictionary(uniqueKeysWithValues: taken.outcome.map { ($0.part, [$0.found, $0.imported]) })
            #expect(counts["favourites"] == [2, 2])
            #expect(counts["removed-favourites"] == [1, 0])
            #expect(counts["tags"] == [4, 0])
            #expect(counts["lists"] == [1, 1])
            #expect(counts["list-entries"] == [3, 2])
            #expect(counts["list-collaborations"] == [1, 0])
            #expect(counts["removed-list-entries"] == [1, 0])
            #expect(counts["list-invitations"] == [1, 0])
            #expect(counts["visits"] == [3, 3])
            #expect(counts["roulette-picks"] == [1, 0])
        }
        let (one, other) = (try await Self.content(of: 1, site), try await Self.content(of: 2, site))
        #expect(other.favourites == one.favourites && one.favourites.count == 2)
        #expect(other.visits == one.visits)
        #expect(other.entries == one.entries && one.entries.map(\.count) == [2])
        #expect(other.lists.map { Array($0[1...2]) } == one.lists.map { Array($0[1...2]) })
        // Nobody reads or edits it but its owner.
        #expect(other.lists.map { $0[3] } == [.text("private")])
        #expect(other.lists.map { $0[4] } == [.texts([])])
        let drifted = try await site.app.database.read { try $0.driftedFavourites() }
        #expect(drifted == [])
    }

    @Test("Entries are added at the end of a list until it is full", arguments: TestEngine.available)
    func fullList(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let person = try #require(try await site.people(1).first)
        let made = Date(milliseconds: (site.now.milliseconds / 1_000 - 86_400) * 1_000)
        let places = try await site.app.database.read { transaction in
            try transaction.listedPlaceIDs(limit: 4).compactMap { try transaction.place($0) }
        }
        func entry(_ index: Int, _ note: String, _ age: TimeInterval) throws -> (Place.ID, ArchivedListEntry) {
            let text = """
                {"list":"주말","listCreatedAt":"\(Self.text(made))","ownList":true,"placeId":\(places[index].id),
                "place":"\(places[index].name)","note":"\(note)","addedAt":"\(Self.text(made + age))"}
                """
            let record = try #require(ArchiveRecord(Array(text.utf8), of: .listEntries))
            return (places[index].id, try #require(ArchivedListEntry(record)))
        }
        let archived = [
            try entry(1, "b", 20), try entry(0, "other", 5), try entry(2, "c", 10), try entry(1, "twice", 30),
            try entry(3, "no room", 40),
        ].map { (place: $0.0, row: $0.1) }
        try await site.app.database.write { transaction in
            let input = NamedList.Details(title: "주말", note: "", visibility: .private)
            let list = try #require(try transaction.insertNamedList(input, by: person, at: made))
            _ = try transaction.saveListEntry(places[0].id, on: list, note: "a", by: person, at: made)
            // As if all but two of the places that a list may have were on it.
            let size = NamedList.maxEntries - 2
            try transaction.execute("UPDATE lists SET entry_count = \(size) WHERE id = \(list)")
            #expect(try transaction.importListEntries(archived, to: person) == 2)
            let entries = try transaction.listEntries(of: list)
            #expect(entries.map(\.place) == [places[0].id, places[1].id, places[2].id])
            #expect(entries.map(\.note) == ["a", "b", "c"])
            #expect(entries.map(\.position) == [1, size + 1, size + 2])
            let head = try transaction.first(
                "SELECT entry_count, changed_at FROM lists WHERE id = \(list)"
            ) { [try $0.int64(0), try $0.int64(1)] }
            #expect(head == [Int64(NamedList.maxEntries), (made + 20).milliseconds])
            // Taken in twice, nothing changes.
            #expect(try transaction.importListEntries(archived, to: person) == 2)
            #expect(try transaction.listEntries(of: list).count == 3)
        }
    }

    private static func text(_ time: Date) -> String {
        time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    @Test("An archive names others by their nicknames alone") func nicknamesAlone() async throws {
        let site = try await ArchiveSite()
        let places = try await site.app.database.read { try $0.listedPlaceIDs(limit: 3) }
        try await Self.fill(site, places)
        let token = try await site.app.database.read { transaction in
            try transaction.first("SELECT token FROM lists WHERE token IS NOT NULL") { try $0.string(0) }
        }
        let reader = try ZipReader(path: try site.path(of: try await site.export()))
        func text(_ name: String) throws -> String {
            String(decoding: try #require(try reader.bytes(of: name)), as: UTF8.self)
        }
        #expect(try text("lists.json").contains("\"collaborators\":[\"nick2\"]"))
        #expect(try text("list-collaborations.json").contains("\"owner\":\"nick2\""))
        #expect(try text("list-entries.csv").contains("'=1+1"))
        #expect(try text("removed-list-entries.json").contains("뺀 말"))
        #expect(try text("list-invitations.json").contains("\"list\":\"같이 해요\",\"owner\":\"nick2\""))
        for entry in reader.entries {
            let content = try text(entry.name)
            #expect(!content.contains("a2@moeum.example"), "\(entry.name)")
            #expect(!content.contains("secret-pool"), "\(entry.name)")
            #expect(try !content.contains(#require(token)), "\(entry.name)")
        }
    }

    /// Anyone who was dismissed from a list, or works on that of somebody who is suspended, reads of it no more here than on
    /// the site.
    @Test("A list that one may no longer read is not named", arguments: TestEngine.available, [true, false])
    func unreadableList(_ engine: TestEngine, _ isDismissed: Bool) async throws {
        let site = try await ArchiveSite(on: engine)
        let places = try await site.app.database.read { try $0.listedPlaceIDs(limit: 3) }
        try await Self.fill(site, places)
        try await site.app.database.write { transaction in
            try transaction.execute("UPDATE list_entries SET note = '남의 말' WHERE place_id = \(places[2])")
        }
        let before = try ZipReader(path: try site.path(of: try await site.export()))
        let seen = String(decoding: try #require(try before.bytes(of: "list-entries.json")), as: UTF8.self)
        #expect(seen.contains("남의 것") && seen.contains("남의 말"))
        try await site.app.database.write { transaction in
            if isDismissed {
                try transaction.execute("DELETE FROM list_collaborators WHERE account_id = 1")
            } else {
                try transaction.suspend(2)
            }
        }
        let rows = try await site.app.database.read { try $0.archivedListEntries(of: 1) }
        let other = try #require(rows.first { $0[2] == .flag(false) })
        #expect(other[4] == .integer(places[2].rawValue) && other[8] == .flag(true))
        #expect([other[0], other[1], other[3], other[7]] == [.nothing, .nothing, .nothing, .nothing])
        #expect(rows.filter { $0[0] == .text("주말") }.count == 2)
        let collaborations = try await site.app.database.read { try $0.archivedListCollaborations(of: 1) }
        #expect(collaborations.allSatisfy { $0[0] == .nothing && $0[1] == .nothing })
        #expect(collaborations.count == (isDismissed ? 0 : 1))
    }

    @Test(
        "Places are identified by id and name",
        arguments: [
            (
                #"{"placeId":1,"place":"없는 곳","district":"mapo","tags":[],"note":"","keptAt":"2026-01-01T00:00:00.000Z"}"#,
                0
            ),
            (#"{"placeId":PLACE,"place":"NAME","district":"mapo","tags":["수원역"],"note":""}"#, 0),
            (#"{"placeId":PLACE,"place":"다른 이름","district":"mapo","tags":[],"note":""}"#, 0),
            (#"{"placeId":PLACE,"place":"NAME","tags":[],"note":"LONG"}"#, 0),
            (#"{"placeId":PLACE,"place":"NAME","tags":"지역-마포","note":""}"#, 0),
            (#"{"placeId":PLACE,"place":"NAME","tags":[],"note":"","keptAt":"2999-01-01T00:00:00.000Z"}"#, 1),
            (#"{"placeId":12,"place":"NAME","district":"DISTRICT","tags":["a-b"],"note":"x"}"#, 1),
        ]
    )
    func identifyPlace(_ row: String, _ imported: Int) async throws {
        let site = try await ArchiveSite()
        let place = try #require(try await site.app.database.read { try $0.place(try $0.listedPlaceIDs(limit: 1)[0]) })
        let filled = row.replacing("PLACE", with: "\(place.id)").replacing("NAME", with: place.name)
            .replacing("DISTRICT", with: place.district)
            .replacing("LONG", with: String(repeating: "a", count: Favourite.maxNoteLength + 1))
        let manifest = """
            {"format":"moeum-archive","version":1,"exportedAt":"x","site":"y",
            "parts":[{"name":"favourites","rows":1,"files":0}]}
            """
        let zip = ZipFixture([
            .init("archive.json", Array(manifest.utf8)), .init("favourites.json", Array("[\(filled)]".utf8)),
        ])
        let job = try await site.import(zip.bytes)
        #expect(job.outcome == [ArchiveCounts(part: "favourites", found: 1, imported: imported)])
        let kept = try await site.app.database.read { try $0.favourite(of: 2, at: place.id) }
        #expect((kept == nil) == (imported == 0))
        #expect(kept.map { $0.createdAt <= .now } ?? true)
    }
}
