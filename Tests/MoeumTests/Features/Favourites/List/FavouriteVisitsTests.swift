import Foundation
import HTTPTypes
import Testing

@testable import Moeum
@testable import struct Moeum.Tag

/// Favourites by visits and on the map, and bare words as tags.
@Suite(.cleanup)
struct FavouriteVisitsTests {
    @Test("Visited and unvisited favourites are listed and counted apart", arguments: TestEngine.available)
    func separatesVisited(_ engine: TestEngine) async throws {
        let (_, browser, ids) = try await siteWithMember(on: engine)
        for id in ids { try await browser.post("/favourites/\(id)") }
        try await browser.post("/places/\(ids[0])/visits")
        for (path, expected) in [
            ("/favourites?visited=1", [ids[0]]), ("/favourites?visited=0", [ids[2], ids[1]]),
            ("/favourites?visited=2", [ids[2], ids[1], ids[0]]),
        ] {
            let answer = try await browser.get(path, Self.json)
            let page = try JSONDecoder().decode(Answer.self, from: Data(answer.text.utf8))
            #expect(page.favourites.map(\.place.id) == expected.map { Int($0) }, "\(path)")
            #expect(page.visited.map(\.value) == ["0", "1"] && page.visited.map(\.count) == [2, 1], "\(path)")
        }
    }

    @Test("The map shows the rows of the list and keeps its filters")
    func showsMap() async throws {
        let (_, browser, ids) = try await siteWithMember(on: .sqlite)
        for id in ids { try await browser.post("/favourites/\(id)") }
        let list = try await browser.get("/favourites?kind=restaurant")
        #expect(try !list.html.has("svg.geo"))
        #expect(try list.html.has("a[href^=/favourites?kind=restaurant&view=map]"))
        let map = try await browser.get("/favourites?kind=restaurant&view=map")
        #expect(try map.html.has("svg.geo"))
        #expect(try map.html.has("[name=view][value=map]"))
    }

    @Test("A word without a group gets the one that it is used in", arguments: TestEngine.available)
    func guessesGroups(_ engine: TestEngine) async throws {
        let (_, browser, ids) = try await siteWithMember(on: engine)
        try await browser.post("/favourites/\(ids[0])", ["tags": "누구와-부모님, 혼밥, 마포"])
        try await browser.post("/favourites/\(ids[1])", ["tags": "부모님, 누구와-부모님, 가-나-다"])
        let first = try await browser.get("/favourites/\(ids[0])", Self.json).text
        #expect(first.contains(#"{"group":"기타","value":"혼밥"}"#))
        #expect(first.contains(#"{"group":"지역","value":"마포"}"#))
        let second = try await browser.get("/favourites/\(ids[1])", Self.json).text
        #expect(second.contains(#""tags":[{"group":"누구와","value":"부모님"},{"group":"가","value":"나-다"}]"#))
    }

    @Test("The notice after a heart leads to its tags and lists")
    func offersNextSteps() async throws {
        let (_, browser, ids) = try await siteWithMember(on: .sqlite)
        try await browser.post("/favourites/\(ids[0])", ["next": "/favourites"])
        let page = try await browser.get("/favourites")
        #expect(try page.html.has("a[href=/favourites/\(ids[0])]"))
        #expect(try page.html.has("form[action=/favourites/\(ids[0])/delete]"))
        #expect(try await browser.get("/favourites/\(ids[0])").html.has("a[href=/places/\(ids[0])/lists]"))
    }

    private static let json: HTTPFields = [.secFetchSite: "same-origin", .accept: "application/json"]

    private struct Answer: Decodable {
        struct Row: Decodable { let place: PlaceID }
        struct PlaceID: Decodable { let id: Int }
        struct Count: Decodable {
            let value: String
            let count: Int
        }
        let favourites: [Row]
        let visited: [Count]
    }

    private func siteWithMember(on engine: TestEngine) async throws -> (TestSite, TestBrowser, [Place.ID]) {
        let site = try await TestSite(on: engine)
        let ids = Array(try await site.places(3))
        let browser = TestBrowser(site)
        _ = try await site.logIn(browser, nickname: "찜하는 이")
        return (site, browser, ids)
    }
}
