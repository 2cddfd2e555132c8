import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What readers see of reviews, page by page.
@Suite(.cleanup)
struct ReviewReadRoutesTests {
    private static func reviews(_ json: [String: Any]) -> [[String: Any]] { json["reviews"] as? [[String: Any]] ?? [] }

    private static func bodies(_ json: [String: Any]) -> [String] { reviews(json).compactMap { $0["body"] as? String } }

    @Test("A place shows its mean, histogram and newest reviews", arguments: TestEngine.available)
    func showRating(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try await site.places(1)[0]
        let people = try await site.people(6)
        for (index, account) in people.enumerated() {
            let input = try ReviewsFixture.input("생각보다 괜찮았던 \(index)번째 방문이에요.", stars: index == 0 ? 1 : 5)
            try await site.review(place, by: account, input, age: Double(index))
        }
        let json = try await site.json("/places/\(place)")
        let rating = try #require(json["rating"] as? [String: Any])
        #expect(rating["mean"] as? Double == 4.33)
        #expect(rating["count"] as? Int == 6)
        #expect(rating["histogram"] as? [Int] == [1, 0, 0, 0, 5])
        #expect(Self.bodies(json).count == 6)
        #expect(Self.bodies(json).first == "생각보다 괜찮았던 0번째 방문이에요.")
        #expect(json["next"] is NSNull)
        let page = try await site.get("/places/\(place)")
        #expect(try page.html.has("a[href=/places/\(place)/reviews?rating=5][aria-label=5점 5개 보기]"))
        #expect(!page.text.contains("아직 리뷰가 많지 않아요"))
        #expect(
            page.text.contains(
                "\"aggregateRating\":{\"@type\":\"AggregateRating\",\"ratingValue\":4.33,\"reviewCount\":6"
            )
        )
    }

    @Test("Pages say so where a place has few ratings") func showFewRatings() async throws {
        let site = try await TestSite()
        let place = try await site.places(1)[0]
        #expect(try await !site.get("/places/\(place)").text.contains("aggregateRating"))
        let json = try await site.json("/places/\(place)")
        #expect((json["rating"] as? [String: Any])?["mean"] is NSNull)
        try await site.review(place, by: try await site.people(1)[0], try ReviewsFixture.input(stars: 5))
        let page = try await site.get("/places/\(place)").text
        #expect(page.contains("아직 리뷰가 많지 않아요"))
        #expect(page.contains("\"reviewCount\":1"))
        let name = try #require(
            (try await site.json("/places/\(place)")["place"] as? [String: Any])?["name"] as? String
        )
        let list = "/places?q=\(name.queryEncoded)"
        let paths = ["/places/\(place)", list, "/about/ranking"]
        func saysOne(_ path: String) async throws -> Bool {
            try await site.get(path).html.all("*").contains { $0.text.hasSuffix("리뷰 1개") }
        }
        for path in paths { #expect(try await saysOne(path), "\(path)") }
        for account in try await site.people(4, "이웃") {
            try await site.review(place, by: account, try ReviewsFixture.input(stars: 5))
        }
        for path in paths { #expect(try await !saysOne(path), "\(path)") }
    }

    @Test("A page is the same for all visitors, and sets no cookie") func sameForVisitors() async throws {
        let site = try await TestSite()
        let place = try await site.places(1)[0]
        try await site.review(place, by: try await site.people(1)[0], try ReviewsFixture.input())
        let (one, other) = (TestBrowser(site), TestBrowser(site))
        for path in ["/places/\(place)", "/places/\(place)/reviews", "/"] {
            let (first, second) = (try await one.get(path), try await other.get(path))
            #expect(first.headers[.eTag] != nil)
            #expect(first.headers[.eTag] == second.headers[.eTag])
            #expect(first.text == second.text)
            #expect(first.headers[.setCookie] == nil)
        }
    }

    @Test("Markup in a review, a name or a text of a photo is shown as words") func escapeMarkup() async throws {
        let site = try await TestSite()
        let place = try await site.places(1)[0]
        let hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)> \" ' & \\ <!--"
        let author = try await site.people(1)[0]
        let photo = try await site.photo(by: author)
        let id = try await site.review(place, by: author, try ReviewsFixture.input(hostile, photos: [photo]))
        // Nicknames cannot hold these; what stands between them and the page is escaping all the same.
        try await site.execute(
            "UPDATE accounts SET nickname = \("<b>\"x\"</script>"), bio = \(hostile) WHERE id = \(author)"
        )
        try await site.execute("UPDATE photos SET alt = \(hostile) WHERE id = \(photo)")
        for path in [
            "/places/\(place)", "/places/\(place)/reviews", "/reviews/\(id)", "/members/\(author)", "/",
        ] {
            let page = try await site.get(path)
            let html = try page.html
            #expect(!html.all("script").contains { $0.textContent.hasPrefix("alert") }, "\(path)")
            #expect(!html.has("img[src=x]"), "\(path)")
            #expect(!html.all("b").contains { $0.text.hasPrefix("\"x") }, "\(path)")
            #expect(page.text.contains("&lt;img src"), "\(path)")
        }
        let page = try await site.get("/places/\(place)")
        let data = try #require(try page.html.first("script[type=application/ld+json]")?.textContent)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
        let reviews = try #require(object["review"] as? [[String: Any]])
        #expect(reviews.first?["reviewBody"] as? String == hostile)
        #expect((reviews.first?["author"] as? [String: Any])?["name"] as? String == "<b>\"x\"</script>")
    }

    @Test("A hidden review leaves every page at once, and comes back restored", arguments: TestEngine.available)
    func hideEverywhere(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try await site.places(1)[0]
        let author = try await site.people(1)[0]
        let words = "사라질 말이라고 적어 둔 리뷰예요."
        let id = try await site.review(place, by: author, try ReviewsFixture.input(words))
        let pages = ["/places/\(place)", "/places/\(place)/reviews", "/members/\(author)", "/"]
        func expect(_ isThere: Bool, _ status: HTTPResponse.Status) async throws {
            for path in pages {
                #expect(try await site.get(path).text.contains(words) == isThere, "\(path)")
                #expect(Self.bodies(try await site.json(path)).contains(words) == isThere, "\(path)")
            }
            #expect(try await site.get("/reviews/\(id)").status == status)
            let rating = try await site.json("/places/\(place)")["rating"] as? [String: Any]
            #expect(rating?["count"] as? Int == (isThere ? 1 : 0))
        }
        let now = site.now
        try await expect(true, .ok)
        try await site.app.database.write { _ = try $0.hideReview(id, at: now) }
        try await expect(false, .gone)
        try await site.app.database.write { _ = try $0.restoreReview(id) }
        try await expect(true, .ok)
        try await site.app.database.write { try $0.hideReviews(of: author, for: .suspension, at: now) }
        try await expect(false, .gone)
        try await site.app.database.write { try $0.unhideReviews(of: author, for: .suspension) }
        try await expect(true, .ok)
        try await site.app.database.write { _ = try $0.deleteReview(id, at: now) }
        try await expect(false, .gone)
        #expect(try await site.get("/reviews/1").status == .notFound)
        #expect(try await site.get("/reviews/x").status == .notFound)
    }

    @Test("Only its author and staff see a hidden review") func showHiddenToAuthor() async throws {
        let site = try await TestSite()
        let place = try await site.places(1)[0]
        let (author, other, staff) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        let id = try await site.logIn(author, nickname: "글쓴이")
        try await site.logIn(other, nickname: "지나가는 이")
        try await site.logIn(staff, nickname: "살피는 이", role: .moderator, hasTwoFactor: true)
        let review = try await site.review(place, by: id, try ReviewsFixture.input())
        let now = site.now
        try await site.app.database.write { _ = try $0.hideReview(review, at: now) }
        #expect(try await author.get("/reviews/\(review)").text.contains("운영진이 숨긴 리뷰예요"))
        #expect(try await staff.get("/reviews/\(review)").status == .ok)
        #expect(try await other.get("/reviews/\(review)").status == .gone)
        #expect(try await site.get("/reviews/\(review)").status == .gone)
        let mine = try await author.json("/my/reviews")
        #expect(Self.bodies(mine).count == 1)
        #expect(try await author.get("/my/reviews").text.contains("운영진이 숨긴 리뷰예요"))
    }

    @Test("Authors who left, are leaving or are suspended are not named") func hideNames() async throws {
        let site = try await TestSite()
        let place = try await site.places(1)[0]
        let people = try await site.people(4)
        for (index, account) in people.enumerated() {
            try await site.review(place, by: account, try ReviewsFixture.input(), age: Double(index))
        }
        try await site.execute("UPDATE reviews SET account_id = NULL WHERE account_id = \(people[0])")
        try await site.execute("UPDATE accounts SET leaving_at = 1 WHERE id = \(people[1])")
        try await site.app.database.write { try $0.suspend(people[2]) }
        let json = try await site.json("/places/\(place)/reviews")
        let authors = Self.reviews(json).map { ($0["author"] as? [String: Any])?["nickname"] as? String }
        #expect(authors == [nil, nil, nil, "손님4"])
        let page = try await site.get("/places/\(place)/reviews").text
        for account in people { #expect(page.contains("/members/\(account)") == (account == people[3])) }
        #expect(page.components(separatedBy: "탈퇴한 회원").count == 2)
        #expect(page.components(separatedBy: "이름을 숨긴 회원").count == 3)
        for account in people {
            let status = try await site.get("/members/\(account)").status
            #expect(status == (account == people[3] || account == people[0] ? .ok : .notFound))
        }
        try await site.execute("UPDATE accounts SET verified_at = NULL WHERE id = \(people[3])")
        #expect(try await site.get("/members/\(people[3])").status == .notFound)
    }

    @Test("Readers are led to the form of their own review and to their drafts") func linkOwnReview() async throws {
        let site = try await TestSite()
        let place = try await site.places(1)[0]
        let browser = TestBrowser(site)
        let account = try await site.logIn(browser, nickname: "글쓴이")
        #expect(try await browser.get("/places/\(place)").text.contains("/places/\(place)/reviews/new"))
        let review = try await site.review(place, by: account, try ReviewsFixture.input())
        let page = try await browser.get("/places/\(place)").text
        #expect(page.contains("/reviews/\(review)/edit"))
        #expect(!page.contains("/places/\(place)/reviews/new"))
        #expect(!page.contains("/reviews/\(review)/helpful"))
        #expect(Self.bodies(try await browser.json("/places/\(place)/reviews?mine=1")).count == 1)
        let input = #"{"rating":"3"}"#
        let other = try await site.places(2)[1]
        try await site.execute(
            """
            INSERT INTO review_drafts (account_id, place_id, form, saved_at)
            VALUES (\(account), \(other), \(input), \(site.now.milliseconds))
            """
        )
        let mine = try await browser.get("/my/reviews").text
        #expect(mine.contains("/places/\(other)/reviews/new"))
        #expect(mine.contains("/reviews/\(review)/delete"))
    }

    @Test("The list goes on by its address, and comes as a fragment too") func pageThroughList() async throws {
        let site = try await TestSite()
        let place = try await site.places(1)[0]
        for (index, account) in try await site.people(45).enumerated() {
            let input = try ReviewsFixture.input("\(index)번째로 다녀온 사람이 쓴 글이에요.", stars: 1 + index % 5)
            try await site.review(place, by: account, input, age: Double(index))
        }
        var path = try #require(try await site.json("/places/\(place)")["next"] as? String)
        var bodies = Self.bodies(try await site.json("/places/\(place)"))
        while true {
            let json = try await site.json(path)
            bodies += Self.bodies(json)
            guard let next = json["next"] as? String else { break }
            path = next
        }
        #expect(bodies == (0..<45).map { "\($0)번째로 다녀온 사람이 쓴 글이에요." })
        #expect(try await site.get("/places/\(place)").text.contains("리뷰 25개 더 보기"))
        let part = try await site.get("/places/\(place)/reviews?rating=5", [.fragment: "list"])
        #expect(try !part.html.has("html") && part.text.contains("4번째로 다녀온"))
        let page = try await site.get("/places/\(place)/reviews?sort=new&rating=5&mine=1&colour=red")
        #expect(try page.html.has("link[rel=canonical][href=http://moeum.example/places/\(place)/reviews?rating=5]"))
        #expect(try await site.get("/places/1/reviews").status == .notFound)
    }

    @Test("A single five ranks below forty ratings of 4.6") func rankPlaces() async throws {
        let site = try await TestSite()
        let places = try await site.places(2)
        let people = try await site.people(40)
        try await site.review(places[0], by: people[0], try ReviewsFixture.input(stars: 5))
        for (index, account) in people.enumerated() {
            try await site.review(places[1], by: account, try ReviewsFixture.input(stars: index < 24 ? 5 : 4))
        }
        let json = try await site.json("/about/ranking")
        let ranked = try #require(json["places"] as? [[String: Any]])
        #expect(ranked.map { $0.id() as Place.ID? } == [places[1], places[0]])
        #expect(ranked.map { $0["mean"] as? Double } == [4.6, 5])
        #expect(ranked.map { $0["bayesianMean"] as? Double } == [4.38, 3.64])
        #expect(try await site.get("/about/ranking").text.contains("4.38"))
        let list = try await site.json("/places?sort=rating")
        let first = try #require(list["places"] as? [[String: Any]]).prefix(2).map { $0.id() as Place.ID? }
        #expect(first == [places[1], places[0]])
        #expect(try await site.get("/places").text.contains("리뷰 40개"))
    }

    @Test("The table ranks by ratings alone, also what stands a star lower in lists", arguments: TestEngine.available)
    func rankUnconfirmed(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let places = try await site.places(3)
        let person = try #require(try await site.people(1).first)
        for (place, stars) in zip(places, [5, 3, 1]) {
            try await site.review(place, by: person, try ReviewsFixture.input(stars: stars))
        }
        for place in [places[0], places[2]] {
            try await site.execute(
                "UPDATE places SET unconfirmed = 1, rating_order = rating_order + 1 WHERE id = \(place)"
            )
        }
        func ids(_ path: String) async throws -> [Place.ID?] {
            let found = try #require(try await site.json(path)["places"] as? [[String: Any]])
            return found.prefix(3).map { $0.id() as Place.ID? }
        }
        #expect(try await ids("/places?sort=rating").first == places[1])
        #expect(try await ids("/about/ranking") == places)
        for (language, words) in [("ko", "별 한 개만큼 낮게"), ("en", "one star lower")] {
            let page = try await site.get("/about/ranking?lang=\(language)").html
            #expect(page.all(".prose p").contains { $0.text.contains(words) })
        }
    }
}
