import Foundation
import Testing

@testable import Moeum

@Suite(.cleanup)
struct MapMovesTests {
    private let map: SeoulMap

    init() throws { map = try SeoulMap.load(from: Project.root.path + "/Data") }

    private func moves(_ projection: MapProjection) -> MapMoves { MapMoves(projection, whole: map.bounds(of: nil)) }

    @Test("A move leads to another picture of the same shape") func sameShape() throws {
        let start = map.projection(of: nil, in: "mapo")
        for (move, scale) in [(MapMoves.Move.closer, 2.0), (.wider, 0.5), (.north, 1), (.east, 1)] {
            let bounds = try #require(moves(start).bounds(move))
            // As it comes back out of an address.
            let address = PlaceQuery().moved(to: bounds).address("/places")
            let value = try #require(address.split(separator: "=").last)
            let typed = try #require(PlaceQuery([("bounds", String(value))], districts: PlacesFixture.districts).bounds)
            #expect(abs(map.projection(of: typed, in: nil).scale / start.scale / scale - 1) < 0.01, "\(move)")
        }
        let north = try #require(moves(start).bounds(.north))
        #expect(abs(north.middle.latitude - moves(start).shown.north) < 1e-9)
    }

    @Test("No move leads out of Seoul or closer than a house") func limitMoves() {
        #expect(moves(map.projection(of: nil, in: nil)).bounds(.wider) == nil)
        let house = PlaceQuery.Bounds(south: 37.55, west: 126.91, north: 37.551, east: 126.911)
        #expect(moves(map.projection(of: house, in: nil)).bounds(.closer) == nil)
        let edge = PlaceQuery.Bounds(south: 37.7, west: 126.95, north: 37.71, east: 126.96)
        #expect(moves(map.projection(of: edge, in: nil)).bounds(.north) == nil)
        #expect(moves(map.projection(of: edge, in: nil)).bounds(.south) != nil)
    }

    @Test("What the map shows replaces the area before") func replaceArea() {
        var query = PlaceQuery()
        query.text = "냉면"
        query.near = PlaceQuery.Point(latitude: 37.55, longitude: 126.91)
        query.radius = 2_000
        query.sort = .distance
        query.districts = ["mapo"]
        let moved = query.moved(to: PlaceQuery.Bounds(south: 37.5, west: 126.8, north: 37.6, east: 126.9))
        #expect(moved.address("/places") == "/places?q=%EB%83%89%EB%A9%B4&bounds=37.5,126.8,37.6,126.9")
    }

    @Test("An area has the name of its dong or district") func areaNames() throws {
        let hapjeong = try #require(map.dongs.first { $0.district == "mapo" && $0.text == "합정동" })
        func name(_ reach: Double) -> String? {
            let bounds = PlaceQuery.Bounds(
                south: hapjeong.latitude - reach,
                west: hapjeong.longitude - reach,
                north: hapjeong.latitude + reach,
                east: hapjeong.longitude + reach
            )
            return map.areaName(in: bounds, .korean) { $0 }
        }
        #expect([0.005, 0.04, 0.2].map(name) == ["합정동", "mapo", nil])
        #expect(map.areaName(around: PlaceQuery.Point(latitude: 35.1, longitude: 129), .english) == nil)
    }

    @Test("A radius leads to the next wider one") func widerRadius() async throws {
        let site = try await TestSite()
        let page = try await site.get("/places?near=37.5495,126.914&radius=500&lang=en")
        #expect(try page.html.text.contains("500 m 7 min walk") && page.html.has("*", text: "Widen to 1 km"))
        #expect(try page.html.has("h1", text: "Around Hapjeong Station"))
        let last = String(buffer: try await site.get("/places?near=37.5495,126.914&radius=5000&lang=en").body)
        #expect(!last.contains("Widen to"))
    }
}
