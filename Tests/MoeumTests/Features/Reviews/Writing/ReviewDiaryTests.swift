import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// A review that begins with its author's own diary entries.
@Suite(.cleanup)
struct ReviewDiaryTests {
    @Test("Ticked parts of an own entry go into the form, and nothing else", arguments: TestEngine.available)
    func takeTickedParts(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let (browser, place) = (scene.browser, scene.places[0])
        let photo = try await Self.upload(browser)
        let id = try await scene.write(
            "비 오는 날\n첫 문단이에요.\n\n둘째 문단이에요.",
            ["on": "2026-01-05", "place_id": "\(place)", "photo_id": "\(photo)", "alt": "국물"]
        )
        _ = try await scene.write("다른 곳", ["place_id": "\(scene.places[1])"])
        let offered = try await browser.json("/places/\(place)/reviews/new")
        let form = try #require(offered["form"] as? [String: Any])
        let diary = try #require(form["diary"] as? [[String: Any]])
        #expect(diary.map { $0["title"] as? String } == ["비 오는 날"])

        let page = try await Self.send(
            browser,
            "/places/\(place)/reviews",
            [
                ("act", "diary"), ("body", "쓰던 말"), ("take", "day:\(id)"), ("take", "photos:\(id)"),
                ("take", "text:\(id):1"), ("take", "text:1:0"),
            ]
        )
        #expect(page.status == .ok)
        let draft = try await scene.site.app.database.read { try $0.reviewDraft(of: scene.account, at: place) }
        let kept = try #require(draft).form
        #expect(kept.body == "쓰던 말\n\n둘째 문단이에요.")
        #expect(kept.visitedOn == "2026-01-05")
        #expect(kept.pictures.map(\.alt) == ["국물"])
        let copy = try #require(kept.pictures.first).id
        #expect(copy != photo)
        let count = try await scene.site.app.database.read { try $0.review(of: place, by: scene.account) }
        #expect(count == nil)

        // Ticked again, the same copy serves; published, the entry keeps its own.
        try await Self.send(browser, "/places/\(place)/reviews", [("act", "diary"), ("take", "photos:\(id)")])
        let fields = [("rating", "4"), ("body", "둘째 문단이 마음에 들어요."), ("photo_id", "\(copy)"), ("alt", "국물")]
        #expect(try await Self.send(browser, "/places/\(place)/reviews", fields).status == .seeOther)
        let review = try await scene.site.app.database.read { try $0.review(of: place, by: scene.account) }
        let pictures = try await scene.site.app.database.read { [review] in
            (try $0.reviewPictures(of: review?.id ?? .absent), try $0.diaryPictures(of: id))
        }
        #expect(pictures.0.map(\.id) == [copy])
        #expect(pictures.1.map(\.id) == [photo])
    }

    @Test("Equal photos of an entry come once") func takeEqualPhotosOnce() async throws {
        let scene = try await DiaryScene()
        let place = scene.places[0]
        let photos = [try await Self.upload(scene.browser), try await Self.upload(scene.browser)]
        #expect(photos[0] != photos[1])
        let fields = [("text", "국물"), ("on", scene.today), ("place_id", "\(place)")]
        let pictures = photos.flatMap { [("photo_id", "\($0)"), ("alt", "")] }
        #expect(try await Self.send(scene.browser, "/diary/entries", fields + pictures).status == .seeOther)
        let entries = try await scene.site.app.database.read {
            try $0.diaryEntries(of: scene.account, at: place, limit: 1)
        }
        let entry = try #require(entries.first)
        #expect(entry.photoCount == 2)
        let path = "/places/\(place)/reviews"
        let page = try await Self.send(scene.browser, path, [("act", "diary"), ("take", "photos:\(entry.id)")])
        #expect(try page.html.values(of: "photo_id").count == 1)
    }

