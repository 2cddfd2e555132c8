import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// Making, changing and deleting lists, and what stands on them.
@Suite(.cleanup)
struct NamedListRoutesTests {
    @Test("A list is made, filled, ordered, edited and deleted", arguments: TestEngine.available)
    func listLifecycle(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let ids = try await site.places(3)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람")
        let client = ListClient(browser: browser)
        let list = try await client.make("  비 오는   날 ", note: "국물이 있는 곳")
        for id in ids { #expect(try await client.put(id, on: list).location == "\(list)#p\(id)") }
        #expect(try await client.put(ids[2], on: list, note: "창가 자리\n따뜻함", position: 1).status == .seeOther)
        #expect(try await client.places(list) == [ids[2], ids[0], ids[1]].map { Int($0) })
        let entries = try await browser.json(list)["entries"] as? [[String: Any]]
        #expect(entries?.first?["note"] as? String == "창가 자리\n따뜻함")
        #expect(entries?.map { $0["position"] as? Int } == [1, 2, 3])
        #expect(try await browser.post("\(list)/entries/\(ids[0])/delete").location == list)
        #expect(try await client.places(list) == [ids[2], ids[1]].map { Int($0) })
        let mine = try await browser.json("/lists")["lists"] as? [[String: Any]]
        #expect(mine?.first?["title"] as? String == "비 오는 날")
        #expect(mine?.first?["count"] as? Int == 2)
        #expect(mine?.first?["visibility"] as? String == "private")
        #expect(try await browser.get("\(list)/edit").text.contains("국물이 있는 곳"))
        #expect(try await browser.post(list, ["title": "눈 오는 날", "rev": "1"]).location == list)
        let text = try await browser.get(list).text
        #expect(text.contains("눈 오는 날") && text.contains("국물이 있는 곳"))
        #expect(try await browser.get("\(list)/delete").status == .ok)
        #expect(try await browser.post("\(list)/delete").location == "/lists")
        #expect(try await browser.get(list).status == .notFound)
    }

    @Test("The map of a list has all its places")
    func mapsAllPlaces() async throws {
        let site = try await TestSite()
        let ids = try await site.places(PlacePresenter.mostPins + 8)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람")
        let client = ListClient(browser: browser)
        let list = try await client.make("지도로 볼 곳")
        for id in ids { try await client.put(id, on: list) }
        #expect(!(try await browser.get(list).html.has(".geo")))
        let page = try await browser.get("\(list)?view=map")
        let map = try #require(try page.html.first("svg.geo"))
        let pins = map.all(".pin[href]").count
        let groups = map.all(".cl")
        // A group also counts the pins that stand among its places.
        #expect(pins + groups.compactMap { $0.first("text").flatMap { Int($0.text) } }.reduce(0, +) >= ids.count)
        for href in groups.compactMap({ $0["href"] }) where href.hasPrefix("#p") {
            #expect(try page.html.has("\(href)"), "\(href)")
        }
    }

    @Test("Refused forms keep what was typed beside the error")
    func keepsRefusedForms() async throws {
        let site = try await TestSite()
        let id = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람")
        let client = ListClient(browser: browser)
        let json: HTTPFields = [.secFetchSite: "same-origin", .accept: "application/json"]
        let nameless = try await browser.post("/lists", ["title": " ", "note": "적어 둔 말"])
        #expect(nameless.status == .unprocessableContent)
        #expect(try nameless.text.contains("적어 둔 말") && nameless.html.has("#title-error"))
        let list = try await client.make()
        try await client.put(id, on: list, note: "먼저 적은 말")
        let long = String(repeating: "가", count: 301)
        let refused = try await client.put(id, on: list, note: long)
        #expect(refused.status == .unprocessableContent)
        #expect(try refused.text.contains(long) && refused.html.has("#note-\(id)-error"))
        #expect(try await client.put(1, on: list).status == .unprocessableContent)
        let stale = try await browser.post(list, ["title": "내가 적은 이름", "rev": "9"])
        #expect(stale.status == .conflict)
        #expect(stale.text.contains("내가 적은 이름") && stale.text.contains("비 오는 날"))
        let told = try await browser.post("\(list)/entries", ["place_id": "\(id)", "note": long], json)
        #expect(told.status == .unprocessableContent && told.text.contains("\"note\":\"too-long\""))
    }

    @Test("Adding a place that is on the list says so")
    func knownPlace() async throws {
        let site = try await TestSite()
        let id = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람")
        let client = ListClient(browser: browser)
        let list = try await client.make()
        for words in ["목록에 담았어요.", "이미 담겨 있어요."] {
            #expect(try await client.put(id, on: list).status == .seeOther)
            #expect(try await browser.get(list).text.contains(words))
        }
        try await client.put(id, on: list, position: 1)
        #expect(try await browser.get(list).text.contains("순서를 바꿨어요."))
    }

    @Test("The same form sent twice makes one list")
    func makesListOnce() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람")
        let form = ["title": "비 오는 날", "visibility": "private", "once": "0123456789abcdef"]
        let first = try await browser.post("/lists", form).location
        #expect(try await browser.post("/lists", form).location == first)
        #expect((try await browser.json("/lists")["lists"] as? [Any])?.count == 1)
        // A program is told its number and its address.
        let json: HTTPFields = [.secFetchSite: "same-origin", .accept: "application/json"]
        let again = try await browser.post("/lists", form, json)
        #expect(again.status == .ok)
        let made = try await browser.post("/lists", ["title": "둘"], json)
        #expect(made.status == .created)
        let told = try JSONSerialization.jsonObject(with: Data(buffer: made.body)) as? [String: Any]
        let id = try #require(told?["id"] as? Int)
        #expect(told?["next"] as? String == "/lists/\(id)" && made.location == "/lists/\(id)")
        #expect(try await browser.get("/lists/\(id)").status == .ok)
    }

