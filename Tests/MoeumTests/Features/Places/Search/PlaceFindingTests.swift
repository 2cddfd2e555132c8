import Foundation
import Testing

@testable import Moeum

/// What a search leads to besides a match of its letters: stations, spellings, kinds, ways out of nothing.
@Suite(.cleanup)
struct PlaceFindingTests {
    private func list(_ site: TestSite, _ query: String) async throws -> [String: Any] {
        try await site.json("/places?" + (query.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? ""))
    }

    private func total(_ site: TestSite, _ query: String) async throws -> Int {
        try #require(try await list(site, query)["total"] as? Int)
    }

    /// Each alternative leads to as many places as it says.
    private func expectTotals(of alternatives: [[String: Any]], _ site: TestSite) async throws {
        for alternative in alternatives {
            let href = try #require(alternative["href"] as? String)
            #expect(try await site.json(href)["total"] as? Int == alternative["total"] as? Int, "\(href)")
        }
    }

    private func understood(_ list: [String: Any]) -> [String: Any] { list["understood"] as? [String: Any] ?? [:] }

    @Test("Different spellings of a word find the same", arguments: TestEngine.available)
    func spellings(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let alike = [
            ["설렁탕", "설농탕", "seolleongtang"], ["떡볶이", "떡뽁이"], ["돈까스", "돈가스"], ["짜장면", "자장면", "짜장"],
            ["종로삼계탕", "종로 삼계탕"], ["강남구초밥", "강남구 초밥", "강남구스시"],
            ["강남역", "강남역 근처", "Gangnam station"], ["냉면", "naengmyeon"],
        ]
        for group in alike {
            var totals: [Int] = []
            for word in group { totals.append(try await total(site, "q=\(word)")) }
            #expect(totals[0] > 0 && Set(totals).count == 1, "\(group) \(totals)")
            for word in group {
                #expect(understood(try await list(site, "q=\(word)"))["corrected"] is String == false, "\(word)")
            }
        }
    }

    @Test("One wrong letter is corrected where nothing fits", arguments: TestEngine.available)
    func correctLetter(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        for (typed, meant) in [("떡볶아", "떡볶이"), ("갈바탕", "갈비탕"), ("종로구 삼게텅", "종로구 삼계탕"), ("naengmyon", "naengmyeon")]
            as [(String, String)]
        {
            let found = try await list(site, "q=\(typed)")
            #expect(understood(found)["corrected"] as? String == meant, "\(typed)")
            let same = try await total(site, "q=\(meant)")
            #expect(found["total"] as? Int == same && same > 0)
        }
        for fitting in ["송림각", "국밥", "망원동"] {
            #expect(understood(try await list(site, "q=\(fitting)"))["corrected"] is String == false)
        }
        for nothing in ["<b>", "<script>", "</div>", "!!!", ";%"] {
            #expect(try await total(site, "q=\(nothing)") == 0)
        }
    }

    @Test("A station leads to the places around it", arguments: TestEngine.available)
    func stations(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let around = try await list(site, "station=시청역")
        let words = try await list(site, "q=시청역")
        #expect(around["total"] as? Int == words["total"] as? Int)
        let station = try #require(understood(words)["station"] as? [String: Any])
        #expect(station["name"] as? String == "시청" && station["lines"] as? [String] == ["1", "2"])
        let metres = (words["places"] as? [[String: Any]] ?? []).compactMap { $0["distance"] as? Int }
        #expect(!metres.isEmpty && metres == metres.sorted() && metres.allSatisfy { $0 <= 1_000 })
        let wider = try await total(site, "station=시청&radius=2000")
        #expect(try await total(site, "station=시청") < wider)
        let korean = try await list(site, "q=시청역 한식")
        #expect((korean["places"] as? [[String: Any]])?.contains { $0["distance"] is Int } == true)
        let page = try await site.get("/places?station=%EC%8B%9C%EC%B2%AD%EC%97%AD")
        #expect(try page.html.has("[rel=canonical][href=http://moeum.example/places?station=%EC%8B%9C%EC%B2%AD]"))
        #expect(try page.html.has("h1", text: "시청역 주변") && page.text.contains("1호선 · 2호선"))
    }

