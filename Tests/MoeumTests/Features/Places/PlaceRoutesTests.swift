import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

@Suite(.cleanup)
struct PlaceRoutesTests {
    @Test("The home page leads to a district, and the district to a place") func homeToPlace() async throws {
        let site = try await TestSite()
        let home = try await site.get("/")
        #expect(try home.html.has("a[href=/districts/mapo]"))
        let links = try await site.get("/districts/mapo").html.all("a[href^=/places/]").compactMap { $0["href"] }
        let link = try #require(links.first { $0.wholeMatch(of: /\/places\/\d+/) != nil })
        let place = try await site.get(link)
        #expect(place.status == .ok)
        #expect(try place.html.has("[rel=canonical][href=http://moeum.example\(link)]"))
        let data = try #require(try place.html.first("script[type=application/ld+json]")?.textContent)
        #expect(try JSONSerialization.jsonObject(with: Data(data.utf8)) is [String: Any])
    }

    @Test("The JSON has the names that programs rely on") func jsonNames() async throws {
        let site = try await TestSite()
        let home = try await site.json("/")
        let districts = try #require(home["districts"] as? [[String: Any]])
        #expect(districts.count == 25)
        #expect(Set(districts[0].keys).isSuperset(of: ["slug", "name", "nameEn", "counts"]))
        let list = try await site.json("/districts/mapo")
        let places = try #require(list["places"] as? [[String: Any]])
        let keys: Set<String> = [
            "id", "kind", "name", "category", "district", "districtName", "address", "menu", "phone", "lat", "lon",
            "rating",
        ]
        #expect(Set(places[0].keys).isSuperset(of: keys))
        #expect(Set(list.keys).isSuperset(of: ["places", "total", "next", "facets"]))
        let id = try #require(places[0]["id"] as? Int)
        let place = try await site.json("/places/\(id)")
        let detail = try #require(place["place"] as? [String: Any])
        let more: Set<String> = ["roadAddress", "lotAddress", "designatedOn", "status", "source"]
        #expect(Set(detail.keys).isSuperset(of: keys.union(more)))
        #expect((place["rating"] as? [String: Any])?["histogram"] as? [Int] == [0, 0, 0, 0, 0])
        for typed in ["ㅅ", "ㄳ", "냉ㅁ", "냉며"] {
            let suggestions = try await site.json(
                "/places/suggest?q=\(typed)".addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? ""
            )
            #expect((suggestions["suggestions"] as? [[String: Any]])?.isEmpty == false, "\(typed)")
        }
    }

    @Test("Unknown addresses are not found") func unknownAddresses() async throws {
        let site = try await TestSite()
        #expect(try await site.get("/places/1").status == .notFound)
        #expect(try await site.get("/places/abc").status == .notFound)
        #expect(try await site.get("/districts/atlantis").status == .notFound)
        let all = try await site.get("/districts")
        #expect(all.status == .permanentRedirect && all.headers[.location] == "/")
        let moved = try await site.get("/districts/11440?q=a")
        #expect(moved.status == .permanentRedirect)
        #expect(moved.headers[.location] == "/districts/mapo?q=a")
    }

    @Test("A list around a point far from Seoul says so") func farFromSeoul() async throws {
        let site = try await TestSite()
        let far = String(buffer: try await site.get("/places?near=35.1,129.0&lang=en").body)
        #expect(far.contains("Moeum knows Seoul only"))
    }

    @Test("An empty list says only what can be done") func emptyListHints() async throws {
        let site = try await TestSite()
        let hints = [
            "q=qqqqq": "Check the spelling", "q=qqqqq%20qqqqq": "Try fewer words",
            "q=%EB%83%89%EB%A9%B4&district=dobong&open=1&type=%EC%9D%BC%EC%8B%9D": "These searches do find places",
        ]
        for (query, hint) in hints {
            let page = String(buffer: try await site.get("/places?\(query)&lang=en").body)
            #expect(hints.values.filter(page.contains) == [hint], "\(query)")
        }
    }

    @Test("Bad values in a query are ignored") func ignoreBadQuery() async throws {
        let site = try await TestSite()
        let plain = try await site.json("/places")["total"] as? Int
        for query in ["kind=castle", "near=a,b", "bounds=1,2,3", "after=%00", "radius=-1", "sort=x"] {
            #expect(try await site.json("/places?\(query)")["total"] as? Int == plain, "\(query)")
        }
    }

    @Test("An unchanged page is not sent again, and a fragment is the list alone") func fragmentAndETag() async throws {
        let site = try await TestSite()
        let first = try await site.get("/districts/mapo")
        let tag = try #require(first.headers[.eTag])
        let again = try await site.get("/districts/mapo", [.ifNoneMatch: tag])
        #expect(again.status == .notModified)
        #expect(again.body.readableBytes == 0)
        let english = try await site.get("/districts/mapo?lang=en", [.ifNoneMatch: tag])
        #expect(english.status == .ok)
        let fragment = try await site.get("/places", [.fragment: "list"])
        #expect(try !fragment.html.has("html"))
    }

    @Test("Every place of the sample has a page in both languages") func samplePages() async throws {
        let site = try await TestSite()
        let ids = try await site.app.database.read { try $0.listedPlaceIDs(limit: 2_000) }
        #expect(ids.count > 500)
        for id in ids.enumerated().filter({ $0.offset.isMultiple(of: 7) }).map(\.element) {
            for language in Language.allCases {
                #expect(try await site.get("/places/\(id)?lang=\(language.rawValue)").status == .ok)
            }
        }
    }
}
