import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Changing a review and taking it away, which its author alone can.
@Suite(.cleanup)
struct ReviewEditTests {
    private static let other = "다시 가 보니 국물이 조금 짜졌어요."

    @Test("An edit changes words, stars and photos, and keeps the earlier version", arguments: TestEngine.available)
    func editReview(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        var photos: [Photo.ID] = []
        for _ in 0..<3 { photos.append(try await site.photo(by: client.account)) }
        let id = try await client.publish(["photo_id": photos.prefix(2).map(String.init), "alt": ["하나", "둘"]])
        let form = try await client.form("/reviews/\(id)/edit")
        #expect(form["body"] as? String == ReviewClient.words && form["rev"] as? Int == 1)
        // Another order, other words, one out and one in.
        let order = [photos[1], photos[2]]
        let answer = try await browser.postFiles(
            "/reviews/\(id)",
            client.fields([
                "rev": ["1"], "body": [Self.other], "rating": ["2"], "visited_on": [""],
                "photo_id": order.map(String.init), "alt": ["둘째", "새것"],
            ])
        )
        #expect(answer.location == "/places/\(client.place)#r\(id)")
        let review = try #require(try await client.review())
        #expect(review.id == id && review.rev == 2 && review.body == Self.other && review.stars == 2)
        #expect(review.visitedOn == nil && review.editedAt != nil)
        let pictures = try await site.app.database.read { try $0.reviewPictures(of: id) }
        #expect(pictures == [.init(id: photos[1], alt: "둘째"), .init(id: photos[2], alt: "새것")])
        #expect(try await site.count("SELECT COUNT(*) FROM photos WHERE id = \(photos[0])") == 0)
        #expect(try await site.count("SELECT COUNT(*) FROM review_versions WHERE review_id = \(id)") == 1)
        #expect(try await site.count("SELECT stars_2 FROM places WHERE id = \(client.place)") == 1)
    }

    @Test("An edit that changes nothing makes no version", arguments: TestEngine.available)
    func editNothing(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let id = try await client.publish()
        let same = client.fields(["rev": ["1"], "keyword": ["1"], "body": ["  \(ReviewClient.words)\r\n"]])
        #expect(try await browser.postFiles("/reviews/\(id)", same).status == .seeOther)
        let review = try #require(try await client.review())
        #expect(review.rev == 1 && review.editedAt == nil)
        #expect(try await site.count("SELECT COUNT(*) FROM review_versions") == 0)
    }

    @Test("An edit of a review that changed meanwhile is 409 and shows both versions", arguments: TestEngine.available)
    func staleEdit(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let id = try await client.publish()
        try await browser.postFiles("/reviews/\(id)", client.fields(["rev": ["1"], "body": [Self.other]]))
        let mine = "세 번째로 고친 글이라 또 달라졌어요."
        for rev in [["1"], ["7"], ["x"], []] {
            let fields = client.fields(["rev": rev, "body": [mine], "rating": ["1"]])
            let page = try await browser.postFiles("/reviews/\(id)", fields)
            #expect(page.status == .conflict)
            #expect(page.text.contains(mine) && page.text.contains(Self.other))
            #expect(try page.hidden("rev", of: "/reviews/\(id)") == "2")
            let problem = try await browser.postFiles("/reviews/\(id)", fields, TestBrowser.asProgram)
            #expect(problem.status == .conflict && problem.text.contains("\"form\":\"stale\""))
        }
        #expect(try await client.review()?.body == Self.other)
        // What was typed waits as a draft too, and sent from the version that was shown it is taken.
        #expect(try await client.form("/reviews/\(id)/edit")["body"] as? String == mine)
        let knowing = client.fields(["rev": ["2"], "body": [mine], "rating": ["1"]])
        #expect(try await browser.postFiles("/reviews/\(id)", knowing).status == .seeOther)
        #expect(try await client.review()?.body == mine)
        #expect(try await site.count("SELECT COUNT(*) FROM review_drafts") == 0)
    }

