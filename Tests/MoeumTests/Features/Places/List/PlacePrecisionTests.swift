import Foundation
import Testing

@testable import Moeum

@Suite(.cleanup)
struct PlacePrecisionTests {
    @Test("Only a known position has figures in the JSON") func jsonPositions() async throws {
        let site = try await TestSite()
        let near = "/places?near=37.5563,126.9236&radius=5000&kind=restaurant"
        for path in [near, near + "&sort=name", "/districts/mapo?kind=restaurant"] {
            let places = try #require(try await site.json(path)["places"] as? [[String: Any]])
            let precisions = Set(places.compactMap { $0["precision"] as? String })
            #expect(precisions.isSubset(of: ["exact", "road", "dong", "none"]) && precisions.contains("dong"))
            for place in places {
                let isKnown = ["exact", "road"].contains(place["precision"] as? String)
                #expect((place["lat"] is Double) == isKnown && (place["lon"] is Double) == isKnown)
                #expect((place["distance"] is Int) == (isKnown && path.hasPrefix(near)))
                guard !isKnown, let id = place["id"] as? Int else { continue }
                let page = try await site.get("/places/\(id)")
                #expect(try !page.text.contains("GeoCoordinates") && !page.html.has("[class^=pin]"))
            }
        }
    }

    @Test("The texts say how precise a distance is") func distanceTexts() async throws {
        let site = try await TestSite()
        let dong = try #require(site.app.map.dongs.first { $0.district == "mapo" && $0.text == "망원동" })
        func words(_ language: Language, _ precision: Place.Precision, from: Place.Precision = .exact) -> String {
            PlacePresenter(site.app, language, now: SeoulTime(Date(timeIntervalSince1970: 0))).distance(
                182,
                to: Place.Position(latitude: dong.latitude, longitude: dong.longitude, precision: precision),
                in: "mapo",
                from: from
            )
        }
        #expect([.exact, .road, .dong].map { words(.korean, $0) } == ["182m", "약 180m", "망원동 · 정확한 위치 모름"])
        #expect(
            [.exact, .road, .dong].map { words(.english, $0) } == [
                "182 m", "about 180 m", "Mangwon-dong · exact spot unknown",
            ]
        )
        #expect(words(.korean, .exact, from: .road) == "약 180m")
    }
}