    @Test("Others' entries are neither offered nor taken") func refuseOthersEntries() async throws {
        let scene = try await DiaryScene()
        let place = scene.places[0]
        let id = try await scene.write("남의 글\n남의 문단", ["place_id": "\(place)"])
        let other = TestBrowser(scene.site)
        let account = try await scene.site.logIn(other, nickname: "미르")
        #expect(try await !other.get("/places/\(place)/reviews/new").text.contains("남의"))
        let path = "/places/\(place)/reviews"
        let answer = try await Self.send(other, path, [("act", "diary"), ("take", "text:\(id):0"), ("body", "내 말")])
        #expect(!answer.text.contains("남의"))
        let draft = try await scene.site.app.database.read { try $0.reviewDraft(of: account, at: place) }
        #expect(draft?.form.body == "내 말")
    }

    @Test("A form with nothing ticked says so and loses nothing") func takeNothing() async throws {
        let scene = try await DiaryScene()
        let place = scene.places[0]
        _ = try await scene.write("국물\n맑은 국물", ["place_id": "\(place)"])
        let answer = try await Self.send(
            scene.browser,
            "/places/\(place)/reviews",
            [("act", "diary"), ("body", "쓰던 말")]
        )
        #expect(answer.status == .unprocessableContent)
        #expect(try answer.text.contains("쓰던 말") && answer.html.has("a[href=#diary]"))
    }

    @discardableResult
    private static func send(
        _ browser: TestBrowser,
        _ path: String,
        _ fields: [(String, String)]
    ) async throws -> TestResponse {
        try await browser.post(path, raw: Array(Form(items: fields).encoded.utf8))
    }

    private static func upload(_ browser: TestBrowser) async throws -> Photo.ID {
        var form = FormFixture()
        form.add("file", fileName: "a.png", type: "image/png", PictureFixture.png())
        let headers: HTTPFields = [.secFetchSite: "same-origin", .contentType: form.contentType]
        let answer = try await browser.post("/uploads", body: form.closed, headers)
        let json = try JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any]
        return try #require((json?["id"] as? String).flatMap { Photo.ID($0) })
    }
}

/// What a review may say of its visit.
@Suite(.cleanup)
struct NotedVisitTests {
    @Test(
        "A review says that its visit was noted only where one was, and its author ticks it",
        arguments: TestEngine.available
    )
    func noteVisit(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let (browser, place) = (scene.browser, scene.places[0])
        let yesterday = SeoulTime(scene.site.now - 86_400).isoDay
        let earlier = SeoulTime(scene.site.now - 2 * 86_400).isoDay
        for day in [earlier, yesterday] {
            try await browser.post("/places/\(place)/visits", ["on": day])
        }
        var fields = ["rating": "4", "body": "맑은 국물이 좋았어요.", "visited_on": earlier, "visit_noted": "1"]
        let path = "/places/\(place)/reviews"
        let refused = try await browser.post(path, fields)
        #expect(refused.status == .unprocessableContent)
        #expect(try refused.html.has("#visit_noted-error") && refused.text.contains("맑은 국물이"))
        fields["visited_on"] = yesterday
        #expect(try await browser.post(path, fields).status == .seeOther)
        let review = try await scene.site.app.database.read { try $0.review(of: place, by: scene.account) }
        let id = try #require(review).id
        #expect(try await browser.get("/reviews/\(id)").text.contains("다녀온 날에 적은 방문"))
        #expect(try await browser.json("/reviews/\(id)").description.contains("visitNoted"))

        // Not ticked, it is not said; nor without a date.
        fields["visit_noted"] = nil
        fields["rev"] = "1"
        #expect(try await browser.post("/reviews/\(id)", fields).status == .seeOther)
        #expect(try await !browser.get("/reviews/\(id)").text.contains("다녀온 날에 적은 방문"))
    }

    @Test("A visit is noted if it is recorded on its day or the next, Seoul time") func countDaysInSeoul() throws {
        let evening = try #require(ISO8601DateFormatter().date(from: "2026-01-05T23:30:00+09:00"))
        #expect(Visit.isNoted("2026-01-05", at: evening))
        #expect(Visit.isNoted("2026-01-04", at: evening))
        #expect(!Visit.isNoted("2026-01-03", at: evening))
        #expect(!Visit.isNoted("2026-01-06", at: evening))
    }
}
