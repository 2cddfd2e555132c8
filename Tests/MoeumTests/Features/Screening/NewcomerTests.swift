import RouterClient
import Testing

@testable import Moeum

/// What new accounts may not do yet.
@Suite(.cleanup)
struct NewcomerTests {
    private static let linked = ["body": ["주문은 https://haneul.example/ 에서 할 수 있어요."]]

    @Test("Reviews with links by new accounts are held for staff", arguments: TestEngine.available)
    func holdLinks(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (newcomer, older) = (TestBrowser(site), TestBrowser(site))
        let places = try await site.places(3)
        let client = try await newcomer.reviewer("새싹", of: places[0], age: 6.9 * 86_400)
        let id = try await client.publish(Self.linked, held: true)
        #expect(try await site.causes(id) == [.links])
        let known = try await older.reviewer("오래", of: places[0], age: 7 * 86_400)
        #expect(try await site.causes(try await known.publish(Self.linked)) == [])
        try await site.set(.linkDays, to: 6)
        let second = ReviewClient(browser: newcomer, account: client.account, place: places[1])
        #expect(try await site.causes(try await second.publish(Self.linked)) == [])
        try await site.set(.linkDays, to: 30)
        try await site.set(.holdsLinks, to: 0)
        let third = ReviewClient(browser: newcomer, account: client.account, place: places[2])
        let plain = try await third.publish()
        #expect(try await site.causes(plain) == [])
        // An edit is looked at as well.
        try await site.set(.holdsLinks, to: 1)
        let edited = try await newcomer.postFiles("/reviews/\(plain)", third.fields(Self.linked) + [("rev", "1")])
        #expect(edited.location == "/reviews/\(plain)")
        #expect(try await site.causes(plain) == [.links])
        #expect(try await site.drift() == [])
    }

    @Test("Public lists of new accounts take no links", arguments: TestEngine.available)
    func refuseListLinks(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "새싹", age: 0)
        let form = ["title": "비 오는 날", "note": "haneul.com 참고", "visibility": "public"]
        let answer = try await browser.post("/lists", form)
        #expect(answer.status == .unprocessableContent && answer.text.contains("haneul.com"))
        #expect(
            try await browser.post("/lists", form.merging(["visibility": "private"]) { $1 }).status == .seeOther
        )
        try await site.set(.holdsLinks, to: 0)
        #expect(try await browser.post("/lists", form).status == .seeOther)
    }

    @Test("Profiles of new accounts take no links", arguments: TestEngine.available)
    func refuseProfileLinks(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "새싹", age: 0)
        let form = ["nickname": "새싹", "bio": "haneul.com 에서 만나요"]
        let answer = try await browser.post("/settings/profile", form)
        #expect(answer.status == .unprocessableContent && answer.text.contains("haneul.com"))
        #expect(answer.text.contains("소개에 링크를 쓸 수 없어요"))
        try await site.set(.holdsLinks, to: 0)
        #expect(try await browser.post("/settings/profile", form).status == .seeOther)
    }

    @Test("A new account may write a limited number of reviews on its first day", arguments: TestEngine.available)
    func limitReviews(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let places = try await site.places(6)
        let first = try await browser.reviewer("새싹", of: places[0], age: 3_600)
        func client(_ index: Int) -> ReviewClient {
            ReviewClient(browser: browser, account: first.account, place: places[index])
        }
        for index in 0..<3 { #expect(try await client(index).send().status == .seeOther) }
        let refused = try await client(3).send()
        #expect(refused.status == .tooManyRequests)
        #expect(refused.headers[.retryAfter] == "\(23 * 3_600)")
        #expect(refused.text.contains(ReviewClient.words))
        // Taken away again, a review counts still.
        let taken = try #require(try await client(0).review()?.id)
        #expect(try await browser.post("/reviews/\(taken)/delete").status == .seeOther)
        #expect(try await client(3).send().status == .tooManyRequests)
        try await site.set(.firstDayReviews, to: 4)
        #expect(try await client(3).send().status == .seeOther)
        try await site.set(.firstDayReviews, to: 0)
        #expect(try await client(4).send().status == .tooManyRequests)
        try await site.set(.limitsFirstDay, to: 0)
        #expect(try await client(4).send().status == .seeOther)
    }

    @Test("A new account may send a limited number of photos for one day") func limitPhotos() async throws {
        let site = try await TestSite()
        let fresh = try await site.logIn(TestBrowser(site), nickname: "새싹", age: 0)
        let older = try await site.logIn(TestBrowser(site), nickname: "하루", age: 86_400)
        try await site.set(.firstDayPhotos, to: 2)
        for _ in 0..<2 { try await site.app.admitPhoto(of: fresh) }
        let problem = await #expect(throws: Problem.self) { try await site.app.admitPhoto(of: fresh) }
        #expect(problem?.status == .tooManyRequests && problem?.retryAfter == 86_400)
        for _ in 0..<5 { try await site.app.admitPhoto(of: older) }
    }

    @Test("Where limits are off, the first day has none") func skipLimits() async throws {
        let site = try await TestSite(settings: ["MOEUM_LIMITS": "off"])
        let browser = TestBrowser(site)
        let places = try await site.places(5)
        let account = try await site.logIn(browser, nickname: "새싹", age: 0)
        for place in places {
            let client = ReviewClient(browser: browser, account: account, place: place)
            #expect(try await client.send().status == .seeOther)
        }
    }
}

extension ReviewClient {
    /// Publishes what waits for staff.
    fileprivate func publish(_ changes: [String: [String]], held: Bool) async throws -> Review.ID {
        let location = try #require(try await send(changes).location)
        let id = try #require(Review.ID(location.split(separator: "/").last ?? ""))
        #expect((location == "/reviews/\(id)") == held)
        return id
    }
}
