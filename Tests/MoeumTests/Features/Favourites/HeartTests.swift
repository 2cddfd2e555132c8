import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Hearts on cards and pages, and the notice that takes one back.
@Suite(.cleanup)
struct HeartTests {
    @Test("Each card and the place's page have a heart with the reader's state", arguments: TestEngine.available)
    func showsHearts(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let id = try await site.places(1)[0]
        let place = try #require(try await site.app.database.read { try $0.place(id) })
        let (member, visitor) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(member, nickname: "찜하는 이")
        try await member.post("/favourites/\(id)")
        _ = try await member.get("/about")

        let list = "/districts/\(place.district)"
        let page = try await member.get(list).text
        let favouriteCount = page.matches(of: /aria-pressed="(true|false)" aria-label="[^"]+ 찜"/)
        #expect(favouriteCount.count == page.matches(of: /<article class="place">/).count && favouriteCount.count > 1)
        #expect(page.contains("action=\"/favourites/\(id)/delete\" data-heart=\"\(id)\""))
        #expect(page.contains("name=\"next\" value=\"\(list)#p\(id)\""))
        #expect(try await Self.card(id, list, member) == [1, true])
        let detail = try await member.get("/places/\(id)").text
        #expect(detail.contains("<span data-hearts>1</span>"))
        #expect(detail.contains("action=\"/favourites/\(id)/delete\""))

        #expect(try await Self.card(id, list, visitor) == [1, nil])
        let seen = try await visitor.get(list)
        #expect(!seen.text.contains("/delete\"") && !seen.text.contains("name=\"csrf\""))
        #expect(try await visitor.get("/places/\(id)").text.contains("<span data-hearts>1</span>"))
    }

    /// How many hearts a card of a list's JSON has, and whether the reader's is one of them.
    private static func card(_ id: Place.ID, _ list: String, _ browser: TestBrowser) async throws -> [AnyHashable?] {
        let cards = try await browser.json(list)["places"] as? [[String: Any]]
        let card = try #require(cards?.first { $0.id() == id })
        return [card["hearts"] as? Int, card["hearted"] as? Bool]
    }

    @Test("Visitors get the same bytes")
    func sameForVisitors() async throws {
        let site = try await TestSite()
        let id = try await site.places(1)[0]
        let (one, other) = (TestBrowser(site), TestBrowser(site))
        _ = try await other.get("/login")
        for path in ["/places", "/places/\(id)"] {
            let first = try await one.get(path)
            let second = try await other.get(path)
            #expect(first.headers[.eTag] != nil && first.headers[.eTag] == second.headers[.eTag])
            #expect(first.headers[.cacheControl] == "public, max-age=0, must-revalidate")
        }
    }

    @Test("The notice after removing a favourite restores it")
    func noticeRestores() async throws {
        let site = try await TestSite()
        let id = try await site.places(1)[0]
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "찜하는 이")
        try await browser.post("/favourites/\(id)", ["note": "창가 자리", "tags": "누구와-친구"])
        try await browser.post("/favourites/\(id)/delete", ["next": "/places/\(id)"])
        let page = try await browser.get("/places/\(id)").text
        let notice = try #require(page.firstMatch(of: /<div class="flash[^"]*" role="status">.*?<\/div>/)).output
        #expect(notice.contains("action=\"/favourites/\(id)\""))
        #expect(notice.contains("name=\"next\" value=\"/places/\(id)\"") && notice.contains("name=\"csrf\""))
        try await browser.post("/favourites/\(id)")
        let account = try #require(try await site.app.database.read { try $0.favouriteCount(of: id) }.first)
        let favourite = try await site.app.database.read { try $0.favourite(of: account, at: id) }
        #expect(favourite?.note == "창가 자리" && favourite?.tags.map(\.text) == ["누구와-친구"])
    }

    @Test(
        "Only known notices of members have an undo button",
        arguments: [
            ("favourite-removed", nil), ("favourite-removed.x", nil), ("favourite-removed.7", "/favourites/7"),
            ("visit-added.7", "/visits/7/delete"), ("logged-out.7", nil), ("", nil), (".", nil),
        ] as [(String, String?)]
    )
    func undoesKnownNotices(_ cookie: String, _ action: String?) async throws {
        let site = try await TestSite()
        let (member, visitor) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(member, nickname: "찜하는 이")
        for browser in [member, visitor] { browser.setCookie(CookieRules.flashName, cookie) }
        let forms = try await member.get("/about").text.matches(of: /flash--undo.*?action="([^"]+)"/)
        #expect(forms.map { String($0.output.1) } == [action].compactMap { $0 })
        #expect(try await !visitor.get("/about").text.contains("flash--undo"))
    }
}

extension Transaction {
    /// Who keeps a place.
    fileprivate func favouriteCount(of place: Place.ID) throws -> [Account.ID] {
        try rows("SELECT account_id FROM favourites WHERE place_id = \(place) ORDER BY account_id").map {
            try $0.id(0)
        }
    }
}