    @Test("One form adds a place to several lists and removes it from others", arguments: TestEngine.available)
    func changesSeveralLists(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let id = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람")
        let client = ListClient(browser: browser)
        let lists = [try await client.make("하나"), try await client.make("둘"), try await client.make("셋")]
        let ids = lists.map { String($0.dropFirst("/lists/".count)) }
        try await client.put(id, on: lists[0], note: "남는 말")
        try await client.put(id, on: lists[2])
        let shown = ids.map { "shown=\($0)" }.joined(separator: "&")
        let body =
            "\(shown)&had=\(ids[0])&had=\(ids[2])&list=\(ids[0])&list=\(ids[1])&list=1"
            + "&title=%EB%84%B7&once=0123456789abcdef"
        for _ in 1...2 {
            let answer = try await browser.post("/places/\(id)/lists", raw: Array(body.utf8))
            #expect(answer.location == "/places/\(id)")
        }
        #expect(try await client.places(lists[0]) == [Int(id)])
        #expect(try await client.places(lists[1]) == [Int(id)])
        #expect(try await client.places(lists[2]) == [])
        let mine = try await browser.json("/lists")["lists"] as? [[String: Any]] ?? []
        #expect(mine.compactMap { $0["title"] as? String }.sorted() == ["넷", "둘", "셋", "하나"].sorted())
        #expect(mine.first { $0["title"] as? String == "넷" }?["count"] as? Int == 1)
        let page = try await browser.get("/places/\(id)/lists")
        #expect(try page.html.all("[checked]").count == 3)
    }

    @Test("Without the right to publish lists stay private")
    func keepsListsPrivate() async throws {
        let site = try await TestSite()
        let id = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람", isVerified: false)
        let client = ListClient(browser: browser)
        for visibility in ["link", "public"] {
            let answer = try await browser.post("/lists", ["title": "남는 이름", "visibility": visibility])
            #expect(answer.status == .unprocessableContent)
            #expect(try answer.text.contains("남는 이름") && answer.html.has("#visibility-error"))
        }
        let list = try await client.make()
        #expect(try await client.put(id, on: list, note: "나만 보는 말").status == .seeOther)
        #expect(try await browser.post(list, ["visibility": "public"]).status == .unprocessableContent)
        #expect((try await browser.json(list)["list"] as? [String: Any])?["visibility"] as? String == "private")
    }
}
