import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum
@testable import Web

/// Who may read a list, and who may change it.
@Suite(.cleanup)
struct NamedListPrivacyTests {
    private static let json: HTTPFields = [.accept: "application/json"]

    /// Every address of a list that asks for something.
    static func reads(_ list: String) -> [String] {
        [list, "\(list)/edit", "\(list)/delete"]
            + ["csv", "json", "geojson", "x"].map { "\(list)/export?format=\($0)" }
    }

    /// Every address that changes something.
    static func writes(_ list: String, _ place: Place.ID) -> [(path: String, form: [String: String])] {
        [
            (list, ["title": "남의 이름"]), ("\(list)/delete", [:]), ("\(list)/entries", ["place_id": "\(place)"]),
            ("\(list)/entries/\(place)/delete", [:]), ("\(list)/collaborators", ["nickname": "별하"]),
            ("\(list)/collaborators/1/delete", [:]),
        ]
    }

    @Test(
        "A list of somebody else is not found at any address",
        arguments: TestEngine.available,
        [NamedList.Visibility.private, .link]
    )
    func hidesOthersLists(_ engine: TestEngine, _ visibility: NamedList.Visibility) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let (owner, other, visitor) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        try await site.logIn(owner, nickname: "가람")
        let otherID = try await site.logIn(other, nickname: "별하")
        let client = ListClient(browser: owner)
        let list = try await client.make("속마음", visibility.rawValue)
        try await client.put(place, on: list, note: "비밀")
        let nowhere = "/lists/\(otherID)"
        for (path, none) in zip(Self.reads(list), Self.reads(nowhere)) {
            for browser in [other, visitor] {
                for method: HTTPRequest.Method in [.get, .head] {
                    for headers: HTTPFields in [[:], Self.json, [.fragment: "list"]] {
                        let answer = try await browser.send(method, path, headers, nil)
                        let same = try await browser.send(method, none, headers, nil)
                        #expect(answer.status == same.status, "\(path)")
                        #expect(!answer.text.contains("속마음") && !answer.text.contains("비밀"), "\(path)")
                        if browser === other { #expect(answer.status == .notFound, "\(path)") }
                    }
                }
            }
        }
        for (path, form) in Self.writes(list, place) {
            #expect(try await other.post(path, form).status == .notFound, "\(path)")
            #expect(try await visitor.post(path, form).status != .ok, "\(path)")
        }
        let page = try await owner.get(list).text
        #expect(page.contains("속마음") && page.contains("비밀"))
        // Nor among the lists that may hold a place.
        let body = "list=\(list.split(separator: "/")[1])"
        #expect(try await other.post("/places/\(place)/lists", raw: Array(body.utf8)).status == .seeOther)
        #expect(try await !other.get("/places/\(place)/lists").text.contains("속마음"))
        #expect(try await client.places(list) == [Int(place)])
    }

    @Test("A shared address reads the list until its owner stops sharing", arguments: TestEngine.available)
    func sharesByLink(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let (owner, visitor, helper) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        try await site.logIn(owner, nickname: "가람")
        try await site.logIn(helper, nickname: "별하")
        let client = ListClient(browser: owner)
        let list = try await client.make("우리끼리", "link")
        try await client.share(list, with: helper, "별하")
        try await client.put(place, on: list, note: "여기 좋아요")
        let link = try #require(try await client.link(list))
        let seen = try await visitor.get(link)
        #expect(seen.status == .ok && seen.text.contains("여기 좋아요"))
        #expect(seen.headers[.referrerPolicy] == "no-referrer")
        #expect(seen.headers[try #require(HTTPField.Name("X-Robots-Tag"))] == "noindex")
        #expect(seen.headers[.cacheControl] == "private, no-store")
        #expect(AccessLog.path(link[...], of: "/l/{token}") == "/l/{token}")
        #expect(try await ListClient(browser: visitor).link(link) == nil)
        // Anyone who has the link can pass it on; anyone who has the list's own address alone has none to give away.
        #expect(try seen.html.has("[data-share]") && !seen.text.contains("from=list"))
        let worked = try await helper.get(list)
        #expect(try worked.status == .ok && !worked.html.has("[data-share]"))
        #expect(!worked.text.contains(link))
        let number = list.dropFirst("/lists/".count)
        #expect(try worked.html.has("a[href=/roulette?from=list&list=\(number)]"))
        // Its owner sees there what everybody with it does.
        #expect(try await !owner.get(link).text.contains("\(list)/entries"))
        for format in ["csv", "json", "geojson"] {
            let file = try await visitor.get("\(link)/export?format=\(format)")
            #expect(file.status == .ok && file.text.contains("여기 좋아요"))
        }
        #expect(try await owner.post(list, ["title": "이름만 바꿈"]).status == .seeOther)
        #expect(try await visitor.get(link).status == .ok)
        #expect(try await owner.post(list, ["visibility": "private"]).status == .seeOther)
        for path in [link, "\(link)/export", "\(link)/export?format=json"] {
            for headers: HTTPFields in [[:], Self.json] {
                #expect(try await visitor.get(path, headers).status == .notFound)
                #expect(try await owner.get(path, headers).status == .notFound)
            }
        }
        #expect(try await owner.post(list, ["visibility": "link"]).status == .seeOther)
        let next = try #require(try await client.link(list))
        #expect(next != link)
        #expect(try await visitor.get(next).status == .ok)
        #expect(try await visitor.get(link).status == .notFound)
    }

