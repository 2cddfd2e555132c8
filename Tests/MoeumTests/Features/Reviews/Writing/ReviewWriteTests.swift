import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Publishing a review by its form, and everything a form can be refused for.
@Suite(.cleanup)
struct ReviewWriteTests {
    @Test("A review is published once, and writing again leads to editing it", arguments: TestEngine.available)
    func publish(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let keyword = try #require(try await site.app.database.read { try $0.offeredKeywords(for: .restaurant) }.first)
        let photo = try await site.photo(by: client.account)
        let page = try await browser.get("\(client.path)/new?rating=5")
        #expect(page.status == .ok)
        #expect(try page.html.has("input[name=rating][value=5][checked]"))
        let once = try #require(try page.hidden("once", of: client.path))
        let fields = client.fields(
            once: once,
            ["keyword": ["\(keyword.id)"], "photo_id": ["\(photo)"], "alt": [" 맑은 국물 "]]
        )
        let answer = try await browser.postFiles(client.path, fields)
        let review = try #require(try await client.review())
        #expect(answer.status == .seeOther)
        #expect(answer.location == "/places/\(client.place)#r\(review.id)")
        #expect(review.stars == 4 && review.body == ReviewClient.words && review.visitedOn == "2026-11-14")
        let kept = try await site.app.database.read {
            (try $0.reviewPictures(of: review.id), try $0.keywordIDs(of: review.id))
        }
        #expect(kept.0 == [.init(id: photo, alt: "맑은 국물")] && kept.1 == [keyword.id])
        // The next page says so, once.
        #expect(try await browser.get("/places/\(client.place)").html.has(".flash"))
        #expect(try await browser.get("\(client.path)/new").location == "/reviews/\(review.id)/edit")
        // The same form again leads to the same review.
        let again = try await browser.postFiles(client.path, fields)
        #expect(again.location == answer.location)
        #expect(try await site.count("SELECT COUNT(*) FROM reviews") == 1)
    }

