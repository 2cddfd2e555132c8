import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// From where one comes to report something.
@Suite(.cleanup)
struct ReportLinksTests {
    @Test("Everything except one's own has a link to report it") func linkReports() async throws {
        let site = try await TestSite()
        let (writer, other, stranger) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        let account = try await site.logIn(writer, nickname: "글쓴이")
        try await site.logIn(other, nickname: "읽는이")
        let photo = try await site.photo(by: account)
        let place = try await site.places(1)[0]
        let input = try ReviewsFixture.input(photos: [photo])
        let review = try await site.review(place, by: account, input)
        let pages = [
            ("/places/\(place)", "review:\(review)"), ("/places/\(place)/reviews", "review:\(review)"),
            ("/reviews/\(review)", "review:\(review)"), ("/members/\(account)", "user:\(account)"),
            ("/photos/\(photo)", "photo:\(photo)"),
        ]
        for (path, target) in pages {
            let link: HTMLSelector = "[href=/reports/new?target=\(target)]"
            #expect(try await stranger.get(path).html.has(link), "\(path)")
            #expect(try await other.get(path).html.has(link), "\(path)")
            #expect(try await !writer.get(path).html.has(link), "\(path)")
            // The same bytes for everybody who has no session.
            let tags = [try await stranger.get(path), try await TestBrowser(site).get(path)].map { $0.headers[.eTag] }
            #expect(tags[0] != nil && tags[0] == tags[1], "\(path)")
        }
        #expect(try await stranger.get("/places/\(place)").html.has("a[href=/suggestions/new?place_id=\(place)]"))
        #expect(try await stranger.get("/places?kind=bookshop").html.has("a[href=/suggestions/new]"))
        #expect(try await stranger.get("/").html.has("a[href=/about/guidelines]"))
    }

    @Test("The guidelines are complete in both languages", arguments: Language.allCases)
    func showGuidelines(_ language: Language) async throws {
        let site = try await TestSite()
        let page = try await site.get("/about/guidelines?lang=\(language.rawValue)")
        #expect(!page.text.contains("{") && !page.text.contains("guidelines."))
        for path in ["/takedowns/new", "/transparency", "/my/standing"] {
            #expect(try page.html.has("a[href=\(path)]"))
        }
        for days in ["20", "7", "180", "30"] { #expect(page.text.contains(days)) }
    }
}
