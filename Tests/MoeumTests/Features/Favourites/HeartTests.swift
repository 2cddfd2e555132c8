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
        let page = try await member.get(list)
        let hearts = try page.html.all("button[aria-pressed]").filter { $0["aria-label"]?.hasSuffix(" 찜") == true }
        #expect(try hearts.count == page.html.all("article.place").count && hearts.count > 1)
        #expect(try page.html.has("form[action=/favourites/\(id)/delete][data-heart=\(id)]"))
        #expect(try page.html.has("[name=next][value=\(list)#p\(id)]"))
        #expect(try await Self.card(id, list, member) == [1, true])
        let detail = try await member.get("/places/\(id)")
        #expect(try detail.html.has("span[data-hearts]", text: "1"))
        #expect(try detail.html.has("form[action=/favourites/\(id)/delete]"))

        #expect(try await Self.card(id, list, visitor) == [1, nil])
        let seen = try await visitor.get(list)
        #expect(try !seen.html.all("form").contains { $0["action"]?.hasSuffix("/delete") == true })
        #expect(try !seen.html.has("[name=csrf]"))
        #expect(try await visitor.get("/places/\(id)").html.has("span[data-hearts]", text: "1"))
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
        let page = try await browser.get("/places/\(id)")
        let notice = try #require(try page.html.first(".flash[role=status]"))
        #expect(notice.has("form[action=/favourites/\(id)] input[name=next][value=/places/\(id)]"))
        #expect(notice.has("form input[name=csrf]"))
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
        let forms = try await member.get("/about").html.all(".flash--undo form")
        #expect(forms.compactMap { $0["action"] } == (action.map { [$0] } ?? []))
        #expect(try await !visitor.get("/about").html.has(".flash--undo"))
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