    @Test("The date of a review is offered as a visit until it is recorded", arguments: TestEngine.available)
    func offerVisit(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let review = try await client.publish()
        let page = try await browser.get("/places/\(client.place)")
        #expect(
            try page.text.contains("내 방문에 기록하기")
                && page.html.has("form[action=/places/\(client.place)/visits] [name=on][value=2026-11-14]")
        )
        #expect(page.text.contains("리뷰를 올렸어요"))
        let note = ["on": "2026-11-14"]
        #expect(try await browser.post("/places/\(client.place)/visits", note).status == .seeOther)
        #expect(try await site.count("SELECT COUNT(*) FROM visits") == 1)
        _ = try await browser.get("/about")
        // It is noted: nothing more is offered.
        let rev = try #require(try await client.review()).rev
        let words = ["rev": ["\(rev)"], "body": [ReviewClient.words + " 정말이에요."]]
        #expect(try await browser.postFiles("/reviews/\(review)", client.fields(words)).status == .seeOther)
        let again = try await browser.get("/places/\(client.place)")
        #expect(try again.html.has(".flash--said") && !again.text.contains("내 방문에 기록하기"))
    }

    @Test("A program that sends a plain form gets the address of the review") func publishAsProgram() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let body = Form(items: client.fields()).encoded
        let answer = try await browser.post(client.path, raw: Array(body.utf8), TestBrowser.asProgram)
        let review = try #require(try await client.review())
        #expect(answer.status == .created)
        let told = try JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any]
        #expect(told?["id"] as? String == "\(review.id)")
        #expect(told?["href"] as? String == "/reviews/\(review.id)")
        #expect(told?["next"] as? String == "/places/\(client.place)#r\(review.id)")
    }

    @Test("The summary of errors links to the photo and names its field") func summarisePhotoError() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let photo = try await site.photo(by: client.account)
        let long = String(repeating: "맑", count: AlternativeText.maxLength + 1)
        let page = try await browser.postFiles(client.path, client.fields(["photo_id": ["\(photo)"], "alt": [long]]))
        #expect(page.status == .unprocessableContent)
        #expect(try page.html.has("a[href=#alt-\(photo)]"))
        #expect(!page.text.contains("review-form.photos"))
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let changes: [String: [String]]
        let field: String
        let code: String
        var testDescription: String { "\(field) \(code)" }
    }

    static let refusals = [
        Refusal(changes: ["rating": []], field: "rating", code: "missing"),
        Refusal(changes: ["rating": ["6"]], field: "rating", code: "invalid"),
        Refusal(changes: ["rating": ["four"]], field: "rating", code: "invalid"),
        Refusal(changes: ["body": ["  \n "]], field: "body", code: "missing"),
        Refusal(changes: ["body": ["국물이 맑아요"]], field: "body", code: "too-short"),
        Refusal(changes: ["body": [String(repeating: "맑", count: 2_001)]], field: "body", code: "too-long"),
        Refusal(changes: ["visited_on": ["2999-01-01"]], field: "visited_on", code: "future"),
        Refusal(changes: ["visited_on": ["2026-02-30"]], field: "visited_on", code: "invalid"),
        Refusal(changes: ["visited_on": ["1999-12-31"]], field: "visited_on", code: "invalid"),
    ]

    @Test("A refused form keeps every word and photo and says what is wrong", arguments: refusals)
    func refuseFields(_ refusal: Refusal) async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let keywords = try await site.app.database.read { try $0.offeredKeywords(for: .restaurant) }.prefix(2)
        let photos = [try await site.photo(by: client.account), try await site.photo(by: client.account)]
        var changes = refusal.changes
        changes["keyword"] = keywords.map { "\($0.id)" }
        changes["photo_id"] = photos.map(String.init)
        changes["alt"] = ["창가 자리", "메뉴판"]
        let once = SystemRandom.name()
        let fields = client.fields(once: once, changes)
        let page = try await browser.postFiles(client.path, fields)
        #expect(page.status == .unprocessableContent)
        #expect(try page.hidden("once", of: client.path) == once)
        #expect(try page.html.has("a[href=#\(refusal.field)]"))
        #expect(try page.html.has("#\(refusal.field)-error"))
        // Whose session ended logs in and comes back to the form, also from its answer.
        let way = "/login?next=\("\(client.path)/new".queryEncoded)"
        #expect(try page.html.has("a[href=\(way)][data-login]"))
        #expect(try page.html.has("[data-most-bytes=\(PhotoLimits.bytes)]"))
        let form = try await client.form("\(client.path)/new")
        for (name, key) in [("rating", "rating"), ("body", "body"), ("visited_on", "visitedOn")] {
            let sent = fields.first { $0.name == name }?.value ?? ""
            #expect(form[key] as? String == sent || (name == "body" && sent.trimmed.isEmpty), "\(name)")
        }
        let shown = try #require(form["photos"] as? [[String: Any]])
        #expect(shown.compactMap { $0["id"] as? String } == photos.map(String.init))
        #expect(shown.compactMap { $0["alt"] as? String } == ["창가 자리", "메뉴판"])
        let chosen = try #require(form["keywords"] as? [[String: Any]]).filter {
            $0["isChosen"] as? Bool == true
        }
        #expect(chosen.compactMap { $0["id"] as? String } == keywords.map { "\($0.id)" })
        for id in photos { #expect(try page.html.has("[name=photo_id][value=\(id)]")) }
        #expect(page.text.contains("창가 자리") && page.text.contains("메뉴판"))
        let problem = try await browser.postFiles(client.path, fields, TestBrowser.asProgram)
        #expect(problem.status == .unprocessableContent)
        #expect(problem.text.contains("\"\(refusal.field)\":\"\(refusal.code)\""))
        #expect(try await client.review() == nil)
    }

    @Test("Too many keywords or photos and a too long alternative text are refused") func refuseTooMany() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let keywords = try await site.app.database.read { try $0.offeredKeywords(for: .restaurant) }
        var photos: [Photo.ID] = []
        for _ in 0..<7 { photos.append(try await site.photo(by: client.account)) }
        let long = String(repeating: "말", count: AlternativeText.maxLength + 1)
        let tries: [(changes: [String: [String]], field: String, target: String)] = [
            (["keyword": keywords.prefix(6).map { "\($0.id)" }], "keyword", "keyword"),
            (["photo_id": photos.map(String.init)], "photos", "photos"),
            (["photo_id": ["\(photos[0])"], "alt": [long]], "alt", "alt-\(photos[0])"),
        ]
        for each in tries {
            let page = try await browser.postFiles(client.path, client.fields(each.changes))
            #expect(page.status == .unprocessableContent)
            #expect(try page.html.has("a[href=#\(each.target)]"), "\(each.field)")
            #expect(try page.html.has("#\(each.target)"), "\(each.field)")
            for value in each.changes.values.joined() { #expect(page.text.contains(value)) }
        }
        #expect(try await client.review() == nil)
    }

    @Test("Characters count as people count them") func countCharacters() async throws {
        let site = try await TestSite()
        let places = try await site.places(8)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let family = "👨‍👩‍👧‍👦"
        // Ten jamo make five syllables; the end of a line is one, however it is written.
        let tries: [(words: String, isTaken: Bool)] = [
            (String(repeating: family, count: 10), true), (String(repeating: family, count: 9), false),
            (String(repeating: "\u{1100}\u{1161}", count: 5), false),
            (String(repeating: "\u{1100}\u{1161}", count: 10), true), ("맑은 국물\r\n좋아요!", true),
            ("맑은 국\r\n좋아요!", false), (String(repeating: family, count: 2_000), true),
            (String(repeating: family, count: 2_001), false),
        ]
        for (place, each) in zip(places, tries) {
            let own = ReviewClient(browser: browser, account: client.account, place: place)
            let answer = try await browser.postFiles(own.path, own.fields(["body": [each.words]]))
            #expect(
                answer.status == (each.isTaken ? .seeOther : .unprocessableContent),
                "\(each.words.prefix(20))"
            )
        }
    }

    @Test("Buttons beside photos move or remove them and publish nothing") func movePhotos() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        var photos: [Photo.ID] = []
        for _ in 0..<3 { photos.append(try await site.photo(by: client.account)) }
        let (a, b, c) = (photos[0], photos[1], photos[2])
        let acts: [(audit: String, order: [Photo.ID])] = [
            ("up:\(b)", [b, a, c]), ("down:\(a)", [b, a, c]), ("up:\(a)", [a, b, c]), ("down:\(c)", [a, b, c]),
            ("remove:\(b)", [a, c]), ("upload", [a, b, c]),
        ]
        for each in acts {
            let fields = client.fields([
                "photo_id": photos.map(String.init), "alt": photos.map { "설명 \($0)" }, "act": [each.audit],
                "body": ["짧아요"],
            ])
            let page = try await browser.postFiles(client.path, fields)
            #expect(page.status == .ok, "\(each.audit)")
            let shown = try page.html.values(of: "photo_id").map { Photo.ID($0) }
            #expect(shown == each.order.map(Optional.some), "\(each.audit)")
            for id in each.order { #expect(try page.html.has("input[name=alt][value=설명 \(id)]")) }
            #expect(try page.text.contains("짧아요") && !page.html.has(".errsum"))
        }
        #expect(try await client.review() == nil)
    }

    @Test("Nobody publishes a photo of somebody else or of another review", arguments: TestEngine.available)
    func refuseOthersPhotos(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let places = try await site.places(2)
        let client = try await TestBrowser(site).reviewer("가람", of: places[0])
        let other = try await TestBrowser(site).reviewer("별하", of: places[0])
        let theirs = try await site.photo(by: other.account)
        let used = try await site.photo(by: client.account)
        try await client.publish(["photo_id": ["\(used)"]])
        let second = ReviewClient(browser: client.browser, account: client.account, place: places[1])
        for photo in [theirs, used, 1] {
            let fields = second.fields(["photo_id": ["\(photo)"]])
            let page = try await client.browser.postFiles(second.path, fields)
            #expect(page.status == .unprocessableContent)
            #expect(try !page.html.has("[name=photo_id][value=\(photo)]"))
            #expect(page.text.contains(ReviewClient.words))
            let problem = try await client.browser.postFiles(second.path, fields, TestBrowser.asProgram)
            #expect(problem.text.contains("\"photos\":\"gone\""))
        }
        #expect(try await second.review() == nil)
        #expect(try await site.count("SELECT COUNT(*) FROM photos WHERE review_id IS NOT NULL") == 1)
    }
}