    @Test("A public list is the same for everybody until its owner is suspended", arguments: TestEngine.available)
    func showsPublicList(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let (owner, other, one, two) = (TestBrowser(site), TestBrowser(site), TestBrowser(site), TestBrowser(site))
        let id = try await site.logIn(owner, nickname: "가람")
        try await site.logIn(other, nickname: "별하")
        let client = ListClient(browser: owner)
        let list = try await client.make("모두에게", "public", note: "누구나 보세요")
        try await client.put(place, on: list)
        let seen = try await one.get(list)
        let again = try await two.get(list)
        #expect(seen.status == .ok && seen.body == again.body && seen.headers[.eTag] == again.headers[.eTag])
        #expect(seen.headers[.setCookie] == nil && seen.headers[.eTag] != nil)
        #expect(try seen.html.has("link[rel=canonical][href=http://moeum.example\(list)]"))
        #expect(try seen.html.has("[property=og:description][content=누구나 보세요]"))
        #expect(try seen.html.has("a[href=/members/\(id)]"))
        #expect(try seen.html.has("[data-share]") && seen.html.has("a[href^=/roulette?from=list&list=]"))
        let empty = try await client.make("아직 빈 것", "public")
        #expect(try await !one.get(empty).text.contains("from=list"))
        let map = try await String(buffer: site.get("/sitemap.xml").body)
        #expect(map.contains("<loc>http://moeum.example\(list)</loc>") && !map.contains(empty))
        try await owner.post("\(empty)/delete")
        #expect(try !seen.html.has("form[method=post][action^=\(list)]"))
        for visibility in ["private", "link"] { try await client.make("남에게 안 보임", visibility) }
        let member = try await one.get("/members/\(id)")
        #expect(try member.html.has("a[href=\(list)]") && !member.text.contains("남에게 안 보임"))
        let lists = try await one.json("/members/\(id)")["lists"] as? [[String: Any]]
        #expect(lists?.map { $0["title"] as? String } == ["모두에게"] && lists?.first?["count"] as? Int == 1)
        for (path, form) in Self.writes(list, place) {
            #expect(try await other.post(path, form).status == .forbidden, "\(path)")
        }
        let refused = try await other.get("\(list)/edit")
        #expect(refused.status == .forbidden && refused.text.contains("목록을 만든 사람만"))
        let link = try await client.make("우리끼리", "link")
        let address = try #require(try await client.link(link))
        let later = try await String(buffer: site.get("/sitemap.xml").body)
        #expect(later.contains("\(list)</loc>") && !later.contains(link))
        try await site.app.database.write { try $0.suspend(id) }
        #expect(try await !one.get("/sitemap.xml").text.contains("/lists/"))
        for path in [list, "\(list)/export", address, "\(address)/export"] {
            #expect(try await one.get(path).status == .notFound, "\(path)")
            #expect(try await other.get(path, Self.json).status == .notFound, "\(path)")
        }
        #expect(try await owner.get(list).status == .ok)
        #expect(try await client.put(place, on: list).status == .forbidden)
        let listID = try #require(NamedList.ID(list.split(separator: "/")[1]))
        let places = try await site.app.database.read { transaction in
            try [nil, 1].map { try transaction.listPlaces(listID, ListReader(account: $0, now: site.now)) }
        }
        #expect(places == [nil, nil])
    }

    @Test("Collaborators change entries and nothing else", arguments: TestEngine.available)
    func limitsCollaborators(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let places = try await site.places(2)
        let (owner, helper) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(owner, nickname: "가람")
        let helperID = try await site.logIn(helper, nickname: "별하")
        let list = try await ListClient(browser: owner).make()
        let unknown = try await owner.post("\(list)/collaborators", ["nickname": "없는 사람"])
        #expect(unknown.status == .unprocessableContent)
        #expect(try unknown.text.contains("없는 사람") && unknown.html.has("#nickname-error"))
        let own = try await owner.post("\(list)/collaborators", ["nickname": "가람"])
        #expect(own.status == .unprocessableContent)
        for _ in 1...2 {
            let asked = try await owner.post("\(list)/collaborators", ["nickname": " 별하 "])
            #expect(asked.location == "\(list)#people")
        }
        #expect(try await helper.post("\(list)/collaborators/accept").location == list)
        let client = ListClient(browser: helper)
        #expect((try await helper.json("/lists")["lists"] as? [Any])?.count == 1)
        for place in places { #expect(try await client.put(place, on: list, note: "함께").status == .seeOther) }
        #expect(try await helper.post("\(list)/entries/\(places[0])/delete").status == .seeOther)
        for (path, form) in Self.writes(list, places[1]) where !path.contains("entries") {
            #expect(try await helper.post(path, form).status == .forbidden, "\(path)")
        }
        #expect(try await helper.get("\(list)/edit").status == .forbidden)
        #expect(try await !helper.get(list).text.contains("\(list)/edit"))
        #expect(try await helper.post("\(list)/collaborators/\(helperID)/delete").location == "/lists")
        #expect(try await helper.get(list).status == .notFound)
        #expect(try await client.put(places[0], on: list).status == .notFound)
        #expect(try await ListClient(browser: owner).places(list) == [Int(places[1])])
    }
}
