import Foundation
import Testing

@testable import Moeum

/// What is not known of opening hours is said and counted, and never passed off as closed.
@Suite(.cleanup)
struct OpenNowTests {
    /// Wednesday, three in the afternoon.
    private func moveToAfternoon(_ site: TestSite) {
        let now = SeoulTime(site.now)
        let days = 3 - now.weekday
        site.clock.move(TimeInterval(((days * 24 + 15 - now.hour) * 60 - now.minute) * 60))
    }

    private func places(_ site: TestSite, _ query: String) async throws -> [[String: Any]] {
        var all: [[String: Any]] = []
        var next: String? = "/places?\(query)"
        while let path = next {
            let page = try await site.json(path)
            all += page["places"] as? [[String: Any]] ?? []
            next = page["next"] as? String
        }
        return all
    }

    @Test("Places with unknown hours are counted, and not as closed", arguments: TestEngine.available)
    func countUnknownHours(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        moveToAfternoon(site)
        let book = "책방".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let box = "bounds=37.5,126.9,37.6,127.0"
        let near = "near=37.5563,126.9236&radius=3000"
        var closed = 0
        for query in ["kind=bookshop", "kind=bookshop&q=\(book)", "kind=bookshop&\(near)", "kind=bookshop&\(box)"] {
            let all = try await places(site, query)
            let open = try await places(site, "\(query)&open=1")
            let told = try await site.json("/places?\(query)&open=1")["unknownHours"] as? Int
            #expect(!open.isEmpty && open.allSatisfy { $0["open"] as? Bool == true }, "\(query)")
            #expect(open.count == all.count { $0["open"] as? Bool == true }, "\(query)")
            #expect(told == all.count { $0["open"] is NSNull }, "\(query)")
            closed += all.count { $0["open"] as? Bool == false }
        }
        #expect(closed > 0)
        let restaurants = try await site.json("/places?kind=restaurant")
        #expect(restaurants["unknownHours"] is NSNull)
        let none = try await site.json("/places?kind=restaurant&open=1")
        #expect(none["total"] as? Int == 0 && none["unknownHours"] as? Int == restaurants["total"] as? Int)
    }

    @Test("The filter is offered where hours are known, and says what it leaves out")
    func offerOpenFilter() async throws {
        let site = try await TestSite()
        moveToAfternoon(site)
        func page(_ query: String) async throws -> HTMLDocument { try await site.get("/places?\(query)").html }
        #expect(try await page("kind=bookshop").has("[name=open]"))
        #expect(try await !page("kind=restaurant").has("[name=open]"))
        let none = try await page("kind=restaurant&open=1")
        #expect(none.has("[name=open]"))
        #expect(none.text.contains("영업시간을 모르는 500곳은 여기에 없어요."))
        #expect(none.has("a[href=/places?kind=restaurant]", text: "영업시간을 모르는 곳도 보기 500"))
        let some = try await page("kind=bookshop&open=1")
        #expect(some.text.contains("영업시간을 모르는 곳도 보기") && some.has("a[href=/places?kind=bookshop]"))
    }

    @Test("The number of known hours follows every change", arguments: TestEngine.available)
    func countKnownHours(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        func known(_ change: (inout PlaceRecord) -> Void) async throws -> Int {
            let record = PlacesFixture.record("1", "한솔집", change)
            return try await database.write { transaction in
                _ = try transaction.upsertPlace(record, PlacesFixture.districts, now: 1)
                #expect(try transaction.wrongKeptCounts().isEmpty)
                return try transaction.first("SELECT SUM(known_hours) FROM place_counts") { try $0.int(0) } ?? 0
            }
        }
        #expect(try await known { $0.hoursText = "매일 10:00-20:00" } == 1)
        #expect(try await known { ($0.hoursText, $0.district) = ("매일 10:00-21:00", "jung") } == 1)
        #expect(try await known { $0.hoursText = "때때로" } == 0)
        #expect(try await known { ($0.hoursText, $0.category) = ("평일 11-20", "분식") } == 0)
        #expect(try await known { ($0.hoursText, $0.category) = ("평일 11:00-20:00", "분식") } == 1)
        try await database.write { transaction in
            let id = try #require(try transaction.first("SELECT id FROM places") { try $0.id(0) as Place.ID })
            let decision = StatusDecision(source: "made-up", reason: "left-list")
            try transaction.setPlaceStatus(.closed, of: id, decision, PlacesFixture.mapo, now: 2)
            #expect(try transaction.wrongKeptCounts().isEmpty)
        }
    }
}
