import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Anyone who comes to nothing finds a way on: what they looked for, and the page that led them there.
@Suite(.cleanup)
struct ErrorPageTests {
    @Test("A page that is not found offers the search and the way back") func offerWayBack() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람")
        for (path, status) in [("/nowhere", HTTPResponse.Status.notFound), ("/admin", .forbidden)] {
            let from = ["http://localhost/districts/mapo?q=%EA%B5%AD", nil, "https://elsewhere.example/x"]
            for (index, referrer) in from.enumerated() {
                let answer = try await browser.get(path, referrer.map { [.referer: $0] } ?? [:])
                #expect(answer.status == status)
                #expect(try answer.html.has("form[action=/places]") && answer.html.has("[name=q]"))
                #expect(try answer.html.has("[href=/districts/mapo?q=%EA%B5%AD]") == (index == 0), "\(path)")
                #expect(!answer.text.contains("elsewhere"))
            }
        }
        // The way back never is the page itself.
        let again = try await browser.get("/nowhere", [.referer: "http://localhost/nowhere"])
        #expect(try !again.html.has("[href=/nowhere]"))
    }
}
