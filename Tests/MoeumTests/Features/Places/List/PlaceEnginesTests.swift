import Foundation
import Testing

@testable import Moeum

/// Both engines answer every question about the sample alike.
@Suite(.cleanup, .enabled(if: TestEngine.hasPostgres))
struct PlaceEnginesTests {
    /// What a reader sees of a list; ids differ between two databases.
    private struct Shown: Equatable {
        let entries: [String]
        let metres: [Int?]
        let total: Int
        let facets: [[PlaceList.FacetCount]]
        let points: [[Double]]
        let goesOn: Bool

        init(_ list: PlaceList) {
            entries = list.entries.map { "\($0.place.name), \($0.place.roadAddress ?? $0.place.lotAddress ?? "")" }
            metres = list.entries.map(\.metres)
            total = list.total
            facets = [list.kinds, list.types, list.districts]
            points = list.points.all.map { [$0.latitude, $0.longitude] }.sorted { $0.lexicographicallyPrecedes($1) }
            goesOn = list.next != nil
        }
    }

    @Test("Both engines give the same lists") func sameLists() async throws {
        let (site, other) = (try await TestSite(), try await TestSite(on: .postgres))
        let queries = try await Self.queries(in: site.app.database)
        let lists = try await Self.lists(queries, in: site.app.database)
        let others = try await Self.lists(queries, in: other.app.database)
        #expect(lists.contains { $0.entries.count > 5 })
        for (index, query) in queries.enumerated() {
            for screen in [2 * index, 2 * index + 1] { #expect(lists[screen] == others[screen], "\(query)") }
        }
    }

    /// Ids differ, and with them keys to go on from and fingerprints.
    @Test(
        "Both engines give the same pages",
        arguments: [
            "/", "/places?sort=name", "/places?sort=name&view=map", "/districts/jung?sort=name",
            "/places?q=%EA%B5%AD&view=map",
        ]
    )
    func samePages(_ path: String) async throws {
        let page = try await page(path, on: .sqlite)
        #expect(try HTMLDocument(page).has("html body"))
        let other = try await self.page(path, on: .postgres)
        #expect(page == other)
    }

    private func page(_ path: String, on engine: TestEngine) async throws -> String {
        let body = String(buffer: try await TestSite(on: engine).get(path).body)
        return body.replacing(/[0-9]{14,}/, with: "ID").replacing(/after=[A-Za-z0-9_-]+/, with: "after=KEY")
    }

    /// All sorts of questions, with words from the places themselves.
    private static func queries(in database: any Database) async throws -> [PlaceQuery] {
        let places = try await database.read { transaction in
            try transaction.listedPlaceIDs(limit: 1_000).compactMap { try transaction.place($0) }
        }
        var generator = SeededGenerator(state: 21)
        return (0..<300).map { _ in
            var query = PlaceQuery()
            let place = places.randomElement(using: &generator)
            func now(and then: Int) -> Bool { Int.random(in: 0..<then, using: &generator) == 0 }
            if now(and: 2),
                let name = [place?.name, place?.menu, place?.roadAddress, place?.phone]
                    .compactMap({ $0 }).randomElement(using: &generator)
            {
                let start = Int.random(in: 0..<name.count, using: &generator)
                query.text = String(name.dropFirst(start).prefix(Int.random(in: 1...5, using: &generator)))
            }
            if now(and: 6) { query.text = place.map { String(KoreanText.initials($0.name).prefix(2)) } }
            if now(and: 3) { query.kind = place?.kind }
            if now(and: 3) { query.districts = ["mapo", "jung", place?.district ?? "mapo"] }
            if now(and: 4) { query.types = [place?.category ?? ""] }
            if now(and: 4) { query.isOpenOnly = true }
            if now(and: 5) { query.isEveryStatus = true }
            if now(and: 4), let position = place?.position {
                query.near = PlaceQuery.Point(latitude: position.latitude, longitude: position.longitude)
                query.radius = 1_500
            }
            query.sort = PlaceQuery.Sort.allCases.randomElement(using: &generator)
            // The rotation depends on ids.
            if query.effectiveSort == .rating { query.sort = .name }
            return query
        }
    }

    /// The first two screens of each.
    private static func lists(_ queries: [PlaceQuery], in database: any Database) async throws -> [Shown] {
        let now = SeoulTime(Date(timeIntervalSince1970: 1_795_212_000))
        return try await database.read { transaction in
            try queries.flatMap { query in
                let first = try transaction.placeList(query, at: now)
                guard let next = first.next else { return [Shown(first), Shown(first)] }
                return [Shown(first), Shown(try transaction.placeList(query.with { $0.after = next }, at: now))]
            }
        }
    }
}
