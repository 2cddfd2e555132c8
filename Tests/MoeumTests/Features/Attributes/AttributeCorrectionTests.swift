import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What staff know better than the answers of members, and taking it back.
@Suite(.cleanup)
struct AttributeCorrectionTests {
    private struct Scene {
        let site: TestSite
        let place: Place.ID
        let staff: TestBrowser
        let member: TestBrowser

        init(on engine: TestEngine) async throws {
            site = try await TestSite(on: engine)
            place = try #require(try await site.places(1).first)
            (staff, member) = (TestBrowser(site), TestBrowser(site))
            try await site.logIn(staff, nickname: "지킴이", role: .moderator, hasTwoFactor: true)
            try await site.logIn(member, nickname: "하나")
        }

        @discardableResult
        func correct(
            _ key: String,
            _ value: String,
            source: String = "전화",
            reason: String = "가 봤어요"
        ) async throws -> TestResponse {
            try await staff.post(
                "/admin/places/\(place)/facts",
                ["key": key, "value": value, "source": source, "reason": reason]
            )
        }

        /// Key, value, yes, no and source of each row.
        func facts() async throws -> [String] {
            let page = try await site.json("/places/\(place)")["place"] as? [String: Any]
            return (page?["facts"] as? [[String: Any]] ?? []).map { fact in
                let source = fact["source"] as? String ?? "-"
                return "\(fact["key"] ?? "") \(fact["value"] ?? "") \(fact["yes"] ?? "") \(fact["no"] ?? "") \(source)"
            }
        }

        /// Undoes the newest change.
        func undo() async throws {
            let id = try await site.app.database.read { transaction in
                try transaction.first("SELECT MAX(id) FROM audit_log") { try $0.int64(0) }
            }
            try await staff.post("/admin/audit/\(try #require(id))/undo", ["reason": "잘못 고쳤어요"])
        }
    }

    @Test("What staff set leads whatever members say, until it is undone", arguments: TestEngine.available)
    func set(_ engine: TestEngine) async throws {
        let scene = try await Scene(on: engine)
        try await scene.member.post("/places/\(scene.place)/facts", ["key": "parking", "value": "yes"])
        #expect(try await scene.correct("parking", "no").status == .seeOther)
        #expect(try await scene.facts() == ["parking no 1 0 전화", "parking yes 1 0 -"])
        let leading: SQL = "SELECT COUNT(*) FROM place_attributes WHERE is_leading = 1 AND value = 'no'"
        #expect(try await scene.site.count(leading) == 1)
        #expect(try await scene.site.count("SELECT COUNT(*) FROM audit_log WHERE action = 'correct-place'") == 1)
        try await scene.undo()
        #expect(try await scene.facts() == ["parking yes 1 0 -"])
    }

    @Test("What staff clear counts no more; later answers do, and undoing counts all", arguments: TestEngine.available)
    func clear(_ engine: TestEngine) async throws {
        let scene = try await Scene(on: engine)
        try await scene.member.post("/places/\(scene.place)/facts", ["key": "hours-mon", "value": "11:00-20:00"])
        #expect(try await scene.correct("hours-mon", "clear").status == .seeOther)
        #expect(try await scene.facts() == [])
        #expect(try await scene.site.count("SELECT COUNT(*) FROM place_hours WHERE place_id = \(scene.place)") == 0)
        scene.site.clock.move(60)
        let other = TestBrowser(scene.site)
        try await scene.site.logIn(other, nickname: "두리")
        try await other.post("/places/\(scene.place)/facts", ["key": "hours-mon", "value": "12:00-20:00"])
        #expect(try await scene.facts() == ["hours-mon 12:00-20:00 1 0 -"])
        try await scene.undo()
        #expect(try await scene.facts().count == 2)
        #expect(try await scene.site.app.database.read { try $0.wrongKeptCounts() } == [:])
    }

