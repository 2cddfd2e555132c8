import Foundation
import Testing

@testable import Moeum

/// A diary in an archive, and back from one.
@Suite(.cleanup)
struct DiaryArchiveTests {
    private static let rain = DiaryEntry.Weather(kind: .rain, temperature: -15, source: .fetched, provider: .openMeteo)

    private static func place(_ site: ArchiveSite) async throws -> Place {
        try #require(try await site.app.database.read { try $0.place(try $0.listedPlaceIDs(limit: 1)[0]) })
    }

    /// Of each entry what is the same wherever it is, without its number and photos'.
    private static func content(of account: Account.ID, _ site: ArchiveSite) async throws -> [[ArchiveValue]] {
        try await site.app.database.read { transaction in
            let photos = ArchivePart.diaryEntries.columns.firstIndex { $0.name == "photos" } ?? 0
            return try transaction.archivedDiaryEntries(of: account).map { row in
                Array(row[1..<photos] + row[(photos + 2)...])
            }
        }
    }

    private static func write(_ entries: [DiaryFixture], _ site: ArchiveSite) async throws {
        try await site.app.database.write { transaction in for entry in entries { try transaction.insert(entry) } }
    }

    private static func counts(_ job: ArchiveJob, _ part: String = "diary-entries") -> [Int] {
        job.outcome.filter { $0.part == part }.flatMap { [$0.found, $0.imported] }
    }