    @Test("A list of one kind is switched to the other by one link") func switchKind() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        func kinds(_ query: String) async throws -> Set<String> {
            let address = query.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? ""
            let places = try await browser.json("/places?\(address)")["places"] as? [[String: Any]] ?? []
            return Set(places.compactMap { $0["kind"] as? String })
        }
        #expect(try await kinds("q=마포") == ["restaurant"])
        #expect(try await kinds("q=마포 서점") == ["bookshop"])
        #expect(try await kinds("q=땡스북스") == ["bookshop"])
        #expect(try await kinds("near=37.55,126.92&radius=3000") == ["restaurant"])
        #expect(try await kinds("q=마포&kind=bookshop") == ["bookshop"])
        let before = try await browser.get("/places?q=mapo")
        try await browser.post("/preferences", ["kind": "bookshop", "next": "/places?q=mapo"])
        #expect(browser.cookies["moeum_kind"] == "bookshop")
        #expect(try await kinds("q=마포") == ["bookshop"])
        #expect(try await kinds("q=송림각") == ["restaurant"])
        let own = try await browser.get("/places?q=mapo", [.ifNoneMatch: before.headers[.eTag] ?? ""])
        #expect(own.status == .ok && own.headers[.eTag] != before.headers[.eTag])
        let other = try await site.get("/places?q=mapo")
        #expect(other.headers[.eTag] == before.headers[.eTag] && other.headers[.setCookie] == nil)
    }

    @Test("Where nothing is found, each filter says what it hides", arguments: TestEngine.available)
    func alternatives(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let found = try await list(site, "q=냉면&district=dobong&open=1&type=일식")
        #expect(found["total"] as? Int == 0)
        let ways = try #require(found["alternatives"] as? [[String: Any]])
        #expect(!ways.isEmpty && ways.allSatisfy { $0["total"] as? Int != 0 })
        try await expectTotals(of: ways, site)
        let page = try await site.get("/districts/dobong?q=%EB%83%89%EB%A9%B4&open=1")
        // Nor is any offered that would hold nothing either.
        #expect(try !page.html.has("[href=/places?q=%EB%83%89%EB%A9%B4&open=1]"))
        let far = try await list(site, "q=북한산우이역 초밥&radius=500")
        let wider = far["alternatives"] as? [[String: Any]] ?? []
        #expect(wider.contains { ($0["href"] as? String)?.contains("radius=5000") == true })
        #expect(wider.contains { $0["href"] as? String == "/places?q=%EC%B4%88%EB%B0%A5" })
        #expect((try await list(site, "q=냉면")["alternatives"] as? [Any])?.isEmpty == true)
    }

    @Test("Words that fit nothing together are dropped one by one", arguments: TestEngine.available)
    func dropWords(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let nowhere = try await list(site, "q=도봉구 스테이크 커피")
        #expect(nowhere["total"] as? Int == 0)
        let ways = try #require(nowhere["alternatives"] as? [[String: Any]])
        #expect(ways.contains { $0["total"] as? Int ?? 0 > 0 })
        try await expectTotals(of: ways, site)
        let first = QueryUnderstanding(
            text: "",
            words: [.init(text: "국밥"), .init(text: "도봉구", isArea: true), .init(text: "커피")]
        )
        #expect(first.textsWithoutOneWord == ["국밥 커피", "도봉구 커피", "국밥 도봉구"])
        #expect(QueryUnderstanding(text: "", words: [.init(text: "국밥")]).textsWithoutOneWord.isEmpty)
        let address = QueryUnderstanding(text: "", words: [.init(text: "백제고분로7길"), .init(text: "19-1")])
        #expect(address.textsWithoutOneWord == ["백제고분로7길"])
    }

    @Test("A list of one kind offers its own types only") func typesOfKind() async throws {
        let site = try await TestSite()
        let page = try await site.get("/places?q=mapo")
        let types = try #require(try page.html.all("nav.chips").first { $0.has("[data-focus^=type-]") })
        #expect(!types.has(".sh--book"))
        let total = try #require(try await list(site, "q=mapo")["total"] as? Int)
        #expect(try page.html.has("*", text: "전체 \(total)"))
        let books = try await site.get("/places?q=mapo&kind=bookshop")
        #expect(try !books.html.has("[data-focus^=type-]"))
    }

    @Test("The requested kind is offered even without any places") func askedKind() async throws {
        let site = try await TestSite()
        for (kind, name) in [("restaurant", "음식점"), ("bookshop", "서점")] {
            let address = "/places?kind=\(kind)&open=1&type=%EC%97%86%EC%9D%8C"
            for query in [address, "/places?kind=\(kind)"] {
                let page = try await site.get(query)
                #expect(try page.html.has("[data-focus=type-\(name)]"), "\(query)")
            }
        }
        let none = try await site.json("/places?kind=restaurant&open=1")["total"] as? Int
        let page = try await site.get("/places?kind=restaurant&open=1")
        #expect(try none == 0 && page.html.has("a", text: "음식점 0"))
    }

    @Test("A key that cannot be read begins at the first place") func unreadableKey() async throws {
        let site = try await TestSite()
        for query in ["after=nonsense&page=3", "after=MXw1fGE&page=3", "q=mapo&after=@&page=2"] {
            let page = try await list(site, query)
            #expect(page["from"] as? Int == 1 && page["previous"] is NSNull, "\(query)")
        }
    }

    @Test("Areas, stations and dishes are suggested before places") func suggestionOrder() async throws {
        let site = try await TestSite()
        func suggestions(_ text: String) async throws -> [[String: Any]] {
            let typed = text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? ""
            return try await site.json("/places/suggest?q=\(typed)")["suggestions"] as? [[String: Any]] ?? []
        }
        let mapo = try await suggestions("마포")
        let names = mapo.compactMap { $0["name"] as? String }
        #expect(Array(names.prefix(3)) == ["마포구", "마포동", "마포역"])
        let types = mapo.compactMap { $0["type"] as? String }
        #expect(
            types.last == "place" && types.firstIndex(of: "place") == types.lastIndex { $0 != "place" }.map { $0 + 1 }
        )
        for one in mapo {
            let href = try #require(one["href"] as? String)
            #expect(try await site.get(href).status == .ok, "\(href)")
            if one["type"] as? String == "dong" { #expect(try await site.json(href)["total"] as? Int != 0) }
        }
        let dongs = try await suggestions("ㅅ").filter { $0["type"] as? String == "dong" }
        for one in dongs {
            #expect(try await site.json(try #require(one["href"] as? String))["total"] as? Int != 0)
        }
        for typed in ["냉ㅁ", "냉며", "naengm", "ㄴㅁ"] {
            #expect(try await suggestions(typed).contains { $0["type"] as? String == "dish" }, "\(typed)")
        }
        for signs in ["<b>", "!!"] { #expect(try await suggestions(signs).isEmpty) }
    }
}
