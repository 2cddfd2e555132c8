import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// Photos of others that somebody keeps, with memos that nobody else reads.
@Suite(.cleanup)
struct SavedPhotoTests {
    private struct Scene: Sendable {
        let site: TestSite
        let reader: TestBrowser
        let account: Account.ID
        let photo: Photo.ID
        let review: Review.ID

        func saved(_ query: String = "") async throws -> [[String: Any]] {
            try await reader.json("/saved\(query)")["photos"] as? [[String: Any]] ?? []
        }

        func memos(_ query: String = "") async throws -> [String] {
            try await saved(query).map { $0["memo"] as? String ?? "" }
        }

        func isStarred() async throws -> Bool {
            try await reader.json("/photos/stars?id=\(photo)&id=1")["saved"] as? [Int] == [Int(photo)]
        }
    }

    private func scene(on engine: TestEngine = .sqlite) async throws -> Scene {
        let site = try await TestSite(on: engine)
        let author = try #require(try await site.people(1).first)
        let place = try #require(try await site.places(1).first)
        let photo = try await site.photo(by: author)
        let review = try await site.review(place, by: author, try ReviewsFixture.input(photos: [photo]))
        let reader = TestBrowser(site)
        let account = try await site.logIn(reader, nickname: "모으는이")
        return Scene(site: site, reader: reader, account: account, photo: photo, review: review)
    }

    @Test("A photo is saved, let go, and saved again with its memo", arguments: TestEngine.available)
    func savesAgain(_ engine: TestEngine) async throws {
        let scene = try await scene(on: engine)
        let (reader, photo) = (scene.reader, scene.photo)
        #expect(try await reader.post("/photos/\(photo)/save", ["next": "/photos"]).location == "/photos")
        #expect(try await scene.isStarred())
        #expect(try await reader.get("/photos").text.contains("/photos/\(photo)/unsave"))
        #expect(try await reader.post("/photos/\(photo)/save", ["memo": "초록 간판"]).status == .seeOther)
        #expect(try await scene.memos() == ["초록 간판"])
        #expect(try await reader.post("/photos/\(photo)/unsave").status == .seeOther)
        #expect(try await !scene.isStarred())
        #expect(try await scene.memos() == [])
        let again = try await reader.post("/photos/\(photo)/save", [:], DiaryScene.asProgram)
        #expect(again.status == .ok && again.text.contains("\"saved\":true"))
        #expect(try await scene.memos() == ["초록 간판"])
    }

    @Test("A photo let go is forgotten after a day", arguments: TestEngine.available)
    func forgetsAfterDay(_ engine: TestEngine) async throws {
        let scene = try await scene(on: engine)
        _ = try await scene.reader.post("/photos/\(scene.photo)/save", ["memo": "국물"])
        _ = try await scene.reader.post("/photos/\(scene.photo)/unsave")
        let count = try await scene.site.app.database.write { transaction in
            try (
                SavedPhoto.sweep(transaction, scene.site.now + 3_600, 10),
                SavedPhoto.sweep(transaction, scene.site.now + 2 * 86_400, 10)
            )
        }
        #expect(count == (0, 1))
        _ = try await scene.reader.post("/photos/\(scene.photo)/save")
        #expect(try await scene.memos() == [""])
    }

    @Test("The memo of a photo that is gone stays", arguments: TestEngine.available)
    func keepsMemo(_ engine: TestEngine) async throws {
        let scene = try await scene(on: engine)
        _ = try await scene.reader.post("/photos/\(scene.photo)/save", ["memo": "깍두기까지 나오는 각도"])
        try await scene.site.app.database.write { try $0.hidePhoto(scene.photo, at: scene.site.now) }
        let hidden = try #require(try await scene.saved().first)
        #expect(hidden["photo"] is NSNull && hidden["memo"] as? String == "깍두기까지 나오는 각도")
        #expect(try await !scene.reader.get("/saved").text.contains("name\(scene.photo)"))
        try await scene.site.app.database.write { try $0.restorePhoto(scene.photo) }
        #expect(try await scene.saved().first?["photo"] is [String: Any])
        _ = try await scene.site.app.database.write { try $0.deleteReview(scene.review, at: scene.site.now) }
        let gone = try #require(try await scene.saved().first)
        #expect(gone["photo"] is NSNull && (gone["place"] as? [String: Any]) != nil)
        let id = try #require(gone["id"] as? String)
        #expect(try await scene.reader.post("/saved/\(id)/delete").location == "/saved")
        #expect(try await scene.memos() == [])
        _ = try await scene.reader.post("/saved/\(id)/restore")
        #expect(try await scene.memos() == ["깍두기까지 나오는 각도"])
    }

