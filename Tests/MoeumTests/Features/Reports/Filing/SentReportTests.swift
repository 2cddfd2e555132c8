import RouterClient
import Testing

@testable import Moeum

/// Anyone who told staff something reads how it stands.
@Suite(.cleanup)
struct SentReportTests {
    @Test("Sent reports and suggestions are listed with their states", arguments: TestEngine.available)
    func listSent(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, _, review) = try await site.reviewed()
        let staff = try await site.people(1, "운영 ")[0]
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        try await site.reporter(browser, "가람")
        try await site.reporter(other, "별하")
        func sent(_ browser: TestBrowser) async throws -> [String] {
            let all = try await browser.json("/my/standing")["sent"] as? [[String: Any]] ?? []
            return all.map { "\($0["target"] ?? "") \($0["about"] ?? "") \($0["state"] ?? "")" }
        }
        #expect(try await sent(browser) == [])
        // Who has nothing there is not led there every day.
        func isInMenu(_ browser: TestBrowser) async throws -> Bool {
            try await browser.get("/about").html.has("a[href=/my/standing]")
        }
        #expect(try await !isInMenu(browser))
        #expect(try await !browser.get("/settings").html.has("[href=/my/standing]"))
        let target = AuditEntry.Target.review(review)
        let report = ["target": "\(target)", "reason": "spam", "detail": "같은 말이 여러 번이에요"]
        #expect(try await browser.post("/reports", report).status == .seeOther)
        let notice = try await browser.get("/places/\(place)")
        #expect(try notice.html.has(".flash--said a[href=/my/standing#sent]"))
        let fields = ["place_id": "\(place)", "kind": "phone", "value": "02 332 0000"]
        #expect(try await browser.post("/suggestions", fields).status == .seeOther)
        let bookshop = ["kind": "new-bookshop", "name": "달빛서점"]
        #expect(try await browser.post("/suggestions", bookshop).status == .seeOther)
        let found = try await sent(browser)
        #expect(found.contains("\(target) spam open") && found.contains("place:\(place) phone open"))
        #expect(found.count == 3 && found.filter { $0.hasSuffix("new-bookshop open") }.count == 1)
        let page = try await browser.get("/my/standing")
        #expect(page.text.contains("같은 말이 여러 번이에요") && page.text.contains("02-332-0000") && page.text.contains("달빛서점"))
        #expect(try page.text.contains("접수했어요") && page.html.has("a[href=/places/\(place)#r\(review)]"))
        #expect(try await sent(other) == [])
        #expect(try await isInMenu(browser))
        let settings = try await browser.get("/settings").html
        #expect(settings.all("a[href=/my/standing]").count == 2, "the menu and the list")
        #expect(try await !isInMenu(other))

        try await site.decide(.take, on: target, by: staff)
        #expect(try await sent(browser).contains("\(target) spam taken"))
        try await site.decide(.dismiss, on: target, by: staff)
        #expect(try await sent(browser).contains("\(target) spam approved"))
        try await site.decide(.close, on: AuditEntry.Target.place(place), by: staff)
        #expect(try await sent(browser).contains("place:\(place) phone approved"))
    }
}