    @Test(
        "How staff know stands on the page and in the log, and comes back with the value",
        arguments: TestEngine.available
    )
    func showSource(_ engine: TestEngine) async throws {
        let scene = try await Scene(on: engine)
        try await scene.correct("parking", "no", source: "전화")
        try await scene.correct("hours-mon", "11:00-20:00", source: "간판")
        let page = try await scene.site.get("/places/\(scene.place)").html
        #expect(page.has("#facts p", text: "주차는 안 돼요 · 운영진 확인: 전화"))
        #expect(page.has("#facts p", text: "월요일 영업시간: 11:00–20:00 · 운영진 확인: 간판"))
        try await scene.correct("parking", "no", source: "안내판")
        #expect(try await scene.facts().contains("parking no 0 0 안내판"))
        let log = try await scene.staff.get("/admin/audit").html.text
        for words in ["주차되나요? · 출처", "주차는 안 돼요", "안내판"] { #expect(log.contains(words), "\(words)") }
        try await scene.undo()
        #expect(try await scene.facts().contains("parking no 0 0 전화"))
    }

    @Test("What staff set at a duplicate is set at the place that it became", arguments: TestEngine.available)
    func followMerge(_ engine: TestEngine) async throws {
        let merged = try await MergedPlaces(on: engine)
        let (duplicate, other) = (merged.places[0], merged.places[1])
        #expect(try await merged.merge(duplicate, into: other).status == .seeOther)
        let answer = try await merged.browser.post(
            "/admin/places/\(duplicate)/facts",
            ["key": "parking", "value": "no", "source": "전화", "reason": "가 봤어요"]
        )
        #expect(answer.status == .seeOther && answer.location == "/admin/places/\(other)")
        let corrected: SQL = "SELECT COUNT(*) FROM place_attribute_corrections WHERE place_id = \(other)"
        #expect(try await merged.site.count(corrected) == 1)
    }

    @Test("Staff read words, choose from lists, and type hours alone", arguments: TestEngine.available)
    func choose(_ engine: TestEngine) async throws {
        let scene = try await Scene(on: engine)
        let path = "/admin/places/\(scene.place)/facts"
        try await scene.member.post("/places/\(scene.place)/facts", ["key": "parking", "value": "yes"])
        let form = try await scene.staff.get(path).html
        #expect(form.all("p").contains { $0.text.hasPrefix("주차돼요 · 1 · ") })
        #expect(form.has("select[name=key] option[value=parking]", text: "주차되나요?"))
        #expect(form.has("select[name=key] option[value=hours-mon]", text: "월요일 영업시간"))
        #expect(!form.has("select[name=key] option[value=used-books]") && !form.has("option[selected]"))
        #expect(form.has("select[name=value] option[value=2]", text: "한 끼 1만–2만 원"))
        var fields = ["key": "hours-mon", "hours": "11-20", "source": "전화", "reason": "가 봤어요"]
        let refused = try await scene.staff.post(path, fields)
        #expect(try refused.html.has("[name=hours][aria-invalid=true]"))
        #expect(try refused.html.has("option[value=hours-mon][selected]"))
        fields["hours"] = "clear"
        #expect(try await scene.staff.post(path, fields).status == .unprocessableContent)
        fields["hours"] = "11:00-20:00"
        #expect(try await scene.staff.post(path, fields).status == .seeOther)
        fields["key"] = "solo"
        #expect(try await scene.staff.post(path, fields).status == .unprocessableContent)
        #expect(try await scene.facts() == ["parking yes 1 0 -", "hours-mon 11:00-20:00 0 0 전화"])
    }

    @Test("Those whose hours staff cleared are not said to tell them", arguments: TestEngine.available)
    func countTellers(_ engine: TestEngine) async throws {
        let scene = try await Scene(on: engine)
        let fields = ["key": "hours-mon", "value": "11:00-20:00"]
        try await scene.member.post("/places/\(scene.place)/facts", fields)
        #expect(try await scene.correct("hours-mon", "clear").status == .seeOther)
        scene.site.clock.move(60)
        let other = TestBrowser(scene.site)
        try await scene.site.logIn(other, nickname: "두리")
        try await other.post("/places/\(scene.place)/facts", fields)
        let (place, database) = (scene.place, scene.site.app.database)
        #expect(try await database.read { try $0.hoursTellers(of: place, on: PlaceAttribute.week)?.people } == 1)
        try await scene.undo()
        #expect(try await database.read { try $0.hoursTellers(of: place, on: PlaceAttribute.week)?.people } == 2)
    }

    @Test("What cannot be is refused beside its field") func refuse() async throws {
        let scene = try await Scene(on: .sqlite)
        for (key, value, reason) in [
            ("colour", "yes", "x"), ("parking", "5", "x"), ("events", "yes", "x"), ("solo", "yes", ""),
            ("", "yes", "x"),
            ("solo", "", "x"),
        ] {
            let refused = try await scene.correct(key, value, reason: reason)
            #expect(try refused.status == .unprocessableContent && refused.html.has("[aria-invalid=true]"))
        }
        #expect(try await scene.site.count("SELECT COUNT(*) FROM place_attribute_corrections") == 0)
    }
}
