import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// The photos of entries, which nobody but their author ever gets.
@Suite(.cleanup)
struct DiaryPhotoTests {
    private static func photo(_ scene: DiaryScene) async throws -> (id: Photo.ID, path: String) {
        let picture = PictureFixture.png()
        var form = FormFixture()
        form.add("file", fileName: "a.png", type: "image/png", picture)
        let headers: HTTPFields = [.secFetchSite: "same-origin", .contentType: form.contentType]
        let answer = try await scene.browser.post("/uploads", body: form.closed, headers)
        let json = try JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any]
        let id = try #require((json?["id"] as? String).flatMap { Photo.ID($0) })
        return (id, try #require(json?["thumb"] as? String))
    }

    @Test("Only their owner gets the photos of an entry", arguments: TestEngine.available)
    func showToOwnerAlone(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let photo = try await Self.photo(scene)
        let id = try await scene.write("", ["photo_id": "\(photo.id)", "alt": "국물"])
        #expect(try await scene.entry(id)?.photoCount == 1)
        let own = try await scene.browser.get(photo.path)
        #expect(own.status == .ok && own.headers[.cacheControl] == "private, no-store")
        #expect(try await scene.browser.get("/diary/entries/\(id)").html.has("img[alt=국물]"))
        let stranger = TestBrowser(scene.site)
        #expect(try await stranger.get(photo.path).status == .notFound)
        for role in [Role.member, .admin] {
            let other = TestBrowser(scene.site)
            try await scene.site.logIn(other, nickname: "남 \(role.rawValue)", role: role, hasTwoFactor: role > .member)
            #expect(try await other.get(photo.path).status == .notFound)
            guard role == .admin else { continue }
            #expect(try await other.get("/admin\(photo.path)").status == .notFound)
            #expect(try await other.get("/admin/photos/\(photo.id)").status == .notFound)
            let hide = try await other.post("/admin/photos/\(photo.id)/actions", ["action": "hide"])
            #expect(hide.status == .notFound)
        }
    }

    @Test("Without a confirmed address the words are saved and the photos refused")
    func saveWordsAlone() async throws {
        let scene = try await DiaryScene()
        try await scene.site.execute("UPDATE accounts SET verified_at = NULL WHERE id = \(scene.account)")
        var form = FormFixture()
        for (name, value) in ["text": "국물", "on": scene.today, "once": DiaryScene.key()] { form.add(name, value) }
        form.add("photos[]", fileName: "a.png", type: "image/png", PictureFixture.png())
        let headers: HTTPFields = [.secFetchSite: "same-origin", .contentType: form.contentType]
        let answer = try await scene.browser.post("/diary/entries", body: form.closed, headers)
        #expect(answer.status == .forbidden && answer.text.contains("이메일을 인증해야"))
        let entries = try await scene.site.count("SELECT COUNT(*) FROM diary_entries WHERE title = '국물'")
        #expect(try await scene.site.count("SELECT COUNT(*) FROM photos") == 0 && entries == 1)
    }

    @Test("A member who may not post can still have photos in the diary")
    func acceptFromSanctioned() async throws {
        let scene = try await DiaryScene()
        try await scene.site.execute(
            """
            INSERT INTO sanctions (id, account_id, kind, reason, note, starts_at)
            VALUES (1, \(scene.account), 'no-posting', 'spam', 'made up', 1)
            """
        )
        let photo = try await Self.photo(scene)
        let id = try await scene.write("글", ["photo_id": "\(photo.id)", "alt": ""])
        #expect(try await scene.entry(id)?.photoCount == 1)
    }

    @Test("A photo of an entry does not count as unused and belongs to nothing else", arguments: TestEngine.available)
    func countAsUsed(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let photo = try await Self.photo(scene)
        let id = try await scene.write("글", ["photo_id": "\(photo.id)", "alt": ""])
        let (account, database) = (scene.account, scene.site.app.database)
        #expect(try await database.read { try $0.countUnusedPhotos(of: account, atMost: 9) } == 0)
        let late = scene.site.now + Photo.unusedLifetime * 2
        #expect(try await database.write { try $0.deleteUnusedPhotos(before: late, atMost: 9) } == 0)
        // No review and no other entry takes it.
        #expect(try await database.read { try $0.formPhotos([photo.id], of: account, in: nil) }.isEmpty)
        let other = try await scene.write("다른 글", ["photo_id": "\(photo.id)", "alt": ""])
        #expect(try await scene.entry(other)?.photoCount == 0)
        // Taken out it is one that belongs to nothing, and can be put back for a time.
        _ = try await scene.put("/diary/entries/\(id)", ["text": "글", "rev": "1"])
        #expect(try await database.read { try $0.countUnusedPhotos(of: account, atMost: 9) } == 1)
        let back = ["text": "글", "rev": "2", "photo_id": "\(photo.id)", "alt": ""]
        #expect(try await scene.put("/diary/entries/\(id)", back).status == 200)
        #expect(try await scene.entry(id)?.photoCount == 1)
        // An entry of photos alone is none that nobody sees.
        let alone = ["text": "", "rev": "3", "photo_id": "\(photo.id)", "alt": ""]
        #expect(try await scene.put("/diary/entries/\(id)", alone).state == "saved")
    }

    @Test("A photo that was taken out comes back with an earlier text", arguments: TestEngine.available)
    func restorePhoto(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let (first, second) = (try await Self.photo(scene), try await Self.photo(scene))
        let id = try await scene.write("글", ["photo_id": "\(first.id)", "alt": "국물"])
        let path = "/diary/entries/\(id)"
        // In the same session, and with the same text.
        #expect(
            try await scene.put(path, ["text": "글", "rev": "1", "photo_id": "\(second.id)", "alt": ""]).rev == 2
        )
        let page = try await scene.browser.get("\(path)/versions")
        #expect(try page.html.has("img[alt=국물]"))
        let actions = try page.html.all("form").compactMap { $0["action"] }
        let restore = try #require(actions.first { $0.hasSuffix("restore") })
        #expect(try await scene.browser.post(restore, [:]).status == .seeOther)
        let pictures = try await scene.site.app.database.read { try $0.diaryPictures(of: id) }
        #expect(pictures.map(\.id) == [second.id, first.id] && pictures.map(\.alt) == ["", "국물"])
        // What a version knows already makes no other.
        #expect(
            try await scene.put(path, ["text": "글", "rev": "3", "photo_id": "\(second.id)", "alt": ""]).rev == 4
        )
        #expect(try await scene.versions(of: id) == ["글"])
    }

    @Test("Without scripts photos come with the form, and a refused one loses no words")
    func sendWithForm() async throws {
        let scene = try await DiaryScene()
        let words = [
            ("once", DiaryScene.key()), ("on", scene.today), ("text", "글"), ("act", "done"), ("alt", "설명"),
        ]
        let answer = try await scene.browser.postFiles(
            "/diary/entries",
            words,
            files: [("photos[]", PictureFixture.png()), ("photos[]", Array("no photo".utf8))]
        )
        #expect(answer.status == .unsupportedMediaType)
        #expect(try answer.html.first("textarea[name=text]")?.textContent == "글")
        #expect(try await scene.site.count("SELECT COUNT(*) FROM photos WHERE entry_id IS NOT NULL") == 1)
    }
}
