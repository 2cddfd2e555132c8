import Database
import Foundation
import Testing

@testable import Moeum

@Suite(.cleanup)
struct UnconfirmedPlacesTests {
    /// 2026-11-27 in Seoul.
    private static let now = Date(timeIntervalSince1970: 1_795_748_400)

    private func order(_ database: any Database) async throws -> [String] {
        try await database.read { try $0.placeList(PlaceQuery(), at: SeoulTime(Self.now)) }.entries.map(\.place.name)
    }

    private func record(_ state: PlaceOperation.State, _ day: String, of key: String, _ database: any Database)
        async throws
    {
        let source = Source(
            id: "licence-register",
            nameKo: "인허가",
            nameEn: "Licences",
            url: nil,
            licence: nil,
            asOf: day
        )
        try await database.write { transaction in
            try transaction.saveSource(source)
            let found = try transaction.first("SELECT id FROM places WHERE source_key = \(key)") {
                try $0.id(0) as Place.ID
            }
            let reference = SourceReference(source: source.id, asOf: day)
            let operation = PlaceOperation(state: state, stateText: "영업/정상", reference: reference)
            try transaction.saveOperation(operation, of: try #require(found))
        }
    }

    /// An import of licences, complete unless something is said.
    private struct Run {
        var register = Register.licences
        var isDry = false
        var failure: String?
        var district = PlacesFixture.record("가", "가").district
        var rows = 100
        var held: String?
    }

    private static let runsThatTookNothing = [
        Run(register: .designations), Run(isDry: true), Run(failure: "half"), Run(district: "elsewhere"), Run(rows: 0),
        Run(held: "fewer-rows"),
    ]

    private func insert(_ run: Run, _ database: any Database) async throws {
        try await database.write { transaction in
            let id = RegisterRun.ID.next()
            try transaction.execute(
                """
                INSERT INTO register_runs (id, register, as_of, is_dry, started_at, finished_at, failure, places,
                    matched_permit, matched_name, matched_phone, ambiguous)
                VALUES (\(id), \(run.register.rawValue), '2026-11-24', \(run.isDry ? 1 : 0), 1, 2, \(run.failure), 3,
                    2, 0, 0, 0)
                """
            )
            try transaction.execute(
                """
                INSERT INTO register_run_districts (run_id, district, row_count, matched, opened, closed, changed, refused,
                    held)
                VALUES (\(id), \(run.district), \(run.rows), 2, 0, 0, 0, 0, \(run.held))
                """
            )
        }
    }

    @Test("What no register has had for a year stands a star lower, and rises again", arguments: TestEngine.available)
    func sinkAndRise(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let records = ["가", "나", "다"].map { PlacesFixture.record($0, $0) }
        try await database.write { try $0.upsertPlaces(records, PlacesFixture.districts) }
        let sweep = UnconfirmedPlaces(database: database) { Self.now }
        let before = try await order(database)

        try await sweep.run()
        #expect(try await order(database) == before, "Before the first register nothing sinks.")

        try await record(.open, "2026-11-01", of: before[1], database)
        try await record(.open, "2025-10-01", of: before[2], database)
        try await sweep.run()
        #expect(try await order(database) == before, "Other registers say nothing of who is missing in them.")

        for run in Self.runsThatTookNothing { try await insert(run, database) }
        try await sweep.run()
        #expect(try await order(database) == before)

        try await insert(Run(), database)
        try await sweep.run()
        #expect(try await order(database) == [before[1], before[0], before[2]])

        try await database.write { transaction in
            for name in before.suffix(1) {
                let place = try transaction.first("SELECT id FROM places WHERE name = \(name)") {
                    try $0.id(0) as Place.ID
                }
                try transaction.countRating(at: try #require(place), from: nil, to: 5)
            }
        }
        #expect(try await order(database).first == before[2], "A rating counts for more than the lost star.")
        #expect(try await database.read { try $0.wrongKeptCounts() }["places.rating_mean"] == nil)

        for name in [before[0], before[2]] { try await record(.open, "2026-11-02", of: name, database) }
        try await sweep.run()
        #expect(try await order(database) == [before[2], before[0], before[1]])
        let marked = try await database.read {
            try $0.first("SELECT COUNT(*) FROM places WHERE unconfirmed = 1") { try $0.int(0) }
        }
        #expect(marked == 0)
    }
}
