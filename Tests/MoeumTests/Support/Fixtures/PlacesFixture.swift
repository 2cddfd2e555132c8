import Foundation

@testable import Moeum

/// Invented records for tests, and an empty database for them.
enum PlacesFixture {
    static let source = SourceReference(source: "made-up", asOf: "2026-01-01")
    static let mapo = District(
        slug: "mapo",
        name: "마포구",
        englishName: "Mapo-gu",
        code: "11440",
        row: 3,
        column: 1,
        latitude: 37.55545,
        longitude: 126.91191
    )
    static let jung = District(
        slug: "jung",
        name: "중구",
        englishName: "Jung-gu",
        code: "11140",
        row: 3,
        column: 3,
        latitude: 37.55727,
        longitude: 126.99788
    )
    static let districts = Districts([mapo, jung])

    static func record(_ key: String, _ name: String, _ change: (inout PlaceRecord) -> Void = { _ in }) -> PlaceRecord {
        var record = PlaceRecord(
            source: source,
            key: key,
            kind: .restaurant,
            name: name,
            category: "한식",
            district: "mapo"
        )
        change(&record)
        return record
    }

    /// A migrated database that knows the made-up source.
    static func database(on engine: TestEngine = .sqlite) async throws -> any Database {
        let database = try await engine.database(.tables)
        try await database.write { transaction in
            try transaction.saveSource(
                Source(id: "made-up", nameKo: "지어냄", nameEn: "Made up", url: nil, licence: nil, asOf: "2026-01-01")
            )
        }
        return database
    }
}
