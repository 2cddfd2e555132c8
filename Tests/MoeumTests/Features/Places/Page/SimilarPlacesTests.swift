import Foundation
import Testing

@testable import Moeum

/// What a page offers in the place of one that has closed, and where people kept it.
@Suite(.cleanup)
struct SimilarPlacesTests {
    private let now = SeoulTime(Date(timeIntervalSince1970: 1_795_212_000))

    private static func records() -> [PlaceRecord] {
        var generator = SeededGenerator(state: 45)
        return (0..<600).map { number in
            PlacesFixture.record("k\(number)", "가게\(number)") { record in
                record.kind = generator.below(6) == 0 ? .bookshop : .restaurant
                record.category = ["한식", "일식", "분식"][generator.below(3)]
                record.district = ["mapo", "jung"][generator.below(2)]
                let latitude = 37.54 + Double(generator.below(2_000)) / 50_000
                let longitude = 126.9 + Double(generator.below(2_000)) / 50_000
                if number % 20 > 0 {
                    record.position = Place.Position(latitude: latitude, longitude: longitude, precision: .exact)
                }
            }
        }
    }

    @Test("They are the nearest listed ones of the same type", arguments: TestEngine.available)
    func compareWithAll(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let places = try await database.write { transaction in
            try transaction.upsertPlaces(Self.records(), PlacesFixture.districts)
            let ids = try transaction.rows("SELECT id FROM places ORDER BY id").map { try $0.id(0) as Place.ID }
            for (number, id) in ids.enumerated() where number % 7 == 0 {
                let place = try #require(try transaction.place(id))
                let district = try #require(PlacesFixture.districts[slug: place.district])
                let decision = StatusDecision(source: "made-up", reason: "closed")
                try transaction.setPlaceStatus(.closed, of: id, decision, district, now: 1)
            }
            return try ids.map { try #require(try transaction.place($0)) }
        }
        for place in places.filter({ $0.status == .closed }) {
            let found = try await database.read { try $0.similarPlaces(to: place, limit: 5, at: now) }
            let like = places.filter {
                $0.status == .listed && $0.kind == place.kind && $0.category == place.category && $0.id != place.id
            }
            guard let position = place.position else {
                #expect(!found.isEmpty && found.allSatisfy { $0.place.district == place.district })
                #expect(found.allSatisfy { entry in like.contains { $0.id == entry.place.id } })
                continue
            }
            let metres = like.compactMap { other in
                other.position.map {
                    let distance = Geodesy.metres(
                        position.latitude,
                        position.longitude,
                        $0.latitude,
                        $0.longitude
                    )
                    return (Int(distance.rounded()), other.id)
                }
            }.filter { $0.0 <= 5_000 }.sorted { $0 < $1 }.prefix(5)
            #expect(found.map(\.place.id) == metres.map(\.1))
        }
    }

    @Test(
        "Favourites and diaries keep a place that has closed, and say where to look instead",
        arguments: TestEngine.available
    )
    func keptFavourite(_ engine: TestEngine) async throws {
        let (site, browser, _) = try await TestSite.withMember(on: engine)
        let districts = site.app.districts
        let place = try await site.app.database.read { transaction in
            try transaction.listedPlaceIDs(limit: 1).first.flatMap { try transaction.place($0) }
        }
        let kept = try #require(place)
        try await browser.post("/favourites/\(kept.id)")
        try await browser.post("/places/\(kept.id)/visits")
        try await site.app.database.write { transaction in
            let district = try #require(districts[slug: kept.district])
            let decision = StatusDecision(source: nil, reason: "made-up")
            try transaction.setPlaceStatus(.closed, of: kept.id, decision, district, now: 1)
        }
        let address = "/places/\(kept.id)#similar"
        #expect(try await browser.get("/favourites").html.has(".is-closed a[href=\(address)]"))
        let month = try #require(try await browser.get("/diary?view=list").location)
        #expect(try await browser.get(month).html.has("a[href=\(address)]"))
        // It can still be taken out.
        let page = try await browser.get("/places/\(kept.id)").html
        #expect(page.has("form[action=/favourites/\(kept.id)/delete]") && page.has(".trust.trust--gone"))
    }
}
