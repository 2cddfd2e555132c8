import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// Taking one's diary along, through the router.
@Suite(.cleanup)
struct DiarySharingTests {
    private struct Scene: Sendable {
        let site: TestSite
        let author: TestBrowser
        let stranger: TestBrowser
        let account: Account.ID
        let place: Place
    }

    private static func scene(on engine: TestEngine = .sqlite) async throws -> Scene {
        let site = try await TestSite(on: engine)
        let (author, stranger) = (TestBrowser(site), TestBrowser(site))
        let account = try await site.logIn(author, nickname: "가람")
        _ = try await site.logIn(stranger, nickname: "나래")
        let place = try await site.app.database.read { transaction in
            try transaction.listedPlaceIDs(limit: 1).first.flatMap { try transaction.place($0) }
        }
        let scene = Scene(site: site, author: author, stranger: stranger, account: account, place: try #require(place))
        return scene
    }

    private static func expect(_ status: HTTPResponse.Status, of path: String, in browser: TestBrowser) async throws {
        let answer = try await browser.get(path)
        #expect(answer.status == status, "\(path)")
    }

    @Test("An account has one export at a time")
    func limitToOneExport() async throws {
        try await Cleanup.run {
            let scene = try await Self.scene()
            _ = try await scene.site.entry("국물", on: "2025-12-31", by: scene.account)
            let paths = DiaryExportQuery.Format.allCases.map { "/diary/export?format=\($0.rawValue)" }
            let lock = try await scene.site.app.acquireExportLock(of: scene.account)
            for path in paths + ["/favourites/export"] {
                try await Self.expect(.tooManyRequests, of: path, in: scene.author)
                try await Self.expect(.ok, of: path, in: scene.stranger)
            }
            // A download that goes on for long keeps nothing else from its owner.
            try await Self.expect(.ok, of: "/diary/search?q=a", in: scene.author)
            let refused = try await scene.author.get("/favourites/export?lang=en")
            #expect(refused.text.contains("Another export is still running") && refused.headers[.retryAfter] == "1")
            lock.release()
            for _ in 1...2 { try await Self.expect(.ok, of: "/favourites/export", in: scene.author) }
        }
        let scene = try await Self.scene()
        // Each one that is done lets the next begin.
        for format in DiaryExportQuery.Format.allCases {
            try await Self.expect(.ok, of: "/diary/export?format=\(format.rawValue)", in: scene.author)
        }
    }

    @Test("Searches of one's own texts share one limit")
    func limitOwnSearches() async throws {
        let scene = try await Self.scene()
        let limit = try #require(scene.site.app.limits.ownSearches)
        for _ in 1...limit.burst { try await Self.expect(.ok, of: "/diary/search?q=a", in: scene.author) }
        for path in ["/diary/search?q=a", "/saved?q=a"] {
            try await Self.expect(.tooManyRequests, of: path, in: scene.author)
            try await Self.expect(.ok, of: path, in: scene.stranger)
        }
        try await Self.expect(.ok, of: "/saved", in: scene.author)
    }

    @Test("An entry is plain text for its author alone", arguments: TestEngine.available)
    func showTextToAuthor(_ engine: TestEngine) async throws {
        let scene = try await Self.scene(on: engine)
        let site = scene.site
        let id = try await site.entry(
            "\n 비 오는 날/국물 \n\n뜨거웠다.\n또 가자.",
            on: "2025-12-31",
            by: scene.account,
            minute: 1_100,
            at: scene.place,
            weather: DiaryEntry.Weather(kind: .rain, temperature: 75, source: .fetched)
        )
        let answer = try await scene.author.get("/diary/entries/\(id)/text")
        #expect(answer.status == .ok && answer.headers[.contentType] == "text/plain; charset=utf-8")
        #expect(answer.headers[.cacheControl] == "private, no-store" && answer.headers[.contentDisposition] == nil)
        let district = try #require(site.app.districts[slug: scene.place.district]).name
        let rain = site.app.views.text("weather.rain", [:], .korean)
        #expect(
            answer.text == """
                비 오는 날/국물
                2025년 12월 31일 수요일 18:20
                \(scene.place.name), \(district)
                \(rain) 8°

                뜨거웠다.
                또 가자.

                """
        )
        // Where somebody else's weather is passed on, it says whose it is.
        try await site.execute("UPDATE diary_entries SET weather_provider = 'open-meteo' WHERE id = \(id)")
        let credited = try await scene.author.get("/diary/entries/\(id)/text").text
        let attribution = site.app.views.text("weather.credit-open-meteo", [:], .korean)
        #expect(credited.hasSuffix("\n또 가자.\n\n\(attribution)\n"))
        let english = try await scene.author.get("/diary/entries/\(id)/text?lang=en")
        #expect(english.text.contains("Wednesday, 31 December 2025 18:20\n"))
        let file = try await scene.author.get("/diary/entries/\(id)/text?download=1")
        let name = "2025-12-31 비 오는 날 국물.txt".addingPercentEncoding(withAllowedCharacters: .urlHostAllowed)
        let disposition = "attachment; filename=\"2025-12-31.txt\"; filename*=UTF-8''\(try #require(name))"
        #expect(file.headers[.contentDisposition] == disposition)
        try await Self.expect(.notFound, of: "/diary/entries/\(id)/text", in: scene.stranger)
        try await Self.expect(.notFound, of: "/diary/entries/999/text", in: scene.author)
        try await site.execute("UPDATE diary_entries SET deleted_at = 1, deleted_how = 'hand' WHERE id = \(id)")
        try await Self.expect(.gone, of: "/diary/entries/\(id)/text", in: scene.author)
        try await Self.expect(.notFound, of: "/diary/entries/\(id)/text", in: scene.stranger)
    }

