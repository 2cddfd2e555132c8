import Foundation
import Testing

@testable import Moeum

struct DongAreasTests {
    private let map: SeoulMap

    init() throws { map = try SeoulMap.load(from: Project.root.path + "/Data") }

    /// Square degrees, by the shoelace formula.
    private func size(_ corners: [[Double]]) -> Double {
        let sides = zip(corners, corners.dropFirst() + corners.prefix(1))
        return abs(sides.reduce(0) { $0 + $1.0[1] * $1.1[0] - $1.1[1] * $1.0[0] }) / 2
    }

    @Test("The dongs of a district share all of it and no more") func coverDistrict() {
        for outline in map.outlines {
            let areas = map.areas.all.filter { $0.label.district == outline.district }
            let parts = areas.reduce(0) { $0 + size($1.corners) }
            #expect(abs(parts / size(outline.points) - 1) < 0.001, "\(outline.district)")
        }
    }

    @Test("A centre is that of its dong") func centres() {
        for dong in map.dongs {
            #expect(map.areas.nearest(to: dong.latitude, dong.longitude)?.label.text == dong.text)
            #expect(map.areas[at: dong.latitude, dong.longitude]?.label.text == dong.text)
            #expect(map.areas[at: dong.latitude + 0.0001, dong.longitude] == nil)
        }
    }

    @Test("A position by dong becomes that dong's centre") func dongPosition() throws {
        let table = DongTable(map, asOf: "2022")
        let mangwon = try #require(map.dongs.first { $0.district == "mapo" && $0.text == "망원동" })
        for address in ["서울특별시 마포구 망원동 1-1", nil] {
            var record = PlacesFixture.record("k", "가게") {
                $0.lotAddress = address
                $0.position = Place.Position(
                    latitude: mangwon.latitude + 0.0007,
                    longitude: mangwon.longitude,
                    precision: .dong
                )
            }
            table.locate(&record)
            #expect(record.position?.latitude == mangwon.latitude)
            #expect(record.position?.precision == .dong)
        }
    }
}
