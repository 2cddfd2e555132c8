import Foundation
import Testing

@testable import Moeum

/// What lists say where names are long or matches many.
@Suite(.cleanup)
struct PlaceListBoundsTests {
    private let now = SeoulTime(Date(timeIntervalSince1970: 1_795_212_000))

    @Test("Lists of long names come to an end", arguments: TestEngine.available, [PlaceQuery.Sort.name, .rating])
    func longNames(_ engine: TestEngine, _ sort: PlaceQuery.Sort) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let long = String(repeating: "긴이름", count: 400)
        let records = (0..<9).map { PlacesFixture.record("k\($0)", "\(long)\($0 / 2)") }
        try await database.write { try $0.upsertPlaces(records, PlacesFixture.districts) }
        var seen: [Place.ID] = []
        var key: String?
        for _ in 0..<5 {
            let items = [("sort", sort.rawValue)] + (key.map { [("after", $0)] } ?? [])
            let asked = PlaceQuery(items, districts: PlacesFixture.districts)
            let now = now
            let list = try await database.read { try $0.placeList(asked, at: now, limit: 2) }
            seen += list.entries.map(\.place.id)
            key = list.next
            if key == nil { break }
        }
        #expect(seen.count == 9 && Set(seen).count == 9)
    }

    @Test("A map draws listed places and knows whether there are more", arguments: TestEngine.available)
    func mapPoints(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let records = (0..<12).map { number in
            PlacesFixture.record("k\(number)", "가게\(number)") {
                $0.position = Place.Position(latitude: 37.55, longitude: 126.9, precision: .exact)
            }
        }
        try await database.write { transaction in
            try transaction.upsertPlaces(records, PlacesFixture.districts)
            let first = try transaction.first("SELECT id FROM places ORDER BY id LIMIT 1") {
                try $0.id(0) as Place.ID
            }
            let decision = StatusDecision(source: PlacesFixture.source.source, reason: "made-up")
            try transaction.setPlaceStatus(.cancelled, of: try #require(first), decision, PlacesFixture.mapo, now: 0)
        }
        for (points, drawn) in [(10, 10), (11, 11), (12, 11)] {
            var bounds = PlaceListBounds(total: 12)
            bounds.points = points
            let (asked, now) = (bounds, now)
            let list = try await database.read { try $0.placeList(PlaceQuery(), at: now, limit: 5, bounds: asked) }
            #expect(list.points.all.count == drawn && list.points.isCut == (drawn < 11), "\(points)")
        }
    }

    @Test("Counts of some matches are not shown as those of all", arguments: TestEngine.available)
    func partialCounts(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        var queries = Array(repeating: PlaceQuery(), count: 2)
        queries[0].text = "구"
        queries[1].near = PlaceQuery.Point(latitude: 37.55, longitude: 126.95)
        queries[1].radius = 5_000
        for query in queries {
            for (counted, isAtLeast) in [(5, true), (5_000, false)] {
                var bounds = PlaceListBounds(total: 0)
                bounds.counted = counted
                let (asked, known, now) = (query, bounds, now)
                let list = try await site.app.database.read {
                    try $0.placeList(asked, at: now, limit: 5, bounds: known)
                }
                #expect(list.areFacetsAtLeast == isAtLeast)
                let presenter = PlacePresenter(site.app, .english, now: now)
                let page = PlaceListBuilder(presenter: presenter, tiles: nil).page(
                    PlaceFinding(query: query, list: list, understanding: nil, station: nil),
                    query,
                    nil,
                    trail: PageTrail("/places")
                )
                #expect(page.list.areFacetsAtLeast == isAtLeast)
                #expect(page.countsText.isEmpty == isAtLeast)
                #expect(!page.types.isEmpty)
                #expect(page.types.allSatisfy { ($0.countText == nil) == isAtLeast })
            }
        }
    }

    @Test("The commonest menus are those of the latest places") func commonestMenus() async throws {
        let database = try await PlacesFixture.database()
        let records = ["국수", "국수", "국수", "냉면", "만두"].enumerated().map { number, menu in
            PlacesFixture.record("k\(number)", "가게\(number)") { $0.menu = menu }
        }
        for record in records {
            try await database.write { try $0.upsertPlaces([record], PlacesFixture.districts) }
        }
        #expect(try await database.read { try $0.commonestMenus(limit: 1) } == ["국수"])
        #expect(try await database.read { try $0.commonestMenus(limit: 3, ofLatest: 2) } == ["냉면", "만두"])
    }
}
