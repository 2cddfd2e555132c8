import Foundation
import Testing

@testable import Moeum

/// What staff set right stays right, and can be taken back.
@Suite(.cleanup)
struct CorrectionTests {
    /// Staff before a place of the sample.
    private func siteWithStaff(on engine: TestEngine) async throws -> (TestSite, TestBrowser, Place.ID) {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "지킴이", role: .moderator, hasTwoFactor: true)
        return (site, browser, place)
    }

    private func place(_ id: Place.ID, _ site: TestSite) async throws -> [String: Any] {
        try #require(try await site.json("/places/\(id)")["place"] as? [String: Any])
    }

    @Test("A corrected fact is shown and found by search, and can be undone", arguments: TestEngine.available)
    func correctFact(_ engine: TestEngine) async throws {
        let (site, browser, id) = try await siteWithStaff(on: engine)
        let record = try #require(try await site.app.database.read { try $0.placeRecord(id) })
        let answer = try await browser.post(
            "/admin/places/\(id)",
            ["phone": "02 987 6543", "menu": "달빛전골", "source": "가게에 전화했어요", "reason": "번호가 바뀌었어요"]
        )
        #expect(answer.status == .seeOther)
        #expect(try await place(id, site)["phone"] as? String == "02-987-6543")
        let found = try await site.json("/places?q=%EB%8B%AC%EB%B9%9B%EC%A0%84%EA%B3%A8")["total"] as? Int
        #expect(found == 1)
        let entry = try #require(
            try await site.app.database.read { try $0.auditEntries(where: "1 = 1", limit: 1).first }
        )
        #expect(entry.action == .correctPlace && entry.note == "번호가 바뀌었어요\n가게에 전화했어요")
        try await site.app.database.write { transaction in
            var audit = AuditContext(actor: .site, at: site.now, emailRenderer: site.app.emailRenderer)
            audit.districts = site.app.districts
            try transaction.revertChange(entry.id, audit)
        }
        #expect(try await site.app.database.read { try $0.placeRecord(id) } == record)
        #expect(try await site.app.database.read { try $0.corrections(of: id).isEmpty })
    }

    @Test("A correction stays through imports until the source has a new value", arguments: TestEngine.available)
    func surviveImports(_ engine: TestEngine) async throws {
        let (site, browser, id) = try await siteWithStaff(on: engine)
        let districts = site.app.districts
        let told = try #require(try await site.app.database.read { try $0.placeRecord(id) })
        try await browser.post(
            "/admin/places/\(id)",
            ["phone": "02-987-6543", "source": "가게 홈페이지", "reason": "번호가 바뀌었어요"]
        )
        func hear(_ phone: String?, on day: String) async throws -> String? {
            var record = told
            record.source = SourceReference(source: told.source.source, asOf: day)
            record.phone = phone
            record.factSources = [:]
            let again = record
            return try await site.app.database.write { transaction in
                _ = try transaction.upsertPlace(again, districts, now: site.now.milliseconds)
                return try transaction.place(id)?.phone
            }
        }
        let next = SeoulTime(site.now + 86_400).isoDay
        #expect(try await hear(told.phone, on: next) == "02-987-6543")
        #expect(try await hear(nil, on: next) == "02-987-6543")
        #expect(try await hear("02-111-2222", on: SeoulTime(site.now + 172_800).isoDay) == "02-111-2222")
        #expect(try await site.app.database.read { try $0.corrections(of: id).isEmpty })
    }

    @Test("A place that staff close leaves the lists, and undoing lists it again", arguments: TestEngine.available)
    func closePlace(_ engine: TestEngine) async throws {
        let (site, browser, id) = try await siteWithStaff(on: engine)
        let before = try await site.app.database.read { try $0.placeCounts().map { "\($0)" }.sorted() }
        try await browser.post("/admin/places/\(id)", ["status": "closed", "reason": "문을 닫았대요"])
        #expect(try await place(id, site)["status"] as? String == "closed")
        #expect(try await site.app.database.read { try $0.placeCounts().map { "\($0)" }.sorted() } != before)
        let entry = try #require(
            try await site.app.database.read { try $0.auditEntries(where: "1 = 1", limit: 1).first }
        )
        try await site.app.database.write { transaction in
            var audit = AuditContext(actor: .site, at: site.now, emailRenderer: site.app.emailRenderer)
            audit.districts = site.app.districts
            try transaction.revertChange(entry.id, audit)
        }
        #expect(try await place(id, site)["status"] as? String == "listed")
        #expect(try await site.app.database.read { try $0.placeCounts().map { "\($0)" }.sorted() } == before)
    }

    @Test("Errors are shown beside their fields and nothing typed is lost") func showErrors() async throws {
        let (_, browser, id) = try await siteWithStaff(on: .sqlite)
        let answer = try await browser.post(
            "/admin/places/\(id)",
            ["phone": "010-1234-5678", "link": "javascript:alert(1)", "menu": "<b>전골</b>", "position": "1, 2"]
        )
        #expect(answer.status == .unprocessableContent)
        #expect(answer.text.contains("010-1234-5678") && answer.text.contains("&lt;b&gt;전골&lt;/b&gt;"))
        let json = try await browser.post(
            "/admin/places/\(id)",
            ["phone": "12", "link": "javascript:alert(1)", "name": " "],
            [.secFetchSite: "same-origin", .accept: "application/json"]
        )
        let problem = try JSONSerialization.jsonObject(with: Data(buffer: json.body)) as? [String: Any]
        #expect(
            problem?["errors"] as? [String: String] == ["phone": "invalid", "link": "invalid", "name": "required"]
        )
    }

    @Test("The second of two corrections is refused and shows the first one") func refuseStale() async throws {
        let (site, browser, id) = try await siteWithStaff(on: .sqlite)
        let fields = ["rev": "0", "menu": "전골", "source": "홈페이지", "reason": "바뀌었어요"]
        #expect(try await browser.post("/admin/places/\(id)", fields).status == .seeOther)
        let second = try await browser.post("/admin/places/\(id)", fields.merging(["menu": "찌개"]) { $1 })
        #expect(second.status == .conflict && second.text.contains("찌개"))
        // Who did what meanwhile, and why.
        #expect(try second.html.has("#latest") && second.text.contains("지킴이"))
        #expect(try second.html.has("b", text: "전골") && second.text.contains("바뀌었어요\n홈페이지"))
        #expect(try await place(id, site)["menu"] as? String == "전골")
        #expect(try await browser.post("/admin/places/\(id)", ["menu": "전골"]).status == .seeOther)
    }

    @Test("A position is shown in degrees and keeps its precision") func keepPrecision() async throws {
        let (site, browser, id) = try await siteWithStaff(on: .sqlite)
        try await site.execute(
            "UPDATE places SET latitude = 37.54931, longitude = 126.94007, precision_level = 'road' WHERE id = \(id)"
        )
        let before = try await site.app.database.read { try $0.placeRecord(id)?.position }
        let page = try await browser.get("/admin/places/\(id)")
        #expect(try page.html.has("input[name=position][value=37.54931, 126.94007]"))
        let sent = ["position": "37.54931, 126.94007", "menu": "전골", "source": "홈페이지", "reason": "바뀌었어요"]
        #expect(try await browser.post("/admin/places/\(id)", sent).status == .seeOther)
        #expect(try await site.app.database.read { try $0.placeRecord(id)?.position } == before)
    }

    @Test("Staff find places of every status") func findEveryStatus() async throws {
        let (site, browser, id) = try await siteWithStaff(on: .sqlite)
        try await browser.post("/admin/places/\(id)", ["status": "closed", "reason": "문을 닫았대요"])
        let name = try #require(try await site.app.database.read { try $0.place(id)?.name })
        let query = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let found = try await browser.json("/admin/places?q=\(query)")["places"] as? [[String: Any]] ?? []
        #expect(found.contains { $0["id"] as? Int == Int(id) && $0["status"] as? String == "closed" })
        #expect(try await browser.get("/admin/places/\(id)").text.contains("/admin/audit?target=place:\(id)"))
    }
}
