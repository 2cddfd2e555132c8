import Foundation
import Testing

@testable import Moeum

@Suite(.cleanup)
struct PlaceListTests {
    private let now = SeoulTime(Date(timeIntervalSince1970: 1_795_212_000))

    private static func random(_ count: Int, seed: UInt64) -> [PlaceRecord] {
        var generator = SeededGenerator(state: seed)
        return (0..<count).map { number in
            PlacesFixture.record("k\(number)", "가게\(Int.random(in: 0..<count / 2, using: &generator))") { record in
                record.kind = Bool.random(using: &generator) ? .restaurant : .bookshop
                record.category = ["한식", "일식", "분식"].randomElement(using: &generator) ?? "한식"
                record.district = ["mapo", "jung"].randomElement(using: &generator) ?? "mapo"
                record.position = Place.Position(
                    latitude: Double.random(in: 37.54...37.56, using: &generator),
                    longitude: Double.random(in: 126.9...126.92, using: &generator),
                    precision: .exact
                )
                record.hoursText = Bool.random(using: &generator) ? "매일 09:00-18:00" : nil
            }
        }
    }

    /// Follows the list to its end; `between` runs after each screen.
    private func walk(
        _ query: PlaceQuery,
        _ database: any Database,
        between: (Int) async throws -> Void = { _ in }
    ) async throws -> [Place.ID] {
        var ids: [Place.ID] = []
        var query = query
        for screen in 0..<100 {
            let asked = query
            let now = now
            let list = try await database.read { try $0.placeList(asked, at: now, limit: 7) }
            ids += list.entries.map(\.place.id)
            guard let next = list.next else { break }
            query.after = next
            try await between(screen)
        }
        return ids
    }

    @Test(
        "Each place comes once, whatever is added meanwhile",
        arguments: PlaceQuery.Sort.allCases,
        TestEngine.available
    )
    func eachPlaceOnce(_ sort: PlaceQuery.Sort, _ engine: TestEngine) async throws {
        for isNear in [false, true] { try await walkWhileAdding(sort, isNear, engine) }
    }

    private func walkWhileAdding(_ sort: PlaceQuery.Sort, _ isNear: Bool, _ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        try await database.write { try $0.upsertPlaces(Self.random(60, seed: 3), PlacesFixture.districts) }
        let before = try await database.read {
            try $0.rows("SELECT id FROM places").map { try $0.id(0) as Place.ID }
        }
        var query = PlaceQuery()
        query.sort = sort
        if isNear {
            query.near = PlaceQuery.Point(latitude: 37.55, longitude: 126.91)
            query.radius = 5_000
        }
        let seen = try await walk(query, database) { screen in
            let extra = PlacesFixture.record("new\(screen)", "가게\(screen)")
            try await database.write { try $0.upsertPlaces([extra], PlacesFixture.districts) }
        }
        #expect(Set(seen).count == seen.count)
        #expect(Set(before).subtracting(seen) == [])
    }

    @Test("Facets and totals equal a count one by one", arguments: TestEngine.available)
    func facetsAndTotals(_ engine: TestEngine) async throws {
        let records = Self.random(200, seed: 5)
        let database = try await PlacesFixture.database(on: engine)
        try await database.write { try $0.upsertPlaces(records, PlacesFixture.districts) }
        var generator = SeededGenerator(state: 9)
        for _ in 0..<150 {
            var query = PlaceQuery()
            if Bool.random(using: &generator) { query.kind = .bookshop }
            if Bool.random(using: &generator) { query.districts = ["mapo"] }
            if Bool.random(using: &generator) { query.types = ["한식", "분식"] }
            if Bool.random(using: &generator) { query.isOpenOnly = true }
            if Bool.random(using: &generator) { query.text = "가게1" }
            let asked = query
            let now = now
            let list = try await database.read { try $0.placeList(asked, at: now) }
            let base = records.filter { record in
                (query.text == nil || record.name.contains("가게1"))
                    && (!query.isOpenOnly || record.hoursText.flatMap(OpeningHours.init)?.isOpen(at: now) == true)
            }
            func passing(_ query: PlaceQuery) -> [PlaceRecord] {
                base.filter {
                    (query.kind == nil || $0.kind == query.kind)
                        && (query.districts.isEmpty || query.districts.contains($0.district))
                        && (query.types.isEmpty || query.types.contains($0.category))
                }
            }
            #expect(list.total == passing(query).count)
            let kinds = Dictionary(grouping: passing(query.with { $0.kind = nil }), by: \.kind.rawValue)
            let types = Dictionary(grouping: passing(query.with { $0.types = [] }), by: \.category)
            let districts = Dictionary(grouping: passing(query.with { $0.districts = [] }), by: \.district)
            #expect(Dictionary(list.kinds.map { ($0.value, $0.count) }) { $1 } == kinds.mapValues(\.count))
            #expect(Dictionary(list.types.map { ($0.value, $0.count) }) { $1 } == types.mapValues(\.count))
            #expect(Dictionary(list.districts.map { ($0.value, $0.count) }) { $1 } == districts.mapValues(\.count))
        }
    }

    @Test("A list around a point is a circle sorted by distance", arguments: TestEngine.available)
    func circle(_ engine: TestEngine) async throws {
        let records = Self.random(150, seed: 8)
        let database = try await PlacesFixture.database(on: engine)
        try await database.write { try $0.upsertPlaces(records, PlacesFixture.districts) }
        var query = PlaceQuery()
        query.near = PlaceQuery.Point(latitude: 37.55, longitude: 126.91)
        query.radius = 700
        let asked = query
        let now = now
        let list = try await database.read { try $0.placeList(asked, at: now, limit: 500) }
        let expected = records.compactMap(\.position).map {
            Geodesy.metres(37.55, 126.91, $0.latitude, $0.longitude)
        }.filter { $0 <= 700 }.sorted().map { Int($0.rounded()) }
        #expect(list.entries.compactMap(\.metres) == expected)
        #expect(list.total == expected.count)
    }

    @Test("A key that cannot be read is ignored") func ignoreBadCursor() {
        for text in ["", "x", "!!!", "YWJj", String(repeating: "A", count: 200)] {
            #expect(PlaceCursor(text) { _ in nil } == nil)
        }
        // Other letters than in the keys that lists give.
        #expect(PlaceCursor("MC41fDQyfOqwgHzrgpg/") { _ in nil } == nil)
        let cursor = PlaceCursor(primary: 0.5, name: "가|나", id: 42)
        #expect(PlaceCursor(cursor.text) { _ in nil } == cursor)
    }
}