    // MARK: Files

    private static func unpack(_ answer: [UInt8]) throws -> [String: [UInt8]] {
        let path = NSTemporaryDirectory() + "diary-\(UUID().uuidString).zip"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(answer).write(to: URL(filePath: path))
        let reader = try ZipReader(path: path)
        var files: [String: [UInt8]] = [:]
        for entry in reader.entries { files[entry.name] = try reader.bytes(of: entry.name) }
        #expect(files.count == reader.entries.count)
        return files
    }

    /// Puts a made-up photo file behind the photos that `photo(by:)` makes.
    private static func storePhoto(_ site: TestSite) async throws {
        let path = NSTemporaryDirectory() + "made-up.jpg"
        try Data([1, 2, 3]).write(to: URL(filePath: path))
        try await site.app.photos.storage.put([path])
    }

    @Test("The Markdown export has a file for each entry with its photos beside it", arguments: TestEngine.available)
    func exportMarkdown(_ engine: TestEngine) async throws {
        let scene = try await Self.scene(on: engine)
        let site = scene.site
        let first = try await site.entry("국물", on: "2025-01-02", by: scene.account, at: scene.place)
        try await site.entry("국물", on: "2025-01-02", by: scene.account)
        try await site.entry("옛날", on: "2024-12-31", by: scene.account)
        try await site.entry("버린 글", on: "2025-01-03", by: scene.account, deletedAt: 5)
        let other = try await site.logIn(scene.stranger, nickname: "다솜")
        try await site.entry("남의 글", on: "2025-01-02", by: other)
        let photo = try await site.photo(by: scene.account)
        try await site.execute("UPDATE photos SET entry_id = \(first), alt = '그릇' WHERE id = \(photo)")
        try await Self.storePhoto(site)
        let answer = try await scene.author.get("/diary/export?format=markdown")
        #expect(answer.status == .ok && answer.headers[.contentType] == "application/zip")
        #expect(answer.headers[.cacheControl] == "private, no-store")
        let files = try Self.unpack(Array(buffer: answer.body))
        #expect(
            files.keys.sorted() == [
                "2024/2024-12-31 옛날.md", "2025/2025-01-02 국물 (2).md", "2025/2025-01-02 국물 1.jpg",
                "2025/2025-01-02 국물.md",
            ]
        )
        #expect(files["2025/2025-01-02 국물 1.jpg"] == [1, 2, 3])
        let text = String(decoding: try #require(files["2025/2025-01-02 국물.md"]), as: UTF8.self)
        #expect(text.hasPrefix("---\ndate: 2025-01-02\nplace: \""))
        #expect(text.hasSuffix("---\n\n국물\n\n![그릇](<2025-01-02 국물 1.jpg>)\n"))
        let range = try await scene.author.get("/diary/export?format=markdown&from=2025-01-01&to=2025-12-31")
        #expect(try Self.unpack(Array(buffer: range.body)).count == 3)
    }