    @Test("A refused edit keeps the words and the revision") func refuseEdit() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let id = try await client.publish()
        let page = try await browser.postFiles("/reviews/\(id)", client.fields(["rev": ["1"], "body": ["짧다"]]))
        #expect(page.status == .unprocessableContent)
        #expect(try page.text.contains("짧다") && page.hidden("rev", of: "/reviews/\(id)") == "1")
        #expect(try await client.review()?.body == ReviewClient.words)
    }

    @Test("Others and staff cannot edit or delete a review") func refuseOthers() async throws {
        let site = try await TestSite()
        let client = try await TestBrowser(site).reviewer("가람")
        let id = try await client.publish()
        for (name, role) in [("별하", Role.member), ("나래", .moderator), ("한결", .admin)] {
            let other = try await TestBrowser(site).reviewer(name, role: role)
            let edit = other.fields(["rev": ["1"], "body": [Self.other]])
            #expect(try await other.browser.get("/reviews/\(id)/edit").status == .forbidden)
            #expect(try await other.browser.postFiles("/reviews/\(id)", edit).status == .forbidden)
            #expect(try await other.browser.get("/reviews/\(id)/delete").status == .forbidden)
            #expect(try await other.browser.post("/reviews/\(id)/delete").status == .forbidden)
        }
        #expect(try await client.review()?.body == ReviewClient.words)
        for path in ["/reviews/1/edit", "/reviews/x/delete"] {
            #expect(try await client.browser.get(path).status == .notFound)
        }
    }

    @Test("A hidden review can be edited and stays hidden", arguments: TestEngine.available)
    func editHidden(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (client, other) = (try await TestBrowser(site).reviewer("가람"), try await TestBrowser(site).reviewer("별하"))
        let id = try await client.publish()
        try await site.app.database.write { try $0.hideReview(id, at: site.now) }
        #expect(try await client.browser.get("/reviews/\(id)/edit").status == .ok)
        let answer = try await client.browser.postFiles(
            "/reviews/\(id)",
            client.fields(["rev": ["1"], "body": [Self.other]])
        )
        #expect(answer.location == "/reviews/\(id)")
        let review = try #require(try await client.review())
        #expect(review.body == Self.other && !review.isShown)
        #expect(try await site.count("SELECT review_count FROM places WHERE id = \(client.place)") == 0)
        #expect(try await other.browser.get("/reviews/\(id)/edit").status == .gone)
        // Writing again leads to it, too.
        #expect(try await client.browser.get("\(client.path)/new").location == "/reviews/\(id)/edit")
    }

    @Test("Who may not publish may not edit or delete") func refuseSuspended() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let id = try await client.publish()
        try await site.app.database.write { try $0.suspend(client.account) }
        #expect(try await browser.get("/reviews/\(id)/edit").status == .forbidden)
        let page = try await browser.postFiles("/reviews/\(id)", client.fields(["rev": ["1"], "body": [Self.other]]))
        #expect(page.status == .forbidden && page.text.contains(Self.other))
        #expect(try await browser.post("/reviews/\(id)/delete").status == .forbidden)
        #expect(try await client.review()?.body == ReviewClient.words)
    }

    @Test("A review is deleted with everything once its author confirms", arguments: TestEngine.available)
    func deleteReview(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let photo = try await site.photo(by: client.account)
        let id = try await client.publish(["photo_id": ["\(photo)"]])
        let question = try await browser.get("/reviews/\(id)/delete")
        #expect(question.status == .ok && question.text.contains(ReviewClient.words))
        #expect(try question.html.has("button.btn--danger"))
        #expect(try await client.review() != nil)
        #expect(try await browser.post("/reviews/\(id)/delete").location == "/places/\(client.place)")
        #expect(try await client.review() == nil)
        #expect(try await site.count("SELECT COUNT(*) FROM photos") == 0)
        #expect(
            try await site.count("SELECT review_count + photo_count FROM places WHERE id = \(client.place)") == 0
        )
        for path in ["/reviews/\(id)/delete", "/reviews/\(id)/edit"] {
            #expect(try await browser.get(path).status == .gone)
        }
        #expect(try await browser.post("/reviews/\(id)/delete").status == .gone)
        let late = client.fields(["rev": ["1"]])
        #expect(try await browser.postFiles("/reviews/\(id)", late).status == .gone)
        // The place takes another.
        try await client.publish()
    }

    @Test("Hostile forms are refused and never an error") func refuseHostileForms() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let forms: [[(name: String, value: String)]] = [
            [], client.fields(["body": ["a\u{0}bcdefghijklmn"]]),
            [("body", String(repeating: "\n", count: 1_000_000))],
            client.fields(["photo_id": ["-1", "99999999999999999999", "x"]]),
            client.fields(["rating": ["4; DROP TABLE reviews"]]),
            [("rating", "4"), ("rating", "5"), ("body", "짧아")],
            (0..<900).map { ("keyword", "\($0)") }, (0..<900).map { ("photo_id", "\($0)") },
            client.fields(["body": [String(repeating: "e\u{301}\u{302}\u{303}\u{304}\u{305}", count: 20)]]),
            client.fields(["once": ["../../etc"], "body": ["짧아"]]),
        ]
        for form in forms {
            for headers in [TestBrowser.asProgram, [.secFetchSite: "same-origin"]] {
                let answer = try await browser.postFiles(client.path, form, headers)
                #expect((400..<500).contains(answer.status.code), "\(answer.status)")
            }
        }
        let script = "<script>alert(1)</script> 국물이 맑아요"
        let page = try await browser.postFiles(client.path, client.fields(["body": [script], "rating": []]))
        #expect(try !page.html.all("script").contains { $0.textContent.hasPrefix("alert(1)") })
        #expect(try page.html.first("textarea[name=body]")?.textContent.contains("<script>alert(1)") == true)
        #expect(try await client.review() == nil)
    }
}
