import Foundation
import Testing

@testable import Moeum

struct MapTests {
    private let map: SeoulMap

    init() throws { map = try SeoulMap.load(from: Project.root.path + "/Data") }

    private func points(_ count: Int) -> [PlaceList.Point] {
        var generator = DemoGenerator(state: 21)
        return (0..<count).map { number in
            PlaceList.Point(
                id: Int64(number),
                kind: .restaurant,
                latitude: Double.random(in: 37.52...37.58, using: &generator),
                longitude: Double.random(in: 126.88...126.95, using: &generator)
            )
        }
    }

    @Test func everyDistrictHasAnOutlineOfAtMostFortyPoints() {
        #expect(map.outlines.count == 25)
        #expect(map.outlines.allSatisfy { (3...40).contains($0.points.count) })
    }

    @Test func everythingWithinTheViewLandsInThePicture() {
        let bounds = map.bounds(of: "mapo")
        let projection = MapProjection(fitting: bounds)
        for (latitude, longitude) in [(bounds.south, bounds.west), (bounds.north, bounds.east)] {
            #expect(projection.point(latitude, longitude).isInside)
        }
    }

    @Test func clustersHoldEachPlaceOnceAndTheirBoundsHoldThem() {
        let points = points(500)
        let projection = MapProjection(fitting: map.bounds(of: nil))
        let clusters = MapCluster.group(points, projection, within: 46)
        #expect(clusters.reduce(0) { $0 + $1.places.count } == 500)
        for cluster in clusters {
            let bounds = cluster.bounds
            let isHeld = cluster.places.allSatisfy {
                (bounds.south...bounds.north).contains($0.latitude)
                    && (bounds.west...bounds.east).contains($0.longitude)
            }
            #expect(isHeld)
        }
    }

    @Test func stackedPinsAreParted() {
        let stacked = [MapPoint](repeating: MapPoint(x: 200, y: 170), count: 12)
        let parted = MapSpread.points(stacked)
        for first in parted.indices {
            for second in parted.indices where second > first {
                #expect(parted[first].distance(to: parted[second]) > 20)
            }
        }
    }

    @Test func aHostileNameIsText() {
        let position = Place.Position(latitude: 37.55, longitude: 126.91, precision: .road)
        let pin = MapPin(number: nil, label: "<script>\"'&", href: "/places/1", kind: .bookshop, position: position)
        let svg = String(decoding: map.drawing(of: pin, label: "a\"b").bytes, as: UTF8.self)
        #expect(!svg.contains("<script"))
        #expect(svg.contains("&lt;script&gt;&quot;&#39;&amp;"))
        #expect(svg.contains("class=\"halo\""))
        #expect(!svg.contains("style="))
    }

    @Test(arguments: [(0.04, "0"), (-0.26, "-0.3"), (-3.25, "-3.3"), (12.0, "12"), (7.46, "7.5")])
    func numbersAreShort(_ number: Double, _ text: String) {
        #expect(MapPoint.text(number) == text)
    }
}