    @Test("An export of many entries has every page of them", arguments: TestEngine.available)
    func exportAllPages(_ engine: TestEngine) async throws {
        let scene = try await Self.scene(on: engine)
        let account = scene.account
        try await scene.site.app.database.write { transaction in
            for number in 0..<250 { try transaction.insert(DiaryFixture("글 \(number)", "2025-05-05", account)) }
        }
        let zip = try await scene.author.get("/diary/export?format=markdown")
        #expect(try Self.unpack(Array(buffer: zip.body)).count == 250)
        let json = try await scene.author.get("/diary/export?format=json")
        let rows = try JSONSerialization.jsonObject(with: Data(buffer: json.body)) as? [[String: Any]]
        #expect(rows?.count == 250)
        let columns = Set(ArchivePart.diaryEntries.columns.map(\.name))
        #expect(rows?.allSatisfy { Set($0.keys) == columns } == true)
        let none = try await scene.author.get("/diary/export?format=json&to=2000-01-01")
        #expect(none.text == "[\n]\n")
    }

    @Test("The calendar has an event for each visit, and titles only if asked for", arguments: TestEngine.available)
    func exportCalendar(_ engine: TestEngine) async throws {
        let scene = try await Self.scene(on: engine)
        let (place, account) = (scene.place.id, scene.account)
        for day in ["2025-02-01", "2025-02-02"] {
            _ = try await scene.site.app.database.write {
                try $0.insertVisit(place, on: day, by: account, at: scene.site.now)
            }
        }
        try await scene.site.entry("비밀 제목", on: "2025-02-01", by: account, at: scene.place)
        let plain = try await scene.author.get("/diary/export?format=ics")
        #expect(plain.headers[.contentType] == "text/calendar; charset=utf-8")
        #expect(plain.text.components(separatedBy: "BEGIN:VEVENT\r\n").count == 3)
        #expect(plain.text.hasPrefix("BEGIN:VCALENDAR\r\n") && plain.text.hasSuffix("END:VCALENDAR\r\n"))
        #expect(!plain.text.contains("비밀"))
        let again = try await scene.author.get("/diary/export?format=ics")
        #expect(again.text == plain.text)
        let titled = try await scene.author.get("/diary/export?format=ics&titles=1&to=2025-02-01")
        #expect(titled.text.components(separatedBy: "BEGIN:VEVENT\r\n").count == 2)
        #expect(titled.text.contains("DESCRIPTION:비밀 제목\r\n"))
    }

    @Test("The page of the export offers each format, refuses invalid fields and is limited")
    func showExportPage() async throws {
        let scene = try await Self.scene()
        let page = try await scene.author.get("/diary/export")
        #expect(try page.status == .ok && page.html.has("[name=format][value=ics]"))
        for query in ["format=pdf", "format=json&from=yesterday", "format=ics&from=2025-02-02&to=2025-02-01"] {
            let refused = try await scene.author.get("/diary/export?\(query)")
            #expect(try refused.status == .unprocessableContent && refused.html.has("[role=alert]"), "\(query)")
            let program = try await scene.author.get("/diary/export?\(query)", [.accept: "application/json"])
            #expect(program.status == .unprocessableContent)
        }
        let limit = try #require(scene.site.app.limits.diaryExports)
        var statuses: [HTTPResponse.Status] = []
        for _ in 0..<11 { statuses.append(try await scene.author.get("/diary/export?format=ics").status) }
        #expect(statuses.filter { $0 == .ok }.count == 10 && statuses.last == .tooManyRequests)
        try await scene.site.passLimits(Int(limit.interval / 1_000))
        try await Self.expect(.ok, of: "/diary/export?format=ics", in: scene.author)
        try await Self.expect(.ok, of: "/diary/export?format=ics", in: scene.stranger)
    }
}
