import Foundation
import Testing

@testable import Moeum

struct MapProjectionTests {
    private let view = PlaceQuery.Bounds(south: 37.53, west: 126.86, north: 37.59, east: 126.97)

    @Test("A point and back gives the same position") func roundTrip() {
        let projection = MapProjection(fitting: view)
        var generator = SeededGenerator(state: 3)
        for _ in 0..<200 {
            let latitude = Double.random(in: 37.4...37.7, using: &generator)
            let longitude = Double.random(in: 126.7...127.2, using: &generator)
            let back = projection.position(projection.point(latitude, longitude))
            #expect(abs(back.latitude - latitude) < 1e-9 && abs(back.longitude - longitude) < 1e-9)
        }
    }

    @Test("The view fills the picture up to its margin") func fillPicture() {
        let projection = MapProjection(fitting: view)
        let topLeft = projection.point(view.north, view.west)
        let bottomRight = projection.point(view.south, view.east)
        #expect(abs(topLeft.x - 26) < 1e-6 && abs(bottomRight.x - 374) < 1e-6, "this view is wider than high")
        #expect(topLeft.y > 26 && abs(topLeft.y - (340 - bottomRight.y)) < 1e-6)
    }

    @Test("North is up, and lengths are those on the ground") func northUp() {
        let projection = MapProjection(fitting: view)
        let home = (latitude: 37.55, longitude: 126.91)
        let start = projection.point(home.latitude, home.longitude)
        for (latitude, longitude) in [(37.56, 126.91), (37.55, 126.93), (37.56, 126.93)] {
            let metres = Geodesy.metres(home.latitude, home.longitude, latitude, longitude)
            let drawn = projection.point(latitude, longitude).distance(to: start)
            #expect(abs(drawn / projection.length(metres: metres) - 1) < 0.003)
        }
        #expect(projection.point(37.56, 126.91).y < start.y && projection.point(37.55, 126.93).x > start.x)
    }

    @Test("A single point is a view too") func singlePoint() {
        let spot = PlaceQuery.Bounds(south: 37.55, west: 126.91, north: 37.55, east: 126.91)
        let point = MapProjection(fitting: spot).point(37.55, 126.91)
        #expect(abs(point.x - 200) < 1e-6 && abs(point.y - 170) < 1e-6)
    }
}

struct MapLabelsTests {
    private func labels(taken: [MapLabels.Box] = [], _ names: [(String, x: Double, y: Double)]) -> [Bool] {
        var labels = MapLabels(taken: taken)
        return names.map { labels.add($0.0, at: MapPoint(x: $0.x, y: $0.y)) }
    }

    @Test("A name takes its room once") func reserveRoom() {
        let taken = labels([("서교동", 200, 170), ("합정동", 220, 175), ("합정동", 200, 190)])
        #expect(taken == [true, false, true])
    }

    @Test("Names keep clear of pins and edges") func avoidPins() {
        let pin = MapLabels.Box(point: MapPoint(x: 200, y: 170), width: 44, height: 44)
        let names = [("서교동", 240.0, 200.0), ("서교동", 10, 60), ("서교동", 395, 60), ("서교동", 60, 60)]
        #expect(labels(taken: [pin], names) == [false, false, false, true])
    }

    @Test("Latin letters are narrower") func latinWidth() {
        #expect(MapLabels.width(of: "Sangam-dong") < 80)
        #expect(MapLabels.width(of: "상암동") < MapLabels.width(of: "Sangam-dong"))
    }

    @Test("Larger letters need more room at the edge") func letterSize() {
        let nearEdge = MapPoint(x: MapProjection.width - 53, y: 170)
        var small = MapLabels(taken: [])
        var large = MapLabels(taken: [], letterSize: 14)
        let name = "Changcheon-dong"
        let fits = (small.add(name, at: nearEdge), large.add(name, at: nearEdge))
        #expect(fits == (true, false))
    }
}

struct MapSpreadTests {
    private func apart(_ bodies: [MapSpread.Shape]) -> Bool {
        bodies.indices.allSatisfy { first in
            bodies[(first + 1)...].allSatisfy { other in
                bodies[first].point.distance(to: other.point) > bodies[first].radius + other.radius - 2
            }
        }
    }

    @Test("A stack is spread and stays in the picture", arguments: [MapPoint(x: 200, y: 170), MapPoint(x: 399, y: 2)])
    func partStack(_ spot: MapPoint) {
        let stack = (0..<20).map { MapSpread.Shape(point: spot, radius: $0 == 19 ? 21 : 13.5) }
        let parted = MapSpread(stack, rounds: 200).bodies
        #expect(apart(parted))
        #expect(parted.allSatisfy { $0.point.isInside })
    }

    @Test("Shapes that have room do not move") func keepApart() {
        let bodies = [MapPoint(x: 100, y: 100), MapPoint(x: 140, y: 100)].map {
            MapSpread.Shape(point: $0, radius: 13.5)
        }
        #expect(MapSpread(bodies).bodies.map(\.point) == bodies.map(\.point))
    }

    @Test("A target is as large as its neighbours permit") func targets() {
        let position = Place.Position(latitude: 37.5, longitude: 127, precision: .exact)
        let pin = MapMark.pin(MapPin(number: 1, label: "", href: "/", kind: .bookshop, position: position))
        let points = [MapPoint(x: 100, y: 100), MapPoint(x: 130, y: 100), MapPoint(x: 300, y: 100)]
        let targets = points.indices.map { MapMark.target(of: $0, in: [pin, pin, pin], at: points) }
        #expect(targets == [16.5, 16.5, 25])
    }
}
