import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Saying what is wrong with a place, and which bookshop is missing.
@Suite(.cleanup)
struct SuggestionTests {
    @Test("A suggestion for a place is filed and answered once", arguments: TestEngine.available)
    func answerOnce(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, staff) = (try await site.places(1)[0], try await site.people(1)[0])
        let target = AuditEntry.Target.place(place)
        let (first, second) = (TestBrowser(site), TestBrowser(site))
        let account = try await site.reporter(first, "가람")
        let other = try await site.reporter(second, "별하")
        let form = try await first.get("/suggestions/new?place_id=\(place)")
        #expect(try form.status == .ok && form.html.has("input[name=kind][value=duplicate]"))
        #expect(
            try await first.get("/reports/new?target=\(target)").location?.hasPrefix("/suggestions") == true
        )
        let fields = ["place_id": "\(place)", "kind": "phone", "value": "02 332 0000", "source": "다녀왔어요"]
        #expect(try await first.post("/suggestions", fields).location == "/places/\(place)")
        #expect(try await first.get("/places/\(place)").text.contains("확인하고 메일로"))
        #expect(try await first.post("/suggestions", fields, TestBrowser.asProgram).status == .ok)
        let closed = ["place_id": "\(place)", "kind": "closed"]
        #expect(try await first.post("/suggestions", closed, TestBrowser.asProgram).status == .created)
        #expect(try await second.post("/suggestions", closed).status == .seeOther)
        #expect(try await site.count("SELECT COUNT(*) FROM suggestions") == 3)
        let found = try #require(try await site.currentCase(of: target))
        // Said twice by one person, it counts once.
        #expect((found.weight, found.reportCount, found.place) == (200, 2, place))
        try await site.app.database.write { transaction in
            var audit = AuditContext(actor: .staff(staff), at: site.now, emailRenderer: site.app.emailRenderer)
            audit.caseID = found.id
            try transaction.recordEvent(.setStatus, on: target, audit)
        }
        try await site.decide(.close, on: target, by: staff)
        for person in [account, other] {
            #expect(try await site.messages(.suggestionActed, to: person) == 1)
        }
        // Facts grow old: what was looked at may be wrong again.
        #expect(try await first.post("/suggestions", fields).status == .seeOther)
        #expect(try await site.currentCase(of: target)?.id != found.id)
        try await site.decide(.dismiss, on: target, by: staff)
        #expect(try await site.messages(.suggestionDeclined, to: account) == 1)
        #expect(try await site.messages(.suggestionDeclined, to: other) == 0)
        #expect(try await first.post("/suggestions", fields).status == .seeOther)
    }

    @Test("A missing bookshop has a case of its own", arguments: TestEngine.available)
    func suggestBookshop(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let staff = try await site.people(1)[0]
        let browser = TestBrowser(site)
        let account = try await site.reporter(browser, "가람")
        let form = try await browser.get("/suggestions/new")
        #expect(try form.html.has("[name=address]") && form.html.has("[name=source]"))
        // One field for where it is known from; a homepage is just that.
        #expect(try !form.html.has("[name=link]"))
        let shop = ["name": "작은 책방", "address": "망원동", "source": "https://shop.example"]
        #expect(try await browser.post("/suggestions", shop).location == "/places?kind=bookshop")
        #expect(try await browser.post("/suggestions", shop).status == .seeOther)
        #expect(try await browser.post("/suggestions", ["name": "큰 책방"]).status == .seeOther)
        let ids = try await site.app.database.read { transaction in
            try transaction.rows("SELECT id FROM suggestions ORDER BY id").map {
                try $0.id(0) as FiledSuggestion.ID
            }
        }
        #expect(ids.count == 2)
        for id in ids { #expect(try await site.currentCase(of: AuditEntry.Target.suggestion(id)) != nil) }
        try await site.decide(.dismiss, on: AuditEntry.Target.suggestion(ids[0]), by: staff)
        #expect(try await site.messages(.suggestionDeclined, to: account) == 1)
    }

    @Test("A refused form keeps what was typed") func keepTyped() async throws {
        let site = try await TestSite()
        let place = try await site.places(1)[0]
        let browser = TestBrowser(site)
        try await site.reporter(browser, "가람")
        let fields = ["place_id": "\(place)", "kind": "phone", "value": "010-1234-5678"]
        let refused = try await browser.post("/suggestions", fields)
        #expect(refused.status == .unprocessableContent && refused.text.contains("010-1234-5678"))
        #expect(refused.text.contains("개인 휴대전화 번호는"))
        let json = try await browser.post("/suggestions", fields, TestBrowser.asProgram)
        #expect(json.errors == ["value": "mobile"])
        let shop = try await browser.post("/suggestions", ["source": "javascript://x"], TestBrowser.asProgram)
        #expect(shop.errors == ["name": "required", "source": "link"])
        for (source, isTaken) in [
            ("javascript://x", false), ("https://shop.example", true), ("누리집 http://책방.한국 에서", true),
        ] {
            let fields = ["place_id": "\(place)", "kind": "phone", "source": source]
            let answer = try await browser.post("/suggestions", fields, TestBrowser.asProgram)
            #expect(answer.errors["source"] == (isTaken ? nil : "link"), "\(source)")
        }
        for unknown in ["1", "x"] {
            let path = "/suggestions/new?place_id=\(unknown)"
            #expect(try await browser.get(path).status == .notFound)
            let fields = ["place_id": unknown, "kind": "closed"]
            #expect(try await browser.post("/suggestions", fields).status == .notFound)
        }
        #expect(try await site.count("SELECT COUNT(*) FROM report_cases") == 0)
    }
}
