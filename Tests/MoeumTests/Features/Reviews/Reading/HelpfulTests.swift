import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Saying that a review helped.
@Suite(.cleanup)
struct HelpfulTests {
    /// A place, its review by somebody else, and how often the count and the rows say that it helped.
    private func siteWithReview(
        on engine: TestEngine = .sqlite
    ) async throws -> (TestSite, Place.ID, Review.ID, counts: @Sendable () async throws -> [Int]) {
        let site = try await TestSite(on: engine)
        let place = try await site.places(1)[0]
        let author = try await site.people(1)[0]
        let review = try await site.review(place, by: author, try ReviewsFixture.input())
        return (
            site, place, review,
            {
                [
                    try await site.count("SELECT helpful_count FROM reviews WHERE id = \(review)"),
                    try await site.count("SELECT COUNT(*) FROM review_votes WHERE review_id = \(review)"),
                ]
            }
        )
    }

    @Test("A vote counts once and can be taken back", arguments: TestEngine.available)
    func countOnceAndTakeBack(_ engine: TestEngine) async throws {
        let (site, place, review, counts) = try await siteWithReview(on: engine)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "읽는 이")
        let next = "/places/\(place)?lang=ko#r\(review)"
        for _ in 1...2 {
            let answer = try await browser.post("/reviews/\(review)/helpful", ["on": "1", "next": next])
            #expect(answer.status == .seeOther)
            #expect(answer.location == next)
            #expect(try await counts() == [1, 1])
        }
        let pressed = try await browser.get("/places/\(place)").html.all("button[aria-pressed=true]")
        #expect(pressed.contains { $0.text.hasPrefix("도움돼요") })
        let json: HTTPFields = [.secFetchSite: "same-origin", .accept: "application/json"]
        for _ in 1...2 {
            let answer = try await browser.post("/reviews/\(review)/helpful", ["on": "0"], json)
            #expect(answer.status == .ok)
            #expect(answer.text == #"{"helpful":0,"on":false}"#)
            #expect(try await counts() == [0, 0])
        }
    }

    @Test("A vote leads back to a page of this site only") func leadBackWithinSite() async throws {
        let (site, place, review, _) = try await siteWithReview()
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "읽는 이")
        for (next, location) in [
            ("//evil.example/", "/reviews/\(review)#r\(review)"),
            ("https://evil.example", "/reviews/\(review)#r\(review)"),
            ("/places/\(place)", "/places/\(place)#r\(review)"),
        ] {
            let answer = try await browser.post("/reviews/\(review)/helpful", ["on": "1", "next": next])
            #expect(answer.location == location)
        }
        let answer = try await browser.post("/reviews/\(review)/helpful", ["on": "1"])
        #expect(answer.location == "/reviews/\(review)#r\(review)")
    }

    @Test("Nobody votes for their own review, a hidden or deleted one, or without permission")
    func refuseVotes() async throws {
        let (site, place, review, counts) = try await siteWithReview()
        let (author, newcomer, suspended, nobody) = (
            TestBrowser(site), TestBrowser(site), TestBrowser(site), TestBrowser(site)
        )
        let account = try await site.logIn(author, nickname: "글쓴이")
        try await site.logIn(newcomer, nickname: "새로 온 이", isVerified: false)
        try await site.logIn(suspended, nickname: "멈춘 이", isSuspended: true)
        let own = try await site.review(place, by: account, try ReviewsFixture.input())
        let refused = try await author.post("/reviews/\(own)/helpful", ["on": "1"])
        #expect(refused.status == .forbidden)
        #expect(refused.text.contains("다른 사람의 리뷰에만"))
        #expect(try await newcomer.post("/reviews/\(review)/helpful", ["on": "1"]).status == .forbidden)
        #expect(try await suspended.post("/reviews/\(review)/helpful", ["on": "1"]).status == .forbidden)
        #expect(try await nobody.post("/reviews/\(review)/helpful", ["on": "1"]).status == .unauthorized)
        #expect(try await counts() == [0, 0])
        #expect(try await author.post("/reviews/1/helpful", ["on": "1"]).status == .notFound)
        let now = site.now
        try await site.app.database.write { _ = try $0.hideReview(review, at: now) }
        #expect(try await author.post("/reviews/\(review)/helpful", ["on": "1"]).status == .gone)
        try await site.app.database.write { _ = try $0.deleteReview(review, at: now) }
        #expect(try await author.post("/reviews/\(review)/helpful", ["on": "1"]).status == .gone)
    }

    @Test("Votes beyond the rate limit get 429 and do not count", arguments: TestEngine.available)
    func limitRate(_ engine: TestEngine) async throws {
        let (site, _, review, counts) = try await siteWithReview(on: engine)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "읽는 이")
        let limit = try #require(RateLimits(areOn: true).helpfulVotes)
        for number in 1...limit.burst {
            let answer = try await browser.post("/reviews/\(review)/helpful", ["on": "\(number % 2)"])
            #expect(answer.status == .seeOther)
        }
        let refused = try await browser.post("/reviews/\(review)/helpful", ["on": "1"])
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
        #expect(try await counts() == [0, 0])
        try await site.passLimits(Int(limit.interval / 1_000))
        #expect(try await browser.post("/reviews/\(review)/helpful", ["on": "1"]).status == .seeOther)
        #expect(try await counts() == [1, 1])
    }

    @Test("Fifty people who vote twice at the same time are fifty votes", arguments: TestEngine.available)
    func countAtOnce(_ engine: TestEngine) async throws {
        let (site, _, review, counts) = try await siteWithReview(on: engine)
        let people = try await site.people(50, "읽는이")
        let (database, now) = (site.app.database, site.now)
        try await withThrowingTaskGroup { group in
            // Each twice, as an impatient finger does.
            for account in people + people {
                group.addTask {
                    _ = try await database.write {
                        try $0.setHelpfulVote(on: review, by: account, isOn: true, at: now)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await counts() == [50, 50])
    }
}
