import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum
@testable import struct Moeum.Tag

/// The page of one's favourites, as people and programs get it, and what they can take along.
@Suite(.cleanup)
struct FavouritesPageTests {
    /// Somebody who keeps a few places, each with tags and a note.
    private func siteWithFavourites(
        _ kept: [(tags: String, note: String)],
        on engine: TestEngine = .sqlite
    ) async throws -> (TestSite, TestBrowser, [Place.ID]) {
        let site = try await TestSite(on: engine)
        let places = try await site.places(kept.count)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "찜하는 이")
        for (place, said) in zip(places, kept) {
            let answer = try await browser.post(
                "/favourites/\(place)",
                ["tags": said.tags, "note": said.note]
            )
            #expect(answer.status == .seeOther)
        }
        return (site, browser, places)
    }

    private static let three = [
        (tags: "지역-공덕역, 종류-국물", note: "=HYPERLINK(\"http://evil.example\")"), (tags: "지역-수원역, 종류-국물", note: ""),
        (tags: "지역-수원, 종류-면", note: "비 오는 날, \"창가\"\n두 번째 줄"),
    ]

    private static func address(_ query: String) -> String {
        "/favourites?" + (query.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? "")
    }

    @Test("Programs get the matching favourites and the count of each further tag", arguments: TestEngine.available)
    func answersPrograms(_ engine: TestEngine) async throws {
        let (_, browser, places) = try await siteWithFavourites(Self.three, on: engine)
        let json = try await browser.json(Self.address("tag=지역-공덕역&tag=지역-수원역"))
        let favourites = try #require(json["favourites"] as? [[String: Any]])
        #expect(favourites.map { ($0["place"] as? [String: Any])?.id() } == [places[1], places[0]])
        #expect(favourites[1]["note"] as? String == Self.three[0].note)
        let tags = favourites[1]["tags"] as? [[String: String]]
        #expect(tags == [["group": "지역", "value": "공덕역"], ["group": "종류", "value": "국물"]])
        #expect(json["total"] as? Int == 2 && json["kept"] as? Int == 3 && json["next"] is NSNull)
        let facets = try #require(json["facets"] as? [[String: Any]])
        #expect(facets.map { $0["group"] as? String } == ["지역", "종류"])
        func counts(_ index: Int) -> [String: Int] {
            let values = facets[index]["values"] as? [[String: Any]] ?? []
            return Dictionary(
                values.map { ($0["value"] as? String ?? "", $0["count"] as? Int ?? 0) }
            ) { first, _ in first }
        }
        // The noodles' only place is in neither; within the district's group the other groups count.
        #expect(counts(0) == ["공덕역": 1, "수원역": 1, "수원": 1])
        #expect(counts(1) == ["국물": 2])
    }

    @Test("The map's second page continues the numbers of the first")
    func numbersMapPages() async throws {
        let kept = (1...(PlacePresenter.mostPins + 5)).map { _ in (tags: "지역-공덕역", note: "") }
        let (_, browser, _) = try await siteWithFavourites(kept)
        let first = try await browser.get("/favourites?view=map").html
        #expect(Self.numbers(first) == Array(1...PlacePresenter.mostPins))
        let next = try #require(first.first("a[rel=next]")?["href"]?.prefix { $0 != "#" })
        let second = try await browser.get(String(next)).html
        #expect(Self.numbers(second) == (1...5).map { PlacePresenter.mostPins + $0 })
        #expect(!second.has("[aria-label^=1. ]"))
        for page in [first, second] {
            for href in page.all(".cl[href^=#p]").compactMap({ $0["href"] }) { #expect(page.has("\(href)"), "\(href)") }
        }
    }

    /// The numbers beside the names.
    private static func numbers(_ page: HTMLDocument) -> [Int] { page.all("span.num").compactMap { Int($0.text) } }

    @Test("The page names the chosen filters and the number of results")
    func namesFilters() async throws {
        let (_, browser, places) = try await siteWithFavourites(Self.three)
        let all = try await browser.get("/favourites")
        #expect(try all.text.contains("모두 3곳") && all.html.has("a[href=/lists]") && !all.html.has(".chip"))
        let page = try await browser.get(Self.address("tag=종류-국물&tag=지역-수원역&sort=name"))
        #expect(page.text.contains("3곳 중 1곳"))
        #expect(try page.html.has("[aria-label=지역-수원역 해제]") && page.html.has("[aria-label=종류-국물 해제]"))
        let dropped = "/favourites?tag=\("지역-수원역".queryEncoded)&sort=name"
        #expect(try page.html.has("a[href=\(dropped)]"))
        #expect(try page.html.has("a[href^=/roulette?from=favourites&tag=]"))
        #expect(page.text.contains("/favourites/\(places[1])?next=%2Ffavourites%3Ftag"))
        let fragment = try await browser.get("/favourites", [.fragment: "list"])
        #expect(try fragment.html.has("div") && !fragment.html.has("html") && fragment.text.contains("모두 3곳"))
        #expect(fragment.headers[.cacheControl] == "private, no-store")
    }

    @Test("Submitting the form loses no chosen filter")
    func keepsHiddenChoices() async throws {
        let (_, browser, _) = try await siteWithFavourites(Self.three)
        let several = try await browser.get("/favourites?district=mapo&district=jung&tag=odd")
        for field in [("district", "mapo"), ("district", "jung"), ("tag", "odd")] {
            #expect(try several.html.has("input[type=hidden][name=\(field.0)][value=\(field.1)]"), "\(field)")
        }
        let one = try await browser.get("/favourites?district=mapo")
        #expect(try one.html.has("option[value=mapo][selected]"))
        #expect(try !one.html.has("[type=hidden][name=district]"))
    }

    @Test("Of many filters without results, eight are counted for removal")
    func limitsAlternatives() async throws {
        let (_, browser, _) = try await siteWithFavourites(Self.three)
        let many = (1...30).map { "tag=odd\($0)" }.joined(separator: "&")
        let page = try await browser.get("/favourites?\(many)").text
        #expect(page.contains("조건에 맞는 찜이 없어요"))
        var query = FavouriteQuery()
        query.oddTags = (1...30).map { "odd\($0)" }
        query.text = "국물"
        let account = try await browser.site.app.database.read { transaction in
            try transaction.first("SELECT account_id FROM favourites LIMIT 1") { try $0.id(0) as Account.ID }
        }
        let (asked, keeper) = (query, try #require(account))
        let ways = try await browser.site.app.database.read { transaction in
            let now = browser.site.now
            let list = try transaction.favouriteList(asked, of: keeper, at: now, PlaceSearchVocabulary())
            return try transaction.favouriteAlternatives(of: list.narrowed, asked)
        }
        #expect(ways.count == 8)
    }

    @Test("A list without results offers the filters whose removal helps")
    func offersAlternatives() async throws {
        try await Cleanup.run {
            let (_, browser, _) = try await siteWithFavourites(Self.three)
            let page = try await browser.get(Self.address("tag=지역-공덕역&tag=종류-면&q=국물")).text
            #expect(page.contains("3곳 중 0곳") && page.contains("조건에 맞는 찜이 없어요"))
            // Without the noodles the words are found in a tag; without another nothing is gained.
            #expect(page.contains("종류-면 빼면 1곳") && !page.contains("지역-공덕역 빼면"))
            for odd in ["수원역", "-", "지역-", "지역-서쪽", "<b>"] {
                let page = try await browser.get(Self.address("tag=\(odd)"))
                let shown = odd == "<b>" ? "&lt;b&gt;" : odd
                #expect(try page.html.has("[aria-label=\(odd) 해제]") && page.text.contains("\(shown) 빼면 3곳"), "\(odd)")
            }
        }
        let (_, browser, _) = try await siteWithFavourites([])
        let page = try await browser.get("/favourites").text
        #expect(page.contains("아직 찜한 곳이 없어요"))
        let json = try await browser.json("/favourites")
        #expect(json["total"] as? Int == 0)
    }

    @Test("Pages continue without gap or repetition", arguments: TestEngine.available)
    func pagesCompletely(_ engine: TestEngine) async throws {
        let many = (1...45).map { (tags: "번호-\($0 % 2)", note: "") }
        let (_, browser, places) = try await siteWithFavourites(many, on: engine)
        for (query, count) in [("", 45), ("?tag=%EB%B2%88%ED%98%B8-1", 23), ("?sort=name", 45)] {
            var seen: [Place.ID] = []
            var address: String? = "/favourites\(query)"
            var sizes: [Int] = []
            while let path = address {
                let json = try await browser.json(path)
                #expect(json["total"] as? Int == count)
                let page = json["favourites"] as? [[String: Any]] ?? []
                seen += page.compactMap { ($0["place"] as? [String: Any])?.id() }
                sizes.append(page.count)
                address = json["next"] as? String
            }
            #expect(sizes == (count == 45 ? [20, 20, 5] : [20, 3]))
            #expect(seen.count == count && Set(seen).count == count && Set(seen).isSubset(of: places))
            if query.isEmpty { #expect(seen == places.reversed()) }
        }
    }

    @Test("Exports have the same values as the list", arguments: TestEngine.available)
    func exportsValues(_ engine: TestEngine) async throws {
        let (site, browser, places) = try await siteWithFavourites(Self.three, on: engine)
        try await site.execute(
            "UPDATE places SET latitude = NULL, longitude = NULL, precision_level = NULL WHERE id = \(places[1])"
        )
        let csv = try await browser.get("/favourites/export?format=csv")
        #expect(csv.headers[.contentType] == "text/csv; charset=utf-8")
        #expect(csv.headers[.contentDisposition]?.contains("moeum.csv") == true)
        #expect(csv.headers[.cacheControl] == "private, no-store")
        let bytes = Array(csv.body.readableBytesView)
        #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]))
        let rows = try CSVReader.rows(of: String(decoding: bytes, as: UTF8.self)).map(\.fields)
        let (note, tags) = (try #require(rows[0].firstIndex(of: "note")), try #require(rows[0].firstIndex(of: "tags")))
        #expect(rows.dropFirst().map { $0[note] } == [Self.three[2].note, "", "'\(Self.three[0].note)"])
        #expect(rows.dropFirst().map { $0[tags] } == Self.three.reversed().map(\.tags))

        let json = try await Self.json(browser.get("/favourites/export?format=json"))
        let exported = try #require(json["places"] as? [[String: Any]])
        #expect(exported.map { $0["note"] as? String } == Self.three.reversed().map(\.note))
        #expect(exported[0]["tags"] as? [String] == ["지역-수원", "종류-면"])

        let narrowed = try await browser.get(Self.address("tag=종류-국물").replacing("?", with: "/export?format=geojson&"))
        #expect(narrowed.headers[.contentType] == "application/geo+json")
        let map = try Self.json(narrowed)
        #expect(map["type"] as? String == "FeatureCollection")
        let features = try #require(map["features"] as? [[String: Any]])
        #expect(features.map { $0.id() } == [places[1], places[0]])
        #expect(features[0]["geometry"] is NSNull)
        let place = try #require(try await site.app.database.read { try $0.place(places[0]) }?.position)
        let point = (features[1]["geometry"] as? [String: Any])?["coordinates"] as? [Double]
        #expect(point == [place.longitude, place.latitude])
    }

    private static func json(_ answer: TestResponse) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any] ?? [:]
    }

    @Test("Nobody else gets a person's favourites, tags or exports")
    func staysPrivate() async throws {
        let (site, _, _) = try await siteWithFavourites([(tags: "비밀-태그", note: "비밀 메모")])
        let (other, nobody) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(other, nickname: "다른 이")
        for path in [
            "/favourites", Self.address("tag=비밀-태그&q=비밀"), "/favourites/export?format=csv",
            "/favourites/export?format=geojson", "/tags",
        ] {
            let answer = try await other.get(path)
            #expect(answer.status == .ok && !answer.text.contains("비밀 메모"), "\(path)")
            #expect(try await nobody.get(path).location?.hasPrefix("/login?next=") == true)
            #expect(try await nobody.get(path, [.accept: "application/json"]).status == .unauthorized)
        }
        #expect(try await !other.get("/tags").text.contains("비밀"))
    }
}
