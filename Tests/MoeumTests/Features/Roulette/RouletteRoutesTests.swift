import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// The pages of the roulette: who may turn it, what an address shows again, and what an empty pool says.
@Suite(.cleanup)
struct RouletteRoutesTests {
    private static let json: HTTPFields = [.secFetchSite: "same-origin", .accept: "application/json"]

    private func pick(_ answer: TestResponse) throws -> Place.ID {
        let location = try #require(answer.location)
        return try #require(location.firstMatch(of: /pick=(\d+)/).flatMap { Place.ID($0.output.1) })
    }

    @Test("A visitor's spin leads to an address that shows its result", arguments: TestEngine.available)
    func spinsForVisitor(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        #expect(try await browser.get("/roulette").status == .ok)
        #expect(browser.cookies.isEmpty)
        let answer = try await browser.post("/roulette", ["from": "district", "district": "mapo"])
        #expect(answer.status == .seeOther)
        let location = try #require(answer.location)
        #expect(location.hasPrefix("/roulette?from=district&district=mapo&pick="))
        let cookie = try #require(answer.headers[values: .setCookie].first)
        #expect(cookie.hasPrefix("moeum_visitor=") && cookie.contains("HttpOnly"))
        let place = try await site.app.database.read { [id = try pick(answer)] in try $0.place(id) }
        #expect(place?.district == "mapo" && place?.status == .listed)
        let page = try await browser.get(location)
        #expect(try page.status == .ok && page.html.has("#p\(place?.id ?? 0)"))
        #expect(page.headers[.cacheControl]?.contains("public") == true)
        // Anyone who reads it is given the same bytes.
        #expect(try await site.get(location).text == page.text)
        let json = try await browser.json(location)
        #expect((json["pick"] as? [String: Any])?.id() == place?.id)
        let total = try await browser.json("/places?district=mapo")["total"] as? Int
        #expect(json["candidates"] as? Int == total)
        #expect(page.text.contains("\(total ?? 0)곳 중에서 골랐어요"))
    }

