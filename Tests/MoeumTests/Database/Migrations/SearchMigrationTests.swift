import Foundation
import Testing

@testable import Moeum

/// Places that an older release stored are found, counted and placed by the newer one.
struct SearchMigrationTests {
    @Test(arguments: TestEngine.available)
    func placesOfTheOlderSchemaAreFoundAsBefore(_ engine: TestEngine) async throws {
        try await engine.withDatabase { database in
            try await Migrator(migrations: [.places, .imports]).migrate(database)
            try await database.write { transaction in
                try transaction.execute(
                    "INSERT INTO sources (id, name_ko, name_en, as_of) VALUES ('old', 'old', 'old', '2026-01-01')"
                )
                try insert(1, "냉면", menu: nil, latitude: 37.5501, .listed, transaction)
                try insert(2, "하늘집", menu: "물냉면", latitude: 37.5502, .listed, transaction)
                try insert(3, "바다냉면", menu: nil, latitude: nil, .cancelled, transaction)
            }
            try await Migrator().migrate(database)
            #expect(try await ids(database) { $0.text = "냉면" } == [1, 2])
            #expect(try await ids(database) { ($0.text, $0.isEveryStatus) = ("냉면", true) } == [1, 3, 2])
            #expect(try await ids(database) { $0.text = "ㅎㄴ" } == [2])
            #expect(try await ids(database) { ($0.text, $0.types) = ("냉면", ["일식"]) } == [2])
            #expect(
                try await ids(database) { $0.near = PlaceQuery.Point(latitude: 37.55, longitude: 126.9) } == [1, 2]
            )
            #expect(try await ids(database) { $0.types = ["일식"] } == [2])
            // A change moves a place on from where the older release had put it.
            let record = PlacesFixture.record("2", "하늘국수") {
                $0.source = SourceReference(source: "old", asOf: "2026-02-01")
                $0.menu = "칼국수"
            }
            _ = try await database.write { try $0.upsertPlace(record, PlacesFixture.districts, now: 1) }
            #expect(try await ids(database) { $0.text = "냉면" } == [1])
            #expect(try await Set(ids(database) { $0.types = ["한식"] }) == [1, 2])
        }
    }

    private func ids(_ database: any Database, _ change: (inout PlaceQuery) -> Void) async throws -> [Place.ID] {
        var query = PlaceQuery()
        change(&query)
        let asked = query
        return try await database.read { transaction in
            let list = try transaction.placeList(asked, at: SeoulTime(.now))
            #expect(list.total == list.entries.count)
            return list.entries.map(\.place.id)
        }
    }

    /// As the first release wrote a place, its words in five columns or with four weights.
    private func insert(
        _ id: Int64,
        _ name: String,
        menu: String?,
        latitude: Double?,
        _ status: Place.Status,
        _ transaction: Transaction
    ) throws {
        let category = id == 2 ? "일식" : "한식"
        try transaction.execute(
            """
            INSERT INTO places (id, source, source_key, as_of, kind, name, name_key, category, district, menu, latitude,
                longitude, precision_level, status, created_at, updated_at)
            VALUES (\(id), 'old', \(String(id)), '2026-01-01', 'restaurant', \(name), \(KoreanText.key(name)), \(category),
                'mapo', \(menu), \(latitude), \(latitude.map { _ in 126.9 }), \(latitude.map { _ in "exact" }),
                \(status.rawValue), 0, 0)
            """
        )
        try transaction.execute(
            """
            INSERT INTO place_counts (status, kind, district, category, count)
            VALUES (\(status.rawValue), 'restaurant', 'mapo', \(category), 1)
            """
        )
        let dish = [category, menu ?? ""].flatMap(KoreanText.indexTokens)
        let initials = KoreanText.initialTokens(name)
        let facets = [("s", status.rawValue), ("k", "restaurant"), ("d", "mapo"), ("c", category)].map {
            PlaceSearch.facetToken($0.0, $0.1)
        }
        switch transaction.dialect {
        case .sqlite:
            try transaction.execute(
                """
                INSERT INTO place_search (rowid, name, dish, rest, initials, facets) VALUES (
                    \(id), \(KoreanText.indexTokens(name).joined(separator: " ")), \(dish.joined(separator: " ")),
                    \(KoreanText.indexTokens("마포구").joined(separator: " ")), \(initials.joined(separator: " ")),
                    \(facets.joined(separator: " ")))
                """
            )
        case .postgres:
            let parts = [(KoreanText.indexTokens(name), "A"), (dish, "B"), (initials + facets, "")]
            let lexemes = parts.flatMap { tokens, weight in tokens.map { ($0, weight) } }.enumerated()
                .map { "'\($1.0)':\($0 + 1)\($1.1)" }
            try transaction.execute(
                """
                INSERT INTO place_search (place_id, document)
                VALUES (\(id), \(lexemes.joined(separator: " "))::text::tsvector)
                """
            )
        }
    }
}
