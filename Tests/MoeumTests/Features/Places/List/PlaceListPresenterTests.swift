import Foundation
import Testing

@testable import Moeum

struct PlaceListPresenterTests {
    private let mapo = PlacesFixture.mapo

    private func words(_ language: Language) throws -> PlaceListPresenter {
        let files = try FileManager.default.contentsOfDirectory(atPath: "Public")
        let assets = Dictionary(uniqueKeysWithValues: files.map { ("asset.\($0)", "/\($0)") })
        let pages: [any Page.Type] = [HomePage.self, PlaceListPage.self, PlacePage.self]
        return PlaceListPresenter(
            views: try Views(directory: "Views", assets: assets, pages: pages, layout: PageLayout.self, reloads: false),
            language: language
        )
    }

    private func html(_ page: PlaceListPage, _ words: PlaceListPresenter) throws -> String {
        var bytes: [UInt8] = []
        try words.views.render(page, in: PageLayout(language: words.language, title: "x"), words.language, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("A list without any way out offers to start again") func offerFreshStart() throws {
        var query = PlaceQuery()
        query.text = "soup"
        query.isOpenOnly = true
        var page = PlaceListPage(query: query, effectiveQuery: query, district: mapo)
        try words(.english).fill(&page)
        #expect(page.suggestions.map(\.href) == ["/districts/mapo"])
        page.alternatives = [ListAlternative(href: "/places?q=soup", label: "x", total: 1)]
        page.suggestions = []
        try words(.english).fill(&page)
        #expect(page.suggestions.isEmpty)
    }

    @Test("A whole kilometre has no decimal") func wholeKilometres() throws {
        let words = try words(.korean)
        #expect([949, 1_000, 1_049, 1_050, 10_000].map(words.distance) == ["949m", "1km", "1km", "1.1km", "10km"])
    }

    @Test("A total beyond the bound is given as a minimum") func totalAtLeast() throws {
        func status(_ total: Int, isAtLeast: Bool = false) throws -> String {
            var page = PlaceListPage(query: PlaceQuery(), effectiveQuery: PlaceQuery(), district: nil)
            page.list.total = total
            page.list.isTotalAtLeast = isAtLeast
            return try words(.english).status(page)
        }
        #expect(try status(1) == "1 place found")
        #expect(try status(1_234) == "1,234 places found")
        #expect(try status(5_000, isAtLeast: true) == "More than 5,000 places found")
    }

    @Test("Only orders that apply are offered") func offeredSorts() throws {
        var page = PlaceListPage(query: PlaceQuery(), effectiveQuery: PlaceQuery(), district: mapo)
        try words(.korean).fill(&page)
        #expect(page.sorts.map(\.value) == ["rating", "reviews", "name", "newest"])
        #expect(page.sorts.first { $0.isCurrent }?.value == "rating")
        #expect(page.heading == "마포구")
    }

    @Test("Distances are in metres, then in kilometres") func distances() throws {
        let words = try words(.english)
        #expect(words.distance(999) == "999 m")
        #expect(words.distance(1_249) == "1.2 km")
        #expect(words.distance(1_950) == "2 km")
    }

    @Test("Hostile words are escaped wherever they show") func escapeWords() throws {
        var query = PlaceQuery()
        query.text = "\"><script>alert(1)</script>"
        query.types = ["'><img src=x>"]
        var page = PlaceListPage(query: query, effectiveQuery: query, district: nil)
        let words = try words(.korean)
        words.fill(&page)
        let source = try html(page, words)
        let shown = try HTMLDocument(source)
        #expect(!shown.all("script").contains { $0.textContent.hasPrefix("alert") })
        #expect(!shown.has("img"))
        #expect(source.contains("&lt;script&gt;"))
    }

    @Test("One of a kind is in the singular") func singular() throws {
        let words = try words(.english)
        #expect(words.counts(restaurants: 20, bookshops: 1) == "20 restaurants · 1 bookshop")
        #expect(words.counts(restaurants: 1, bookshops: 0) == "1 restaurant · 0 bookshops")
        #expect(words.tile("Mapo-gu", places: 1) == "Mapo-gu, 1 place")
        #expect(words.tile("Mapo-gu", places: 1_234) == "Mapo-gu, 1,234 places")
        let lead = words.lead(KindCounts(restaurant: 2_000, bookshop: 1))
        #expect(lead.hasPrefix("2,000 restaurants on official lists") && lead.contains("and 1 bookshop."))
    }

    @Test("A part of the list has the title and the way back") func fragmentTitle() throws {
        let words = try words(.korean)
        var page = PlaceListPage(query: PlaceQuery(), effectiveQuery: PlaceQuery(), district: mapo)
        words.fill(&page)
        var layout = PageLayout(language: .korean, title: "a \"title\"")
        layout.next = "/places?q=soup&open=1"
        var bytes: [UInt8] = []
        try words.views.render(page, fragment: "list", in: layout, .korean, into: &bytes)
        let part = try HTMLDocument(String(decoding: bytes, as: UTF8.self))
        #expect(part.has("[data-title=a \"title\"]"))
        #expect(part.has("[data-return-to=/places?q=soup&open=1]"))
    }
}