    @Test("A visitor is known only by the cookie", arguments: TestEngine.available)
    func knowsVisitorByCookie(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        try await browser.post("/roulette", ["from": "district"])
        let cookie = try #require(browser.cookies["moeum_visitor"])
        try await browser.post("/roulette", ["from": "district"])
        #expect(browser.cookies["moeum_visitor"] == cookie)
        #expect(try await site.count("SELECT COUNT(DISTINCT spinner) FROM roulette_picks") == 1)
        let hash = try #require(SecretToken(cookie)).hash
        #expect(
            try await site.count("SELECT COUNT(*) FROM roulette_picks WHERE spinner = \("visitor \(hash)")") == 2
        )
        browser.setCookie("moeum_visitor", "made-up")
        try await browser.post("/roulette", ["from": "district"])
        #expect(try await site.count("SELECT COUNT(DISTINCT spinner) FROM roulette_picks") == 2)
    }

    @Test("Only their owner picks from favourites", arguments: TestEngine.available)
    func keepsFavouritesPrivate(_ engine: TestEngine) async throws {
        let (site, browser, account) = try await TestSite.withMember(on: engine)
        #expect(try await site.get("/roulette?from=favourites").location?.hasPrefix("/login?next=") == true)
        let places = try await site.places(3)
        try await site.app.database.write { transaction in
            for place in places {
                _ = try transaction.insertFavourite(
                    place,
                    Favourite.Input(tags: nil, note: "비밀 메모"),
                    usual: [],
                    by: account,
                    at: site.now
                )
            }
        }
        // Without a source it is the favourites of the one who has any.
        var seen: Set<Place.ID> = []
        for _ in places {
            let answer = try await browser.post("/roulette")
            #expect(answer.location?.hasPrefix("/roulette?from=favourites&pick=") == true)
            #expect(answer.headers[values: .setCookie].isEmpty)
            seen.insert(try pick(answer))
        }
        #expect(seen == Set(places))
        let path = "/roulette?from=favourites&pick=\(places[0])"
        let page = try await browser.get(path)
        #expect(page.text.contains("비밀 메모") && page.headers[.cacheControl] == "private, no-store")
        #expect(try await !site.get("/roulette/picks/\(places[0])").text.contains("비밀 메모"))
        let stranger = TestBrowser(site)
        try await site.logIn(stranger, nickname: "나그네")
        let theirs = try await stranger.get(path).text
        #expect(!theirs.contains("비밀 메모") && !theirs.contains("중에서 골랐어요"))
    }

    @Test("A list is picked from by those who may read it", arguments: TestEngine.available)
    func picksFromLists(_ engine: TestEngine) async throws {
        let (site, browser, account) = try await TestSite.withMember(on: engine)
        let places = try await site.places(2)
        let (list, open) = try await site.app.database.write { transaction in
            let made = try [NamedList.Visibility.private, .link].map { visibility in
                let details = NamedList.Details(title: "점심", note: "", visibility: visibility)
                let id = try transaction.insertNamedList(details, by: account, at: site.now) ?? 0
                for (position, place) in places.enumerated() {
                    try transaction.execute(
                        """
                        INSERT INTO list_entries (list_id, place_id, position, note, added_by, added_at)
                        VALUES (\(id), \(place), \(position + 1), '', \(account), 1)
                        """
                    )
                }
                return id
            }
            return (made[0], try transaction.namedList(made[1], for: ListReader(account: account, now: site.now)))
        }
        let answer = try await browser.post("/roulette", ["from": "list", "list": "\(list)"])
        #expect(places.contains(try pick(answer)))
        let nobody = "/roulette?from=list&list=\(list)"
        #expect(try await site.get(nobody).status == .notFound)
        let token = try #require(open?.list.token)
        let stranger = TestBrowser(site)
        #expect(try await stranger.post("/roulette", ["from": "list", "list": "\(list)"]).status == .notFound)
        let given = try await stranger.post("/roulette", ["from": "list", "list": token])
        #expect(places.contains(try pick(given)))
        #expect(try await stranger.get("/roulette?from=list&list=nonsense").status == .notFound)
        // The token opens the list: no other site hears of it, and no search engine keeps it.
        let secret = try await site.get("/roulette?from=list&list=\(token)")
        #expect(secret.status == .ok && secret.headers[.cacheControl] == "private, no-store")
        #expect(secret.headers[.eTag] == nil)
        for (name, value) in [("X-Robots-Tag", "noindex"), ("Referrer-Policy", "no-referrer")] {
            #expect(secret.headers[try #require(HTTPField.Name(name))] == value)
        }
        #expect(try secret.html.has("[rel=canonical][href=\(site.app.config.baseURL)/roulette]"))
        try await site.execute("UPDATE lists SET visibility = 'private', token = NULL")
        #expect(try await site.get("/roulette?from=list&list=\(token)").status == .notFound)
    }

    @Test("A result that the filters exclude is ignored", arguments: TestEngine.available)
    func ignoresExcludedPick(_ engine: TestEngine) async throws {
        let (site, browser, account) = try await TestSite.withMember(on: engine)
        let place = try await site.places(1)[0]
        let slug = try #require(try await site.app.database.read { try $0.place(place)?.district })
        let other = try #require(site.app.districts.all.first { $0.slug != slug }).slug
        let shown = "/roulette?from=district&district=\(slug)&unvisited=all&pick=\(place)"
        let before = try await browser.json(shown)
        #expect((before["pick"] as? [String: Any])?.id() == place)
        for path in [
            "/roulette?from=district&district=\(other)&pick=\(place)",
            "/roulette?from=district&not=\(place)&pick=\(place)", "/roulette?from=district&pick=99",
        ] {
            #expect(try await browser.json(path)["pick"] is NSNull, "\(path)")
        }
        // After a visit it is still what came up, among as many.
        try await site.execute(
            """
            INSERT INTO visits (id, account_id, place_id, visited_on, created_at)
            VALUES (1, \(account), \(place), '2026-11-21', 1)
            """
        )
        let after = try await browser.json(shown)
        #expect((after["pick"] as? [String: Any])?.id() == place)
        #expect(after["candidates"] as? Int == before["candidates"] as? Int)
        // As a closed place stands on no bucket of listed ones.
        try await site.execute("UPDATE places SET status = 'closed' WHERE id = \(place)")
        try await site.execute("DELETE FROM place_points WHERE id = \(place)")
        #expect(try await browser.json(shown)["pick"] is NSNull)
    }

    @Test("A place that was ruled out stays so in the next address")
    func keepsRuledOut() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let first = try pick(try await browser.post("/roulette", ["from": "district"]))
        let answer = try await browser.post("/roulette", ["from": "district", "not": "\(first)"])
        #expect(answer.location?.contains("&not=\(first)&pick=") == true)
        #expect(try pick(answer) != first)
        let page = try await browser.get(try #require(answer.location))
        #expect(try page.html.has("[name=not][value=\(first)]"))
    }

    @Test("Changing the filters spins nothing")
    func appliesFilters() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let answer = try await browser.post(
            "/roulette",
            ["from": "district", "kind": "bookshop", "apply": "1"]
        )
        #expect(answer.location == "/roulette?from=district&kind=bookshop")
        #expect(try await site.count("SELECT COUNT(*) FROM roulette_picks") == 0)
        #expect(browser.cookies["moeum_visitor"] == nil)
    }

    @Test("Nearby places need a point")
    func nearbyNeedsPoint() async throws {
        let site = try await TestSite()
        let page = try await site.get("/roulette?from=nearby")
        #expect(page.status == .ok && page.text.contains("어디에서 찾을까요?"))
        let json = try await site.json("/roulette?from=nearby&near=37.5563,126.9236&radius=5000")
        var total = 0
        for kind in Place.Kind.allCases {
            let list = try await site.json("/places?near=37.5563,126.9236&radius=5000&kind=\(kind.rawValue)")
            total += try #require(list["total"] as? Int)
        }
        #expect(json["candidates"] as? Int == total && total != 0)
        let browser = TestBrowser(site)
        let answer = try await browser.post("/roulette", ["from": "nearby"])
        #expect(answer.status == .unprocessableContent)
    }

    @Test("Programs get the pick, its address and the candidates")
    func answersPrograms() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let answer = try await browser.post("/roulette", ["from": "district"], Self.json)
        #expect(answer.status == .ok)
        let told = try JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any]
        let pick = try #require((told?["pick"] as? [String: Any])?.id() as Place.ID?)
        #expect(told?["next"] as? String == "/roulette?from=district&pick=\(pick)")
        #expect((told?["candidates"] as? Int ?? 0) > 100)
    }

    @Test("A shared result has a page of its own")
    func showsSharedPick() async throws {
        let site = try await TestSite()
        let id = try await site.places(1)[0]
        let name = try #require(try await site.app.database.read { try $0.place(id)?.name })
        let page = try await site.get("/roulette/picks/\(id)")
        #expect(page.status == .ok)
        #expect(try page.html.has("meta[property=og:title][content^=룰렛이 고른 곳: \(name)]"))
        #expect(page.text.contains("og:description") && page.text.contains("/places/\(id)"))
        #expect(try await (site.json("/roulette/picks/\(id)")["pick"] as? [String: Any])?.id() == id)
        for path in ["/roulette/picks/99", "/roulette/picks/x"] {
            #expect(try await site.get(path).status == .notFound)
        }
        try await site.execute("UPDATE places SET status = 'closed' WHERE id = \(id)")
        #expect(try await site.get("/roulette/picks/\(id)").html.has(".flash--bad"))
    }
}
