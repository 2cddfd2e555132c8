import Foundation
import Testing

@testable import Moeum

/// How entries and visits hang together.
@Suite(.cleanup)
struct DiaryVisitTests {
    @Test("An entry records its visit and moves it along", arguments: TestEngine.available)
    func recordAndMove(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let facts = ["on": "2026-01-05", "place_id": "\(scene.places[0])"]
        let id = try await scene.write("국물", facts)
        #expect(try await scene.visits() == ["0 2026-01-05 owned"])
        let path = "/diary/entries/\(id)"
        let named = try #require(try await scene.browser.json(path)["place"] as? [String: Any])
        #expect(named["id"] as? Int == Int(scene.places[0]) && Set(named.keys) == ["id", "name"])
        // Moved by a day, then to another place.
        _ = try await scene.put(path, ["text": "국물", "on": "2026-01-06", "place_id": "\(scene.places[0])", "rev": "1"])
        _ = try await scene.put(path, ["text": "국물", "on": "2026-01-06", "place_id": "\(scene.places[1])", "rev": "2"])
        #expect(try await scene.visits() == ["1 2026-01-06 owned"])
        // It keeps the visit when nothing is left in it, and lets it go with its place.
        let place = ["on": "2026-01-06", "place_id": "\(scene.places[1])"]
        _ = try await scene.put(path, place.merging(["text": "", "rev": "3"]) { $1 })
        #expect(try await scene.visits() == ["1 2026-01-06 owned"])
        _ = try await scene.put(path, place.merging(["text": "국물", "rev": "4"]) { $1 })
        _ = try await scene.put(path, ["text": "국물", "on": "2026-01-06", "place_id": "none", "rev": "5"])
        #expect(try await scene.visits().isEmpty)
    }

    @Test("The name of a place that is gone stays until it is taken out")
    func keepNameOfGonePlace() async throws {
        let scene = try await DiaryScene()
        let id = try await scene.write("국물", ["place_id": "\(scene.places[0])"])
        let name = try #require(try await scene.entry(id)).placeName
        try await scene.site.app.database.write {
            try $0.execute("UPDATE diary_entries SET place_id = NULL WHERE id = \(id)")
        }
        let path = "/diary/entries/\(id)"
        #expect(try await scene.put(path, ["text": "국물 둘", "on": scene.today, "rev": "1"]).rev == 2)
        #expect(try await scene.entry(id)?.placeName == name)
        #expect(try await scene.browser.get("\(path)/edit").html.has("button[name=act][value=place:]"))
        let form = ["text": "국물 둘", "on": scene.today, "place_id": "", "rev": "2", "act": "place:"]
        #expect(try await scene.browser.post(path, form).status == .seeOther)
        #expect(try await scene.entry(id)?.placeName == "")
        #expect(!(try await scene.browser.get("\(path)/edit").html.has("[value=place:]")))
    }

    @Test("A visit that is moved later does not count as recorded on its day")
    func moveLater() async throws {
        let scene = try await DiaryScene()
        let (account, places, day) = (scene.account, scene.places, scene.today)
        func noted(_ place: Place.ID) async throws -> [String] {
            try await scene.site.app.database.read { try $0.notedVisitDays(of: account, at: place) }
        }
        let id = try await scene.write("국물", ["place_id": "\(places[0])"])
        #expect(try await noted(places[0]) == [day])
        scene.site.clock.move(5 * 86_400)
        let moved = ["text": "국물", "on": day, "place_id": "\(places[1])", "rev": "1"]
        #expect(try await scene.put("/diary/entries/\(id)", moved).rev == 2)
        #expect(try await noted(places[0]) == [])
        #expect(try await noted(places[1]) == [])
    }

    @Test("An entry never changes a visit that was recorded otherwise", arguments: TestEngine.available)
    func leaveOtherVisits(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let place = scene.places[0]
        try await scene.browser.post("/places/\(place)/visits", ["on": "2026-01-05"])
        let id = try await scene.write("국물", ["on": "2026-01-05", "place_id": "\(place)"])
        #expect(try await scene.visits() == ["0 2026-01-05"])
        let path = "/diary/entries/\(id)"
        _ = try await scene.put(path, ["text": "국물", "on": "2026-01-07", "place_id": "\(place)", "rev": "1"])
        #expect(try await scene.visits() == ["0 2026-01-05", "0 2026-01-07 owned"])
        try await scene.browser.post("\(path)/delete", ["visit": "1"])
        #expect(try await scene.visits() == ["0 2026-01-05"])
        // The visit of an entry comes back with it.
        try await scene.browser.post("\(path)/restore")
        #expect(try await scene.visits() == ["0 2026-01-05", "0 2026-01-07 owned"])
        try await scene.browser.post("\(path)/delete")
        #expect(try await scene.visits().count == 2)
    }

    @Test("The second entry of a place and day takes the visit over", arguments: TestEngine.available)
    func takeOverVisit(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let facts = ["on": "2026-01-05", "place_id": "\(scene.places[0])"]
        let first = try await scene.write("점심", facts)
        let second = try await scene.write("저녁", facts)
        try await scene.browser.post("/diary/entries/\(first)/delete", ["visit": "1"])
        #expect(try await scene.visits() == ["0 2026-01-05 owned"])
        try await scene.browser.post("/diary/entries/\(second)/delete", ["visit": "1"])
        #expect(try await scene.visits() == [])
    }

    @Test("A form with only a place records a visit and no entry")
    func recordVisitAlone() async throws {
        let scene = try await DiaryScene()
        let fields = [("text", " "), ("on", "2026-01-05"), ("place_id", "\(scene.places[2])"), ("act", "done")]
        let answer = try await scene.browser.postFiles("/diary/entries", fields)
        #expect(answer.location == "/diary/2026-01?day=2026-01-05")
        #expect(try await scene.visits() == ["2 2026-01-05"])
        #expect(try await scene.site.count("SELECT COUNT(*) FROM diary_entries") == 0)
    }

    @Test("Without scripts a place is found and chosen by buttons")
    func choosePlaceByButton() async throws {
        let scene = try await DiaryScene()
        let form = [("once", DiaryScene.key()), ("on", "2026-01-05"), ("text", ""), ("place", "냉면"), ("act", "find")]
        let found = try await scene.browser.postFiles("/diary/entries", form)
        let next = try #require(found.location)
        #expect(next.hasPrefix("/diary/entries/new?on=2026-01-05") && next.hasSuffix("#place"))
        let page = try await scene.browser.get(String(next.dropLast(6)))
        let offered = try page.html.all("button[name=act][value^=place:]").compactMap { $0["value"]?.dropFirst(6) }
        let chosen = try #require(offered.first { !$0.isEmpty })
        let words = [
            ("once", DiaryScene.key()), ("on", "2026-01-05"), ("text", "시원했다"), ("act", "place:\(chosen)"),
        ]
        let saved = try await scene.browser.postFiles("/diary/entries", words)
        #expect(saved.location?.hasSuffix("/edit#place") == true)
        let editor = try await scene.browser.get(String(try #require(saved.location).dropLast(6)))
        #expect(try editor.html.has("[name=place_id][value=\(chosen)]"))
        #expect(try editor.html.first("textarea[name=text]")?.textContent == "시원했다")
    }
}
