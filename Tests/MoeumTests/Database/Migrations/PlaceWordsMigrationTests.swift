import Foundation
import Testing

@testable import Database
@testable import Moeum

/// Documents with weights become what is written of the same places now.
struct PlaceWordsMigrationTests {
    private static let names = [
        "하늘설렁탕", "용", "x", "xx", "Xavier", "qq", "zz", "ㅋ", "1", "!!", "x하늘",
    ]

    @Test(arguments: TestEngine.available.filter { $0 == .postgres })
    func documentsAreThoseOfThisRelease(_ engine: TestEngine) async throws {
        let before = Migration.all.prefix { $0.name != Migration.placeWords.name }
        try await engine.withDatabase { database in
            try await Migrator(migrations: Array(before)).migrate(database)
            try await database.write { transaction in
                try transaction.execute(
                    "INSERT INTO sources (id, name_ko, name_en, as_of) VALUES ('old', 'old', 'old', '2026-01-01')"
                )
                for (index, name) in Self.names.enumerated() { try insert(Int64(index + 1), name, transaction) }
            }
            try await Migrator.site.migrate(database)
            let migrated = try await words(database)
            #expect(migrated.count == Self.names.count)
            let found = try await database.read { transaction in
                try transaction.rows(
                    "SELECT place_id FROM place_words WHERE document @@ '(''n설렁'' <-> ''n렁탕'')'::tsquery"
                ).map { try $0.int64(0) }
            }
            #expect(found == [1])
            try await database.write { transaction in
                for (index, name) in Self.names.enumerated() {
                    let text = PlaceSearchText(record(name), status: .listed, district: PlacesFixture.mapo)
                    try transaction.indexPlace(text, as: Place.ID(rawValue: Int64(index + 1)))
                }
            }
            let written = try await words(database)
            for (index, name) in Self.names.enumerated() { #expect(migrated[index] == written[index], "\(name)") }
        }
    }

    private func words(_ database: any Database) async throws -> [[String]] {
        try await database.read { transaction in
            try transaction.rows(
                "SELECT array_to_string(tsvector_to_array(document), ' ') FROM place_words ORDER BY place_id"
            ).map { try $0.string(0).split(separator: " ").map(String.init).sorted() }
        }
    }

    private func record(_ name: String) -> PlaceRecord {
        PlacesFixture.record("1", name) {
            $0.menu = "물냉면"
            $0.roadAddress = "서울특별시 마포구 X로 1"
            $0.phone = "02-700-0001"
        }
    }

    /// As earlier releases wrote a place, with four weights.
    private func insert(_ id: Int64, _ name: String, _ transaction: Transaction) throws {
        let record = record(name)
        try transaction.execute(
            """
            INSERT INTO places (id, source, source_key, as_of, kind, name, name_key, category, district, road_address,
                status, created_at, updated_at)
            VALUES (\(id), 'old', \(String(id)), '2026-01-01', 'restaurant', \(name), \(KoreanText.key(name)),
                \(record.category), 'mapo', \(record.roadAddress), 'listed', 0, 0)
            """
        )
        let district = PlacesFixture.mapo
        let addresses = [
            district.name, district.englishName, record.dong ?? "", record.roadAddress ?? "", record.lotAddress ?? "",
            record.phone ?? "",
        ]
        let facets = [("s", "listed"), ("k", "restaurant"), ("d", "mapo"), ("c", record.category)]
        let parts = [
            (KoreanText.indexTokens(name), "A"),
            ([record.category, record.menu ?? ""].flatMap(KoreanText.indexTokens), "B"),
            (addresses.flatMap(KoreanText.indexTokens), "C"),
            (KoreanText.initialTokens(name), ""),
            ([PlaceSearch.exactToken(KoreanText.key(name))] + facets.map { PlaceSearch.facetToken($0, $1) }, ""),
        ]
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