    @Test("An exported diary comes into another account once", arguments: TestEngine.available)
    func importOnce(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let place = try await Self.place(site)
        let deleted = (site.now - 86_400).milliseconds
        let noted = DiaryFixture("국물\n\t좋았다\n", "2025-01-02", 1, 1_100, place, Self.rain)
        let photos = DiaryFixture("", "2025-01-04", 1)
        let entries = [
            noted, DiaryFixture("=1+1 두 번째", "2025-01-02", 1), photos,
            DiaryFixture("버린 글", "2025-01-03", 1, nil, nil, DiaryEntry.Weather(), deleted),
            DiaryFixture("오래전에 버린 글", "2025-01-03", 1, nil, nil, DiaryEntry.Weather(), 5),
        ]
        try await Self.write(entries, site)
        try await site.app.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO visits (id, account_id, place_id, visited_on, created_at, entry_id)
                VALUES (1, 1, \(place.id), '2025-01-02', 1600000000000, \(noted.id))
                """
            )
            try transaction.execute(
                """
                INSERT INTO diary_versions (id, entry_id, rev, text, why, edited_on, written_at)
                VALUES (1, \(noted.id), 1, '먼저 쓴 글', 'session', 'Firefox', 5)
                """
            )
        }
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: try site.path(of: try await site.export()))))
        for _ in 1...2 {
            let taken = try await site.import(bytes)
            // Without photos there is nothing in one of them; the time of another is over.
            #expect(Self.counts(taken) == [5, 3])
            #expect(Self.counts(taken, "diary-versions") == [1, 0])
            #expect(Self.counts(taken, "visits") == [1, 1])
        }
        let mine = try await Self.content(of: 1, site)
        #expect(try await Self.content(of: 2, site) == [mine[0], mine[1], mine[3]])
        // The visit belongs to the entry that brought it about, and was not noted again.
        let owners = try await site.app.database.read { transaction in
            try transaction.rows(
                """
                SELECT e.text, v.created_at FROM visits v JOIN diary_entries e ON e.id = v.entry_id
                WHERE v.account_id = 2 ORDER BY v.id
                """
            ).map { "\(try $0.string(0)) \(try $0.int64(1))" }
        }
        #expect(owners == ["\(noted.text) 1600000000000"])
        let found = try await site.app.database.read { transaction in
            try transaction.rows("SELECT title, search_key FROM diary_entries WHERE account_id = 2 ORDER BY day, id")
                .map { (try $0.string(0), try $0.string(1)) }
        }
        #expect(found.map(\.0) == ["국물", "=1+1 두 번째", "버린 글"] && found.allSatisfy { !$0.1.isEmpty })
    }

    @Test("Photos of entries come along, once", arguments: TestEngine.available)
    func importPhotos(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let entries = [DiaryFixture("그릇", "2025-01-02", 1), DiaryFixture("", "2025-01-03", 1)]
        try await Self.write(entries, site)
        let path = "\(site.app.config.dataDirectory)/made-up.png"
        for (index, entry) in entries.enumerated() {
            try Data(PictureFixture.png(red: UInt8(100 + index))).write(to: URL(filePath: path))
            let photo = try await site.app.photos.intake.ingest(path, from: 1).id
            try await site.app.database.write { transaction in
                _ = try transaction.execute(
                    "UPDATE photos SET entry_id = \(entry.id), alt = '국물 한 그릇' WHERE id = \(photo)"
                )
            }
        }
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: try site.path(of: try await site.export()))))
        for _ in 1...2 {
            #expect(Self.counts(try await site.import(bytes)) == [2, 2])
            let found = try await site.app.database.read { transaction in
                try transaction.rows(
                    """
                    SELECT e.title, e.photo_count, p.alt, p.account_id, p.review_id
                    FROM diary_entries e JOIN photos p ON p.entry_id = e.id WHERE e.account_id = 2 ORDER BY e.day
                    """
                ).map { row in
                    #expect(try row.int(1) == 1 && row.int(3) == 2 && row.optionalInt(4) == nil)
                    return "\(try row.string(0)) \(try row.string(2))"
                }
            }
            #expect(found == ["그릇 국물 한 그릇", " 국물 한 그릇"])
            // A second time takes nothing in.
            let photos: SQL = "SELECT COUNT(*) FROM photos WHERE account_id = 2"
            #expect(try await site.app.database.read { try $0.first(photos) { try $0.int(0) } } == 2)
        }
    }

    @Test("Entries that an account wrote itself are not doubled", arguments: TestEngine.available)
    func keepOwnEntries(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let entry = DiaryFixture("그대로", "2025-01-02", 1)
        try await Self.write([entry], site)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: try site.path(of: try await site.export()))))
        try await site.app.database.write { transaction in
            _ = try transaction.execute("UPDATE diary_entries SET text = '고친 글' WHERE id = \(entry.id)")
        }
        let taken = try await site.import(bytes, into: 1)
        #expect(Self.counts(taken) == [1, 1])
        let texts = try await site.app.database.read { transaction in
            try transaction.rows("SELECT text FROM diary_entries ORDER BY id").map { try $0.string(0) }
        }
        #expect(texts == ["고친 글"])
    }

    @Test("An entry keeps the name of a place that this site does not know", arguments: TestEngine.available)
    func keepUnknownPlace(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let row =
            #"{"id":7,"day":"2025-01-02","text":"글","place":"없는 집","placeName":"옛 이름","district":"mapo","visitNotedAt":"2025-01-02T00:00:00.000Z"}"#
        let job = try await site.import(ArchiveFixture([("diary-entries", [row, row])]).bytes)
        #expect(Self.counts(job) == [2, 2])
        let kept = try await Self.content(of: 2, site)
        #expect(kept.count == 1 && kept[0][2] == .nothing && kept[0][5] == .text("옛 이름"))
        let visits = try await site.app.database.read { try $0.archivedVisits(of: 2) }
        #expect(visits.isEmpty)
    }

    private static func row(_ also: String = "", text: String = "글", day: String = "2025-01-02") -> String {
        #"{"id":7,"day":"\#(day)","text":"\#(text)"\#(also)}"#
    }

    /// What no form would take, or nobody could read.
    private static let hostile: [(name: String, row: String)] = [
        ("no id", #"{"day":"2025-01-02","text":"a"}"#), ("no day", #"{"id":7,"text":"a"}"#),
        ("no text", #"{"id":7,"day":"2025-01-02"}"#), ("blank", row(text: "\\n \u{3164}\u{200B}")),
        ("negative", #"{"id":-7,"day":"2025-01-02","text":"a"}"#), ("day to come", row(day: "9999-01-01")),
        ("no day of the calendar", row(day: "2025-02-30")), ("too early", row(day: "1899-12-31")),
        ("too long", row(text: String(repeating: "가", count: 20_001))),
        ("too many bytes", row(text: String(repeating: "a\\n", count: 30_001))),
        ("control character", row(text: "a\\u0000b")), ("half a pair", row(text: "\\uD834")),
        ("tower", row(text: HostileArchives.shortTower)), ("escaped tower", row(text: HostileArchives.escapedTower)),
        ("small tower", row(text: "a" + String(repeating: "\u{301}", count: 20))),
        ("minute", row(#","minute":1440"#)), ("minute before", row(#","minute":-1"#)),
        ("weather", row(#","weather":"hail","weatherSource":"typed""#)),
        ("weather of nothing", row(#","weatherSource":"typed""#)), ("source", row(#","weatherSource":"stolen""#)),
        ("heat", row(#","weather":"clear","weatherSource":"typed","temperature":1e300"#)),
        ("name of two lines", row(#","placeName":"a\nb""#)),
        ("long name", row(#","placeName":"\#(String(repeating: "a", count: 401))""#)),
        ("long deleted", row(#","deletedAt":"2020-01-01T00:00:00.000Z""#)),
        ("text of numbers", #"{"id":7,"text":[1]}"#),
    ]

    @Test("Entries that no form would take are left out")
    func leaveOutInvalid() async throws {
        let site = try await ArchiveSite()
        for (name, row) in Self.hostile {
            let job = try await site.import(ArchiveFixture([("diary-entries", [row])]).bytes)
            #expect(job.state == .done && Self.counts(job) == [1, 0], "\(name)")
        }
        #expect(try await Self.content(of: 2, site).isEmpty)
        let fine = Self.row(#","minute":0,"weatherSource":"waiting","weather":"clear","temperature":7"#)
        let taken = try await site.import(ArchiveFixture([("diary-entries", [fine])]).bytes)
        #expect(Self.counts(taken) == [1, 1])
        let kept = try await Self.content(of: 2, site)
        #expect(kept.first?[7...9] == [.nothing, .nothing, .text("none")])
        let many = Array(repeating: "{}", count: DiaryEntry.maxEntries + 1)
        let job = try await site.import(ArchiveFixture([("diary-entries", many)]).bytes)
        #expect(job.failure == .tooLarge)
    }

    @Test("A full diary takes no more entries than it has room for", arguments: TestEngine.available)
    func stopWhenFull(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        try await site.app.database.write { transaction in
            _ = try transaction.execute(
                """
                WITH RECURSIVE numbers (n) AS (
                    SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(DiaryEntry.maxEntries - 1))
                INSERT INTO diary_entries (id, account_id, day, text, title, search_key, initials, weather_source,
                    once, rev, created_at, edited_at)
                SELECT n, 2, '2025-01-01', 'a', 'a', '', '', 'none', CAST(n AS TEXT), 1, 1, 1 FROM numbers
                """
            )
        }
        let rows = (1...3).map { #"{"id":\#(100_000 + $0),"day":"2025-01-02","text":"글"}"# }
        for _ in 1...2 {
            let job = try await site.import(ArchiveFixture([("diary-entries", rows)]).bytes)
            #expect(Self.counts(job) == [3, 1])
        }
    }
}
