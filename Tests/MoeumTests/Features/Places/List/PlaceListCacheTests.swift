import Foundation
import Testing

@testable import Moeum

/// What is kept of lists and searches is what would be made now.
@Suite(.cleanup)
struct PlaceListCacheTests {
    private static let now = SeoulTime(Date(timeIntervalSince1970: 1_795_212_000))
    private static let words = ["냉면", "마포", "냉면 마포", "없는말", "가게"]

    /// Asked with what is kept, and without.
    private static func lists(
        _ database: any Database,
        _ items: [(String, String)],
        _ cache: PlaceListCache?
    ) async throws -> (ids: [Place.ID], total: Int, kinds: [PlaceList.FacetCount], points: [PlaceList.Point]) {
        let query = PlaceQuery(items, districts: PlacesFixture.districts)
        let finder = PlaceFinder(vocabulary: PlaceSearchVocabulary(), now: now, limit: 3, cache: cache)
        let list = try await database.read { try $0.findPlaces(query, by: finder).list }
        return (list.entries.map(\.place.id), list.total, list.kinds, list.points.all)
    }

    @Test("A cached search follows every change", arguments: TestEngine.available, [1, 2] as [UInt64])
    func followChanges(_ engine: TestEngine, _ seed: UInt64) async throws {
        let database = try await PlacesFixture.database(on: engine)
        try await database.changes.untilKnown()
        let cache = PlaceListCache()
        var random = SeededGenerator(state: seed)
        var totals: Set<Int> = []
        for _ in 1...40 {
            let number = random.below(8)
            let name = ["냉면집", "가게", "마포냉면"][random.below(3)]
            let record = PlacesFixture.record("k\(number)", "\(name)\(number)") {
                $0.kind = random.below(3) == 0 ? .bookshop : .restaurant
                $0.menu = random.below(2) == 0 ? "냉면" : nil
                let latitude = 37.5 + Double(random.below(9)) / 100
                $0.position = Place.Position(latitude: latitude, longitude: 126.9, precision: .exact)
            }
            try await database.write { try $0.upsertPlaces([record], PlacesFixture.districts) }
            for word in Self.words {
                for more in [[], [("kind", "bookshop")]] {
                    let items = [("q", word)] + more
                    let kept = try await Self.lists(database, items, cache)
                    let made = try await Self.lists(database, items, nil)
                    #expect(kept == made, "\(items)")
                    totals.insert(made.total)
                }
            }
        }
        // Some words found more as places came, and others none.
        #expect(totals.count > 3 && totals.contains(0))
    }
}
