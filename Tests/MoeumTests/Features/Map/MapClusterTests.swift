import Foundation
import Testing

@testable import Moeum

struct MapClusterTests {
    private let projection = MapProjection(
        fitting: PlaceQuery.Bounds(south: 37.5, west: 126.86, north: 37.6, east: 126.97)
    )

    private func points(_ count: Int, seed: UInt64 = 21) -> [PlaceList.Point] {
        var generator = SeededGenerator(state: seed)
        return (0..<count).map { number in
            PlaceList.Point(
                id: Place.ID(rawValue: Int64(number)),
                kind: .restaurant,
                latitude: Double.random(in: 37.52...37.58, using: &generator),
                longitude: Double.random(in: 126.88...126.95, using: &generator)
            )
        }
    }

    private func pins(_ points: some Sequence<PlaceList.Point>) -> [Place.Position] {
        points.map { Place.Position(latitude: $0.latitude, longitude: $0.longitude, precision: .exact) }
    }

    /// The bounds as they come back out of the link's address.
    private func linked(_ bounds: PlaceQuery.Bounds) throws -> PlaceQuery.Bounds {
        let address = PlaceQuery().with { $0.bounds = bounds }.address("/places")
        let value = try #require(address.split(separator: "=").last)
        return try #require(PlaceQuery([("bounds", String(value))], districts: PlacesFixture.districts).bounds)
    }

    @Test("The number on a group is the length of its list") func groupCount() throws {
        let all = points(600)
        let clusters = MapCluster.group(Array(all.dropFirst(20)), beside: pins(all.prefix(20)), projection)
        #expect(clusters.count > 10)
        for cluster in clusters {
            let bounds = try linked(cluster.bounds)
            #expect(cluster.count == all.count { bounds.contains($0.latitude, $0.longitude) })
        }
        #expect(clusters.contains { $0.count > $0.places.count }, "some groups hold numbered pins too")
    }

    @Test("Every place is in one group") func oneGroupEach() {
        let places = points(500)
        let clusters = MapCluster.group(places, beside: [], projection)
        #expect(clusters.flatMap(\.places).map(\.id).sorted() == places.map(\.id).sorted())
        #expect(clusters.reduce(0) { $0 + $1.count } == 500, "and counted by no other")
    }

    @Test("Places on one spot have a list of their own") func oneSpot() throws {
        let stack = [PlaceList.Point](repeating: points(1)[0], count: 38)
        let clusters = MapCluster.group(stack, beside: pins(stack.prefix(20)), projection)
        #expect(clusters.map(\.count) == [58])
        _ = try linked(clusters[0].bounds)
    }

    @Test("A group stays within the bounds of the list") func groupBounds() {
        let limit = PlaceQuery.Bounds(south: 37.52, west: 126.88, north: 37.58, east: 126.95)
        let corner = PlaceList.Point(id: 1, kind: .bookshop, latitude: 37.52, longitude: 126.95)
        let cluster = MapCluster.group([corner], beside: [], projection, within: limit).first
        #expect(cluster?.bounds.south == limit.south && cluster?.bounds.east == limit.east)
        #expect(cluster?.count == 1)
    }
}
