import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// What an account keeps is counted with every write, and a write past the limit is refused in words.
@Suite(.cleanup)
struct AccountStorageTests {
    private static func used(_ scene: DiaryScene) async throws -> Int {
        try await scene.site.app.database.read { try $0.storedBytes(of: scene.account) }
    }

    /// Leaves room for so many bytes.
    private static func leave(_ bytes: Int, _ scene: DiaryScene) async throws {
        let limit = try await used(scene) + bytes
        try await scene.site.app.database.write { try $0.setAccountStorageLimit(limit) }
    }

    private static func expectCounted(_ scene: DiaryScene) async throws {
        #expect(try await scene.site.app.database.read { try $0.accountsWithWrongStorage() } == 0)
    }

    @Test("Bytes are counted with their rows", arguments: TestEngine.available)
    func countBytes(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        #expect(try await Self.used(scene) == 0)
        let id = try await scene.write("국물이 좋았다")
        #expect(try await Self.used(scene) == "국물이 좋았다".utf8.count)
        let (browser, place) = (scene.browser, scene.places[0])
        let client = ReviewClient(browser: browser, account: scene.account, place: place)
        let sent = try await browser.postFiles(
            "/uploads",
            [],
            files: [("file", PictureFixture.png())],
            DiaryScene.asProgram
        )
        let json = try JSONSerialization.jsonObject(with: Data(buffer: sent.body)) as? [String: Any]
        let photo = try #require(json?["id"] as? String)
        let before = try await Self.used(scene)
        // Four files.
        #expect(before > 500)
        try await client.publish(["photo_id": [photo], "alt": ["그릇"]])
        #expect(try await Self.used(scene) == before + ReviewClient.words.utf8.count + "그릇".utf8.count)
        try await browser.post("/lists", ["title": "저녁", "visibility": "private"])
        try await Self.expectCounted(scene)
        #expect(
            try await browser.json("/settings")["storage"] as? [String: Int] == [
                "used": try await Self.used(scene), "limit": 1 << 30,
            ]
        )
        #expect(try await browser.get("/settings/export").text.contains("1 GB 중"))
        try await scene.site.app.database.write { transaction in
            try transaction.execute("DELETE FROM diary_entries WHERE id = \(id)")
            try transaction.execute("DELETE FROM reviews")
            try transaction.execute("DELETE FROM photos")
            try transaction.execute("DELETE FROM lists")
        }
        #expect(try await Self.used(scene) == 0)
    }

    @Test("Versions are counted, and deleted with their review", arguments: TestEngine.available)
    func countVersions(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let browser = scene.browser
        let client = ReviewClient(browser: browser, account: scene.account, place: scene.places[0])
        let review = try await client.publish()
        let edit = [("rating", "3"), ("rev", "1"), ("body", "\(ReviewClient.words) 다시 갔어요.")]
        #expect(try await browser.postFiles("/reviews/\(review)", edit).status == .seeOther)
        #expect(try await Self.used(scene) > 2 * ReviewClient.words.utf8.count)
        try await Self.expectCounted(scene)
        try await scene.site.app.database.write { try $0.execute("DELETE FROM reviews") }
        #expect(try await Self.used(scene) == 0)
    }

    @Test("A full account is told so and loses nothing", arguments: TestEngine.available)
    func fullAccount(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine, settings: ["MOEUM_ACCOUNT_BYTES": "2097152"])
        let id = try await scene.write("첫 글")
        try await Self.leave(10, scene)
        let long = String(repeating: "가", count: 20)
        let saved = try await scene.put("/diary/entries/\(id)", ["text": long, "on": scene.today, "rev": "1"])
        #expect(saved.status == 413 && saved.errors == ["form": "account-full"])
        // The form again, with its words.
        let form = [("text", long), ("on", scene.today), ("rev", "1")]
        let page = try await scene.browser.postFiles("/diary/entries/\(id)", form)
        #expect(page.status == .contentTooLarge)
        #expect(page.text.contains(long) && page.text.contains("2 MB"))
        let client = ReviewClient(browser: scene.browser, account: scene.account, place: scene.places[0])
        let review = try await scene.browser.postFiles(client.path, client.fields(once: DiaryScene.key()))
        #expect(review.status == .contentTooLarge)
        #expect(review.text.contains(ReviewClient.words) && review.text.contains("2 MB"))
        #expect(try await scene.site.count("SELECT COUNT(*) FROM reviews") == 0)
        for (path, fields) in [
            ("/lists", ["title": long, "visibility": "private"]),
            ("/favourites/\(scene.places[0])", ["note": long, "tags": ""]),
        ] {
            let answer = try await scene.browser.post(path, fields, DiaryScene.asProgram)
            #expect(answer.status == .contentTooLarge, "\(path)")
            #expect(answer.text.contains("account-full") && answer.text.contains("2 MB"), "\(path)")
            let page = try await scene.browser.post(path, fields)
            #expect(page.status == .contentTooLarge, "\(path)")
            #expect(page.text.contains(long) && page.text.contains("2 MB"), "\(path)")
        }
        // What grows no longer fits, what shrinks does.
        #expect(try await scene.browser.post("/diary/entries/\(id)/delete").status == .seeOther)
        try await Self.expectCounted(scene)
    }

    @Test("A form that does not fit is shown again") func shownAgain() async throws {
        let scene = try await DiaryScene(settings: ["MOEUM_ACCOUNT_BYTES": "2097152"])
        let id = try await scene.write("첫 글")
        let list = try #require(
            try await scene.browser.post("/lists", ["title": "저녁", "visibility": "private"]).location
        )
        try await Self.leave(10, scene)
        let long = String(repeating: "가", count: 20)
        let kept = ["keep": "mine", "mine": long, "text": "첫 글\n\(long)", "on": scene.today, "rev": "1"]
        for (path, fields) in [
            ("\(list)/entries", ["place_id": "\(scene.places[0])", "note": long]), ("/diary/entries/\(id)", kept),
        ] {
            let page = try await scene.browser.post(path, fields)
            #expect(page.status == .contentTooLarge, "\(path)")
            #expect(try page.html.has("li", text: long) && page.text.contains("2 MB"), "\(path)")
            for (name, value) in fields { #expect(try page.hidden(name, of: path) == value, "\(path) \(name)") }
            let program = try await scene.browser.post(path, fields, DiaryScene.asProgram)
            #expect(program.status == .contentTooLarge && program.text.contains("account-full"), "\(path)")
        }
        // Without words there is nothing to send again.
        let bare = try await scene.browser.post("\(list)/entries", ["place_id": "\(scene.places[0])"])
        #expect(bare.status == .seeOther)
    }

    @Test("One statement counts for each account", arguments: TestEngine.available)
    func manyAccounts(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let (account, other, today) = (scene.account, Account.ID(77), scene.today)
        try await scene.site.app.database.write { try FavouritesFixture.insertAccount(other, $0) }
        let nine: SQL = """
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9)
            INSERT INTO diary_entries (id, account_id, day, text, title, search_key, initials, weather_source,
                once, rev, created_at, edited_at)
            SELECT n, CASE n % 2 WHEN 0 THEN \(account) ELSE \(other) END, \(today), '가', '가', '', '', 'none',
                CAST(n AS TEXT), 1, 1, 1 FROM numbers
            """
        try await scene.site.app.database.write { try $0.execute(nine) }
        #expect(try await Self.used(scene) == 4 * "가".utf8.count)
        try await Self.expectCounted(scene)
        try await scene.site.app.database.write { try $0.execute("DELETE FROM diary_entries WHERE id > 2") }
        #expect(try await Self.used(scene) == "가".utf8.count)
        try await Self.expectCounted(scene)
    }

    @Test("A photo that does not fit leaves nothing") func photoTooLarge() async throws {
        let scene = try await DiaryScene(settings: ["MOEUM_ACCOUNT_BYTES": "2097152", "MOEUM_LIMITS": "off"])
        for room in [100, 1] {
            try await Self.leave(room, scene)
            let files = [("file", PictureFixture.png())]
            let answer = try await scene.browser.postFiles("/uploads", [], files: files, DiaryScene.asProgram)
            #expect(answer.status == .contentTooLarge)
            #expect(answer.text.contains(#""file":"account-full""#) && answer.text.contains("2 MB"))
        }
        #expect(try await scene.site.count("SELECT COUNT(*) FROM photo_blobs") == 0)
    }

    @Test("An import that passes the limit stops") func importStops() async throws {
        let site = try await ArchiveSite()
        let text = String(repeating: "가", count: 300)
        try await site.app.database.write { transaction in
            for (index, day) in ArchiveFixture.days(800).enumerated() {
                try transaction.insert(DiaryFixture("\(text) \(index)", day, 1))
            }
        }
        let path = try site.path(of: try await site.export())
        let archive = [UInt8](try Data(contentsOf: URL(filePath: path)))
        try await site.app.database.write { try $0.setAccountStorageLimit(400_000) }
        let job = try await site.import(archive)
        #expect(job.state == .failed && job.failure == .accountFull)
        #expect(job.outcome.filter { $0.part == "diary-entries" }.map(\.imported).allSatisfy { $0 > 0 && $0 < 800 })
        let used = try await site.app.database.read { try $0.storedBytes(of: 2) }
        #expect(used > 0 && used <= 400_000)
    }

    @Test(
        "Sizes are short",
        arguments: [
            (0, "0 KB"), (1, "0.1 KB"), (1_536, "1.5 KB"), (12 << 20, "12 MB"), (1 << 30, "1 GB"), (3 << 29, "1.5 GB"),
        ]
    )
    func sizes(_ bytes: Int, _ words: String) async throws {
        let site = try await TestSite()
        #expect(ByteSize.text(bytes, site.app.views, .korean) == words)
    }
}
