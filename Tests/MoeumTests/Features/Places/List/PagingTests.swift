import Foundation
import RouterClient
import Testing

@testable import Moeum

/// Going through lists page by page without scripts.
@Suite(.cleanup)
struct PagingTests {
    private struct Page {
        let html: HTMLDocument

        var names: [String] { html.all("h3 .num").map(\.text) }
        var pins: Set<String> {
            let labels = html.all("[aria-label]").compactMap { $0["aria-label"]?.prefixMatch(of: /(\d+)\.\s/) }
            return Set(labels.map { String($0.output.1) })
        }
        var ids: [String] { html.all("li[id^=p]").compactMap { $0["id"] } }

        func link(_ rel: String) throws -> String { try #require(html.first("a[rel=\(rel)]")?["href"]) }
    }

    private func page(_ path: String, _ browser: TestBrowser) async throws -> Page {
        let answer = try await browser.get(path.replacing("#list", with: ""))
        #expect(answer.status == .ok)
        return Page(html: try answer.html)
    }

    @Test("Places are numbered across pages, and each page leads back") func numberPages() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let first = try await page("/places?kind=restaurant", browser)
        #expect(first.names == (1...20).map(String.init) && !first.html.has("[rel=prev]"))
        #expect(try first.link("next").hasSuffix("#list") && first.html.has("#list"))
        let second = try await page(first.link("next"), browser)
        #expect(second.names == (21...40).map(String.init))
        // The map says the same numbers, of the places whose positions are exact.
        #expect(!second.pins.isEmpty && second.pins.isSubset(of: second.names))
        let third = try await page(second.link("next"), browser)
        #expect(third.names == (41...60).map(String.init))
        #expect(try third.link("prev").hasSuffix("#list"))
        let back = try await page("/places" + third.link("prev"), browser)
        #expect(back.ids == second.ids && back.names == second.names)
        #expect(try await page("/places" + back.link("prev"), browser).ids == first.ids)
    }

    @Test("Other lists lead back too") func otherLists() async throws {
        let site = try await TestSite()
        let place = try await site.places(1)[0]
        for person in try await site.people(25) {
            _ = try await site.review(place, by: person, try ReviewsFixture.input("국물이 맑고 깊어서 다시 가고 싶어요."))
        }
        let browser = TestBrowser(site)
        let first = try await page("/places/\(place)", browser)
        let links = first.html.all("a[href]").compactMap { $0["href"] }
        let second = try await page(try #require(links.first { $0.contains("reviews?after=") }), browser)
        let start = "/places/\(place)/reviews"
        #expect(try second.link("prev") == "\(start)#list" && second.html.has("#list"))
        let account = try await site.logIn(browser, nickname: "가람")
        for number in 0..<40 {
            let day = SeoulDay(site.now).advanced(by: -number).text
            _ = try await site.app.database.write {
                try $0.insertVisit(place, on: day, by: account, at: site.now)
            }
        }
        let list = "/diary/\(SeoulTime(site.now).isoDay.prefix(7))?view=list&place=\(place)"
        let visits = try await page(page(list, browser).link("next"), browser)
        #expect(try visits.link("prev") == "?view=list&place=\(place)#list")
        #expect(visits.html.has("#list"))
    }
}
