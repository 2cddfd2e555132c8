import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// All one's tags, and giving one another name.
@Suite(.cleanup)
struct TagRoutesTests {
    private static let json: HTTPFields = [.secFetchSite: "same-origin", .accept: "application/json"]

    /// Three places: two near a station, one in the town of the same beginning.
    private func siteWithTags(on engine: TestEngine = .sqlite) async throws -> (TestSite, TestBrowser) {
        let site = try await TestSite(on: engine)
        let places = try await site.places(3)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "찜하는 이")
        for (place, tags) in zip(places, ["지역-수원역, 종류-면", "지역-수원역", "지역-수원"]) {
            try await browser.post("/favourites/\(place)", ["tags": tags, "note": ""])
        }
        return (site, browser)
    }

    /// Values and counts of one group.
    private func counts(_ browser: TestBrowser, _ group: String) async throws -> [String: Int] {
        let groups = try await browser.json("/tags")["tags"] as? [[String: Any]] ?? []
        let values = groups.first { $0["group"] as? String == group }?["values"] as? [[String: Any]] ?? []
        return Dictionary(values.map { ($0["value"] as? String ?? "", $0["count"] as? Int ?? 0) }) { first, _ in first }
    }

    @Test("A renamed tag has its new name on all favourites", arguments: TestEngine.available)
    func renamesEverywhere(_ engine: TestEngine) async throws {
        let (_, browser) = try await siteWithTags(on: engine)
        #expect(try await counts(browser, "지역") == ["수원역": 2, "수원": 1])
        let answer = try await browser.post("/tags/rename", ["from": "지역-수원역", "to": "동네-수원 역 앞"])
        #expect(answer.status == .seeOther && answer.location == "/tags")
        #expect(try await counts(browser, "지역") == ["수원": 1])
        #expect(try await counts(browser, "동네") == ["수원 역 앞": 2])
        #expect(try await counts(browser, "종류") == ["면": 1])
        #expect(try await browser.get("/favourites").text.contains("수원 역 앞"))
    }

    @Test("A rename sent twice is done once")
    func renamesOnce() async throws {
        let (_, browser) = try await siteWithTags()
        let fields = ["from": "지역-수원역", "to": "동네-수원", "check": "1"]
        for flash in ["tag-renamed", "tag-named-so"] {
            let answer = try await browser.post("/tags/rename", fields)
            #expect(answer.status == .seeOther && answer.location == "/tags")
            #expect(browser.cookies[CookieRules.flashName] == flash)
        }
        #expect(try await counts(browser, "동네") == ["수원": 2])
    }

    @Test("Two tags are merged only after the merge is confirmed", arguments: TestEngine.available)
    func confirmsMerge(_ engine: TestEngine) async throws {
        try await Cleanup.run {
            let (_, browser) = try await siteWithTags(on: engine)
            let fields = ["from": "지역-수원", "to": " 지역-수원역 ", "check": "1"]
            let asked = try await browser.post("/tags/rename", fields)
            #expect(asked.status == .unprocessableContent)
            #expect(try asked.html.has("[name=merge][value=지역-수원역]"))
            #expect(try asked.html.has("input[name=to][value= 지역-수원역 ]") && asked.text.contains("합쳐"))
            #expect(try await counts(browser, "지역") == ["수원역": 2, "수원": 1])
            // Agreed to one, typed another.
            let other = try await browser.post("/tags/rename", fields.merging(["merge": "지역-동쪽"]) { $1 })
            #expect(other.status == .unprocessableContent)
            let agreed = try await browser.post("/tags/rename", fields.merging(["merge": "지역-수원역"]) { $1 })
            #expect(agreed.status == .seeOther)
            #expect(try await counts(browser, "지역") == ["수원역": 3])
        }
        let (_, browser) = try await siteWithTags(on: engine)
        let fields = ["from": "지역-수원", "to": "지역-수원역"]
        let answer = try await browser.post("/tags/rename", fields, Self.json)
        #expect(answer.status == .ok)
        let left = try await counts(browser, "지역")
        #expect(left == ["수원역": 3])
    }

    @Test("A name that no favourite has any more is free", arguments: TestEngine.available)
    func reusesUnusedName(_ engine: TestEngine) async throws {
        let (site, browser) = try await siteWithTags(on: engine)
        let last = try await site.places(3)[2]
        try await browser.post("/favourites/\(last)", ["tags": "지역-동쪽", "note": ""])
        let fields = ["from": "지역-수원역", "to": "지역-수원", "check": "1"]
        #expect(try await browser.post("/tags/rename", fields).status == .seeOther)
        #expect(try await counts(browser, "지역") == ["수원": 2, "동쪽": 1])
    }

    @Test("An invalid name stays in the form with its error")
    func keepsInvalidName() async throws {
        let (_, browser) = try await siteWithTags()
        for (to, code) in [
            ("수원", "unpaired"), ("지역-", "unpaired"), ("", "unpaired"), ("가,나-다", "characters"),
            ("지역-\(String(repeating: "가", count: 31))", "too-long"),
        ] {
            let answer = try await browser.post("/tags/rename", ["from": "지역-수원", "to": to, "check": "1"])
            #expect(answer.status == .unprocessableContent, "\(to)")
            #expect(try answer.html.has("#to-error") && answer.html.has("input[name=to][value=\(to)]"))
            let problem = try await browser.post("/tags/rename", ["from": "지역-수원", "to": to], Self.json)
            #expect(problem.status == .unprocessableContent)
            #expect(problem.text.contains("\"to\":\"\(code)\""), "\(to)")
        }
        for from in ["지역-동쪽", "수원", ""] {
            #expect(try await browser.post("/tags/rename", ["from": from, "to": "가-나"]).status == .notFound)
        }
        #expect(try await browser.get("/tags/rename").status == .notFound)
        #expect(try await browser.get("/tags/rename?from=a-b").status == .notFound)
        let form = try await browser.get("/tags/rename?from=\("지역-수원역".queryEncoded)")
        #expect(try form.status == .ok && form.html.has("input[name=to][value=지역-수원역]"))
    }

    @Test("Renaming does not touch the tags of others")
    func keepsOthersTags() async throws {
        let (site, browser) = try await siteWithTags()
        let place = try await site.places(1)[0]
        let other = TestBrowser(site)
        try await site.logIn(other, nickname: "다른 이")
        try await other.post("/favourites/\(place)", ["tags": "지역-수원역", "note": ""])
        try await other.post("/tags/rename", ["from": "지역-수원역", "to": "지역-서쪽"])
        #expect(try await counts(other, "지역") == ["서쪽": 1])
        #expect(try await other.post("/tags/rename", ["from": "종류-면", "to": "가-나"]).status == .notFound)
        #expect(try await counts(browser, "지역") == ["수원역": 2, "수원": 1])
    }
}
