import Foundation
import Testing

@testable import Moeum

/// The answer around a cell against a scan of all places: whoever stands in the cell finds in it whatever is within the radius.
@Suite(.cleanup)
struct NeighbourhoodTests {
    private let now = SeoulTime(Date(timeIntervalSince1970: 1_795_212_000))

    /// The answer for a cell and a radius, which people in the same cell share.
    private struct Asked: Hashable {
        let cell: PositionCell
        let radius: Int
    }

    /// Dense in the middle and thin around it; one of nine is known by its dong alone, one of nine by its road.
    private static func records(_ count: Int, _ generator: inout SeededGenerator) -> [PlaceRecord] {
        (0..<count).map { number in
            PlacesFixture.record("k\(number)", "가게\(number)") { record in
                let spread = number.isMultiple(of: 2) ? 0.07 : 0.015
                record.position = Place.Position(
                    latitude: 37.55 + Double.random(in: -spread...spread, using: &generator),
                    longitude: 126.95 + Double.random(in: -spread...spread, using: &generator),
                    precision: number % 9 == 0 ? .dong : number % 9 == 1 ? .road : .exact
                )
            }
        }
    }

    private static func filled(
        _ count: Int,
        _ generator: inout SeededGenerator,
        on engine: TestEngine
    ) async throws -> (database: any Database, places: [Place]) {
        let database = try await PlacesFixture.database(on: engine)
        let records = records(count, &generator)
        try await database.write { try $0.upsertPlaces(records, PlacesFixture.districts) }
        let places = try await database.read { transaction in
            let ids = try transaction.rows("SELECT id FROM places").map { try $0.id(0) as Place.ID }
            return Array(try transaction.places(ids).values)
        }
        return (database, places)
    }

    private func list(_ asked: Asked, _ database: any Database, sort: PlaceQuery.Sort? = nil) async throws -> PlaceList
    {
        var query = PlaceQuery()
        (query.cell, query.radius, query.sort) = (asked.cell, asked.radius, sort)
        let (whole, now) = (query, now)
        return try await database.read { try $0.placeList(whole, at: now) }
    }

    @Test("For 1,000 points and four radii nothing within the radius is missing", arguments: TestEngine.available)
    func compareWithScan(_ engine: TestEngine) async throws {
        var generator = SeededGenerator(state: 45)
        let (database, places) = try await Self.filled(700, &generator, on: engine)
        var known: [Asked: PlaceList] = [:]
        var (found, cut) = (0, 0)
        for _ in 0..<1_000 {
            let latitude = Double.random(in: 37.52..<37.57, using: &generator)
            let longitude = Double.random(in: 126.92..<126.97, using: &generator)
            let cell = try #require(PositionCell(latitude: latitude, longitude: longitude))
            let measured = places.compactMap { place in
                place.position.map { (place, Geodesy.metres(latitude, longitude, $0.latitude, $0.longitude)) }
            }
            for radius in PlaceQuery.offeredRadii {
                let asked = Asked(cell: cell, radius: radius)
                if known[asked] == nil { known[asked] = try await list(asked, database) }
                let answer = try #require(known[asked])
                let within = measured.filter { $0.1 <= Double(radius) }.map(\.0)
                let missing = Set(within.map(\.id)).subtracting(answer.entries.map(\.place.id))
                found += within.count
                cut += missing.count
                // Only an answer that is full leaves any out, and those that are farther from the middle than all that it has.
                guard let last = answer.entries.compactMap(\.metres).max(), !missing.isEmpty else {
                    #expect(missing.isEmpty)
                    continue
                }
                #expect(answer.entries.count == PlaceList.neighbourhoodSize && answer.total > answer.entries.count)
                let nearest = within.filter { missing.contains($0.id) }.compactMap { metres(from: cell, to: $0) }.min()
                #expect((nearest ?? 0) >= Double(last) - 1)
            }
        }
        #expect(found > 10_000 && cut > 0)
    }

    @Test(
        "An answer holds what lies around the cell and nothing else, once, without a next one",
        arguments: TestEngine.available
    )
    func answerOnce(_ engine: TestEngine) async throws {
        var generator = SeededGenerator(state: 46)
        let (database, places) = try await Self.filled(500, &generator, on: engine)
        let cell = try #require(PositionCell("37.55,126.95"))
        for (radius, sort) in zip([500, 1_000, 2_000, 5_000], [nil, .rating, .name, .newest] as [PlaceQuery.Sort?]) {
            let answer = try await list(Asked(cell: cell, radius: radius), database, sort: sort)
            let around = places.filter { place in
                place.position.map { cell.mayReach($0.latitude, $0.longitude, within: Double(radius)) } ?? false
            }
            let ids = answer.entries.map(\.place.id)
            #expect(answer.next == nil && answer.total == around.count && Set(ids).count == ids.count)
            #expect(ids.count == min(around.count, PlaceList.neighbourhoodSize))
            #expect(Set(ids).isSubset(of: around.map(\.id)))
        }
    }

    @Test("The nearest to the middle come first, and places known by dong alone last", arguments: TestEngine.available)
    func sortByDistance(_ engine: TestEngine) async throws {
        var generator = SeededGenerator(state: 47)
        let (database, _) = try await Self.filled(300, &generator, on: engine)
        let cell = try #require(PositionCell("37.54,126.94"))
        let entries = try await list(Asked(cell: cell, radius: 2_000), database).entries
        let located = entries.filter { $0.place.position?.pinned != nil }
        #expect(located.count < entries.count && !located.isEmpty)
        #expect(entries.prefix(located.count).allSatisfy { $0.place.position?.pinned != nil })
        let metres = located.compactMap(\.metres)
        #expect(metres == metres.sorted() && metres.count == located.count)
    }

    private func metres(from cell: PositionCell, to place: Place) -> Double? {
        place.position.map { Geodesy.metres(cell.middle.latitude, cell.middle.longitude, $0.latitude, $0.longitude) }
    }
}
