import Foundation
import Testing

@testable import Moeum

@Suite(.cleanup)
struct NearbyPlacesTests {
    /// Two thousand places, most of them close together, some cancelled, some without a position.
    private static func records() -> [PlaceRecord] {
        var generator = SeededGenerator(state: 7)
        return (0..<2_000).map { number in
            PlacesFixture.record("k\(number)", "가게\(number)") { record in
                record.kind = Int.random(in: 0..<6, using: &generator) == 0 ? .bookshop : .restaurant
                let spread = number.isMultiple(of: 3) ? 0.06 : 0.006
                record.position = Place.Position(
                    latitude: 37.55 + Double.random(in: -spread...spread, using: &generator),
                    longitude: 126.95 + Double.random(in: -spread...spread, using: &generator),
                    precision: .exact
                )
                if number.isMultiple(of: 50) { record.position = nil }
            }
        }
    }

    @Test("The nearest places equal those that measuring all finds", arguments: TestEngine.available)
    func compareWithAll(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let records = Self.records()
        let listed = try await Self.fill(database, records)
        for record in records.prefix(40) {
            guard let position = record.position else { continue }
            for (kind, metres) in [(Place.Kind.bookshop, 1_500), (.restaurant, 1_500), (.restaurant, 90)] {
                let expected = Self.nearest(kind, of: listed, to: position, within: metres)
                let found = try await database.read {
                    try $0.nearestPlaces(kind, around: position, within: metres, limit: 5)
                }
                #expect(found.map(Near.init) == expected.map(Near.init))
            }
        }
    }

    @Test("A place of a new facet combination is found at once") func newCombination() async throws {
        let database = try await PlacesFixture.database()
        let position = Place.Position(latitude: 37.55, longitude: 126.95, precision: .exact)
        for (number, category) in ["한식", "일식"].enumerated() {
            try await database.write { transaction in
                let record = PlacesFixture.record("k\(number)", "가게") {
                    $0.category = category
                    $0.position = position
                }
                _ = try transaction.upsertPlace(record, PlacesFixture.districts, now: 0)
            }
            let found = try await database.read {
                try $0.nearestPlaces(.restaurant, around: position, within: 100, limit: 5)
            }
            #expect(found.count == number + 1)
        }
    }

    /// Every tenth is cancelled after it was listed; the others are returned with their ids.
    private static func fill(_ database: any Database, _ records: [PlaceRecord]) async throws -> [Place] {
        try await database.write { transaction in
            for record in records { _ = try transaction.upsertPlace(record, PlacesFixture.districts, now: 0) }
            let decision = StatusDecision(source: "made-up", reason: "left-list")
            let keys = try transaction.sourceKeys(of: "made-up", in: "mapo")
            for (number, record) in records.enumerated() where number % 10 == 0 {
                guard let id = keys[record.key] else { continue }
                try transaction.setPlaceStatus(.cancelled, of: id, decision, PlacesFixture.mapo, now: 1)
            }
            return try transaction.rows("SELECT id FROM places WHERE status = 'listed'").map {
                try $0.id(0) as Place.ID
            }
            .compactMap { try transaction.place($0) }
        }
    }

    private static func nearest(
        _ kind: Place.Kind,
        of places: [Place],
        to position: Place.Position,
        within metres: Int
    ) -> [NearbyPlace] {
        let measured = places.compactMap { place -> NearbyPlace? in
            guard place.kind == kind, let own = place.position else { return nil }
            let distance = Geodesy.metres(position.latitude, position.longitude, own.latitude, own.longitude)
            let near = NearbyPlace(place: place, position: own, metres: Int(distance.rounded()))
            return near.metres <= metres ? near : nil
        }
        return Array(measured.sorted { ($0.metres, $0.place.id) < ($1.metres, $1.place.id) }.prefix(5))
    }

    /// What a page shows of a place nearby.
    private struct Near: Equatable {
        let id: Place.ID
        let kind: Place.Kind
        let name: String
        let district: String
        let position: Place.Position
        let metres: Int

        init(_ near: NearbyPlace) {
            (id, kind, name, district) = (near.place.id, near.place.kind, near.place.name, near.place.district)
            (position, metres) = (near.position, near.metres)
        }
    }
}