    @Test("Memos are found by their words", arguments: TestEngine.available)
    func findsMemos(_ engine: TestEngine) async throws {
        let scene = try await scene(on: engine)
        _ = try await scene.reader.post("/photos/\(scene.photo)/save", ["memo": "창가 자리 LIGHT"])
        #expect(try await scene.memos("?q=light").count == 1)
        #expect(try await scene.memos("?q=%EC%9E%90%EB%A6%AC%20%EC%B0%BD%EA%B0%80").count == 1)
        #expect(try await scene.memos("?q=%EC%97%86%EB%8A%94%EB%A7%90").isEmpty)
    }

    @Test("A long memo and a full collection are refused")
    func refusesMemoAndFull() async throws {
        let scene = try await scene()
        let long = String(repeating: "가", count: 201)
        let refused = try await scene.reader.post("/photos/\(scene.photo)/save", ["memo": long])
        #expect(refused.status == .unprocessableContent && refused.text.contains(long))
        try await scene.site.app.database.write { transaction in
            for number in 1...SavedPhoto.maxCount {
                try transaction.execute(
                    """
                    INSERT INTO saved_photos (id, account_id, memo, saved_at)
                    VALUES (\(number), \(scene.account), 'x', \(number))
                    """
                )
            }
        }
        let full = try await scene.reader.post("/photos/\(scene.photo)/save")
        #expect(full.status == .conflict && full.text.contains("5,000장까지"))
        #expect(try await !scene.isStarred())
    }

    @Test("Only photos that readers see can be saved, and memos stay private")
    func savesShownPhotos() async throws {
        let scene = try await scene()
        let own = try await scene.site.photo(by: scene.account)
        for photo in [own, Photo.ID(rawValue: 1)] {
            #expect(try await scene.reader.post("/photos/\(photo)/save").status == .notFound)
            #expect(try await scene.reader.get("/photos/\(photo)/save").status == .notFound)
        }
        let other = TestBrowser(scene.site)
        try await scene.site.logIn(other, nickname: "다른이")
        _ = try await scene.reader.post("/photos/\(scene.photo)/save", ["memo": "나만 보는 말"])
        for path in [
            "/saved", "/photos", "/photos/\(scene.photo)", "/photos/\(scene.photo)/save", "/my/photos",
        ] {
            #expect(try await !other.get(path).text.contains("나만 보는 말"), "\(path)")
        }
        let id = try #require(try await scene.saved().first?["id"] as? String)
        #expect(try await other.post("/saved/\(id)/delete").status == .notFound)
    }

    @Test("One's own photos are those of reviews and the diary", arguments: TestEngine.available)
    func listsOwnPhotos(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let (shown, kept) = (
            try await scene.site.photo(by: scene.account), try await scene.site.photo(by: scene.account)
        )
        _ = try await scene.site.photo(by: scene.account)
        try await scene.site.review(
            scene.places[0],
            by: scene.account,
            try ReviewsFixture.input(photos: [shown])
        )
        let entry = try await scene.write("글", ["place_id": "\(scene.places[1])", "photo_id": "\(kept)"])
        func ids() async throws -> [Int] {
            (try await scene.browser.json("/my/photos")["photos"] as? [[String: Any]] ?? []).compactMap {
                ($0["photo"] as? [String: Any])?["id"] as? Int
            }
        }
        #expect(try await ids() == [Int(kept), Int(shown)])
        let page = try await scene.browser.get("/my/photos").text
        #expect(page.contains("/diary/entries/\(entry)") && page.contains("나만 보여요"))
        _ = try await scene.browser.post("/diary/entries/\(entry)/delete")
        #expect(try await ids() == [Int(shown)])
    }
}
