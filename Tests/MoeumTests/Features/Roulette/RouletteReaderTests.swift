import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What the roulette is to anyone who turns it: how often they may, and whether they keep what came up.
@Suite(.cleanup)
struct RouletteReaderTests {
    private static let json: HTTPFields = [.secFetchSite: "same-origin", .accept: "application/json"]

    @Test("Spins are limited")
    func limitsSpins() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let limit = try #require(RateLimits(areOn: true).spins)
        for _ in 0..<limit.burst {
            #expect(try await browser.post("/roulette", ["from": "district"]).status == .seeOther)
        }
        let refused = try await browser.post("/roulette", ["from": "district"])
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
    }

    @Test("Requests for unknown lists count as spins")
    func limitsUnknownLists() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let limit = try #require(RateLimits(areOn: true).spins)
        let fields = ["from": "list", "list": "nonsense"]
        for _ in 0..<limit.burst {
            #expect(try await browser.post("/roulette", fields).status == .notFound)
        }
        #expect(try await browser.post("/roulette", fields).status == .tooManyRequests)
    }

    @Test("The result shows whether it is a favourite")
    func showsFavourite() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "돌리는 이")
        let place = try await site.places(1)[0]
        try await browser.post("/favourites/\(place)")
        let answer = try await browser.post("/roulette", ["from": "favourites"], Self.json)
        let told = try JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any]
        #expect((told?["pick"] as? [String: Any])?["hearted"] as? Bool == true)
        let path = "/roulette/picks/\(place)"
        #expect((try await browser.json(path)["pick"] as? [String: Any])?["hearted"] as? Bool == true)
        #expect(try await browser.get(path).html.has("form[action=/favourites/\(place)/delete]"))
        #expect((try await site.json(path)["pick"] as? [String: Any])?["hearted"] is NSNull)
        #expect(try await site.get(path).html.has("form[action=/favourites/\(place)]"))
    }
}
