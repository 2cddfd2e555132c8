import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What the roulette says where nothing is left to turn for, and after one went where it led.
@Suite(.cleanup)
struct RouletteAlternativesTests {
    private static let json: HTTPFields = [.secFetchSite: "same-origin", .accept: "application/json"]

    @Test("An empty result offers the filters whose removal helps", arguments: TestEngine.available)
    func offersAlternatives(_ engine: TestEngine) async throws {
        let (site, browser, account) = try await TestSite.withMember(on: engine)
        let total = try #require(try await browser.json("/places?district=mapo&kind=bookshop")["total"] as? Int)
        try await site.execute(
            """
            INSERT INTO visits (id, account_id, place_id, visited_on, created_at)
            SELECT id, \(account), id, '2020-01-01', 1 FROM places WHERE district = 'mapo' AND kind = 'bookshop'
            """
        )
        let fields = ["from": "district", "district": "mapo", "kind": "bookshop", "unvisited": "all"]
        let refused = try await browser.post("/roulette", fields)
        #expect(refused.status == .unprocessableContent)
        let path = "/roulette?from=district&kind=bookshop&district=mapo&unvisited=all"
        #expect(refused.text.contains("안 가 본 곳만 조건을 빼면 \(total)곳"))
        #expect(try refused.html.has("a[href=/roulette?from=district&kind=bookshop&district=mapo]"))
        let json = try await browser.json(path)
        #expect(json["candidates"] as? Int == 0)
        let advice = try #require(json["advice"] as? [[String: Any]])
        for way in advice {
            let href = try #require(way["href"] as? String)
            #expect(try await browser.json(href)["candidates"] as? Int == way["candidates"] as? Int)
        }
        #expect(Set(advice.compactMap { $0["filter"] as? String }) == ["unvisited", "kind", "district"])
        let problem = try await browser.post("/roulette", fields, Self.json)
        #expect(problem.status == .unprocessableContent)
        #expect(problem.headers[.contentType]?.contains("problem+json") == true)
        let told = try JSONSerialization.jsonObject(with: Data(buffer: problem.body)) as? [String: Any]
        let next = try #require(told?["next"] as? String)
        #expect(next == path)
        #expect((try await browser.json(next)["advice"] as? [Any])?.count == advice.count)
        #expect(try await site.count("SELECT COUNT(*) FROM roulette_picks") == 0)
        let nothing = try await browser.get("/roulette?from=favourites")
        #expect(nothing.text.contains("아직 찜한 곳이 없어요"))
    }

    @Test("Where no single filter helps, all favourites are offered")
    func offersEverything() async throws {
        let (site, browser, _) = try await TestSite.withMember()
        let places = try await site.places(2)
        for place in places {
            #expect(try await browser.post("/favourites/\(place)", [:]).status == .seeOther)
        }
        func offersEverything(_ page: TestResponse) throws -> Bool {
            try page.html.has("a[href=/roulette?from=favourites]", text: "찜한 2곳 전체에서 고르기")
        }
        let stuck = try await browser.get("/roulette?from=favourites&rating=5&tag=없는-것")
        #expect(try offersEverything(stuck))
        #expect(try stuck.html.has("a[href=/roulette?from=district]", text: "서울 전체에서 고르기"))
        // Where dropping one filter helps, that comes first.
        let narrowed = try await browser.get("/roulette?from=favourites&tag=없는-것")
        #expect(try !offersEverything(narrowed) && narrowed.text.contains("태그 조건을 빼면 2곳"))
    }

    @Test("The result shows that its reader was there today", arguments: TestEngine.available)
    func showsTodaysVisit(_ engine: TestEngine) async throws {
        let (site, browser, _) = try await TestSite.withMember(on: engine)
        let place = try await site.places(1)[0]
        let result = "/roulette?from=district&pick=\(place)"
        #expect(try await browser.get(result).html.has("button", text: "오늘 다녀왔어요"))
        #expect(try await browser.post("/places/\(place)/visits", ["next": result]).location == result)
        let after = try await browser.get(result)
        #expect(try after.html.has("button", text: "오늘 다녀온 곳이에요"))
        // Nobody else is told.
        #expect(try await !site.get(result).text.contains("오늘 다녀온 곳이에요"))
    }
}
