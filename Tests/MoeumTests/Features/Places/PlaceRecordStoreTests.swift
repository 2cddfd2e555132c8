import Testing

@testable import Moeum

struct PlaceRecordStoreTests {
    private func upsert(_ record: PlaceRecord, _ database: any Database) async throws -> UpsertOutcome {
        try await database.write { try $0.upsert(record, MadeUpPlaces.mapo, now: 1) }
    }

    @Test(arguments: TestEngine.available)
    func aSecondRunChangesOnlyWhatChanged(_ engine: TestEngine) async throws {
        try await MadeUpPlaces.withDatabase(on: engine) { database in
            let record = MadeUpPlaces.record("1", "한솔집") { $0.hoursText = "매일 10:00-20:00" }
            #expect(try await upsert(record, database) == .inserted)
            #expect(try await upsert(record, database) == .unchanged)
            var moved = record
            moved.phone = "02-000-0000"
            #expect(try await upsert(moved, database) == .changed)
            let phones = try await database.read { try $0.rows("SELECT phone FROM places").map { try $0.string(0) } }
            #expect(phones == ["02-000-0000"])
        }
    }

    @Test(arguments: TestEngine.available)
    func aCancelledPlaceKeepsItsPageAndMayComeBack(_ engine: TestEngine) async throws {
        try await MadeUpPlaces.withDatabase(on: engine) { database in
            let record = MadeUpPlaces.record("1", "한솔집")
            _ = try await upsert(record, database)
            let id = try #require(
                try await database.read { try $0.listedKeys(source: "made-up", district: "mapo")["1"] }
            )
            try await database.write {
                try $0.setStatus(.cancelled, of: id, reason: "left the list", MadeUpPlaces.mapo, now: 2)
            }
            #expect(try await database.read { try $0.place(id)?.status } == .cancelled)
            #expect(try await database.read { try $0.placeCounts() } == [])
            let listed = try await database.read { try $0.list(PlaceQuery(), at: SeoulTime(.now)).total }
            #expect(listed == 0)
            var every = PlaceQuery()
            every.isEveryStatus = true
            every.text = "한솔"
            let asked = every
            #expect(try await database.read { try $0.list(asked, at: SeoulTime(.now)).total } == 1)
            #expect(try await upsert(record, database) == .changed)
            #expect(try await database.read { try $0.placeCounts().map(\.count) } == [1])
        }
    }

    @Test(arguments: TestEngine.available)
    func aBetterPositionIsNotOverwrittenByAWorseOne(_ engine: TestEngine) async throws {
        try await MadeUpPlaces.withDatabase(on: engine) { database in
            let exact = Place.Position(latitude: 37.55, longitude: 126.91, precision: .exact)
            _ = try await upsert(MadeUpPlaces.record("1", "한솔집") { $0.position = exact }, database)
            let worse = MadeUpPlaces.record("1", "한솔집") {
                $0.position = Place.Position(latitude: 37.5, longitude: 126.9, precision: .dong)
            }
            #expect(try await upsert(worse, database) == .unchanged)
            let kept = try await database.read { try $0.list(PlaceQuery(), at: SeoulTime(.now)).entries.first?.place }
            #expect(kept?.position == exact)
        }
    }
}
