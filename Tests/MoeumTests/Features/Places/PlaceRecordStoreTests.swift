import Testing

@testable import Moeum

@Suite(.cleanup)
struct PlaceRecordStoreTests {
    private func upsert(_ record: PlaceRecord, _ database: any Database) async throws -> UpsertOutcome {
        try await database.write { try $0.upsertPlace(record, PlacesFixture.districts, now: 1) }
    }

    @Test("A second import changes only what has changed", arguments: TestEngine.available)
    func importTwice(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let record = PlacesFixture.record("1", "한솔집") { $0.hoursText = "매일 10:00-20:00" }
        #expect(try await upsert(record, database) == .inserted)
        #expect(try await upsert(record, database) == .unchanged)
        var moved = record
        moved.phone = "02-000-0000"
        #expect(try await upsert(moved, database) == .changed)
        let phones = try await database.read { try $0.rows("SELECT phone FROM places").map { try $0.string(0) } }
        #expect(phones == ["02-000-0000"])
    }

    @Test("A cancelled place keeps its page and can be listed again", arguments: TestEngine.available)
    func cancelAndRelist(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let record = PlacesFixture.record("1", "한솔집")
        _ = try await upsert(record, database)
        let id = try #require(try await database.read { try $0.sourceKeys(of: "made-up", in: "mapo")["1"] })
        try await database.write {
            try $0.setPlaceStatus(
                .cancelled,
                of: id,
                StatusDecision(source: "made-up", reason: "left-list"),
                PlacesFixture.mapo,
                now: 2
            )
        }
        #expect(try await database.read { try $0.place(id)?.status } == .cancelled)
        #expect(try await database.read { try $0.placeCounts() } == [])
        let listed = try await database.read { try $0.placeList(PlaceQuery(), at: SeoulTime(.now)).total }
        #expect(listed == 0)
        var every = PlaceQuery()
        every.isEveryStatus = true
        every.text = "한솔"
        let asked = every
        #expect(try await database.read { try $0.placeList(asked, at: SeoulTime(.now)).total } == 1)
        #expect(try await upsert(record, database) == .changed)
        #expect(try await database.read { try $0.placeCounts().map(\.count) } == [1])
    }

    @Test("A less precise position does not replace a better one", arguments: TestEngine.available)
    func keepBetterPosition(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let exact = Place.Position(latitude: 37.55, longitude: 126.91, precision: .exact)
        _ = try await upsert(PlacesFixture.record("1", "한솔집") { $0.position = exact }, database)
        let worse = PlacesFixture.record("1", "한솔집") {
            $0.position = Place.Position(latitude: 37.5, longitude: 126.9, precision: .dong)
        }
        #expect(try await upsert(worse, database) == .unchanged)
        let kept = try await database.read {
            try $0.placeList(PlaceQuery(), at: SeoulTime(.now)).entries.first?.place
        }
        #expect(kept?.position == exact)
    }

    /// The statuses that a place has had, oldest first: status, reason, source.
    private func history(_ database: any Database) async throws -> [String] {
        try await database.read { transaction in
            try transaction.rows("SELECT status, reason, source FROM place_statuses ORDER BY place_id, at").map {
                "\(try $0.string(0)) \(try $0.string(1)) \(try $0.string(2))"
            }
        }
    }

    private func set(_ status: Place.Status, _ database: any Database, now: Int64) async throws -> Place.ID {
        try await database.write { transaction in
            let id = try transaction.first("SELECT id FROM places") { try $0.id(0) as Place.ID } ?? 0
            let decision = StatusDecision(source: "made-up", reason: "\(status)")
            try transaction.setPlaceStatus(status, of: id, decision, PlacesFixture.mapo, now: now)
            return id
        }
    }

    @Test("A closed place stays closed until it is designated again", arguments: TestEngine.available)
    func stayClosed(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let record = PlacesFixture.record("1", "한솔집") { $0.designatedOn = "2020-01-01" }
        _ = try await upsert(record, database)
        let id = try await set(.closed, database, now: 1_767_500_000_000)
        var later = record
        (later.source, later.phone) = (SourceReference(source: "made-up", asOf: "2026-06-01"), "02-000-0000")
        #expect(try await upsert(later, database) == .changed)
        #expect(try await database.read { try $0.place(id)?.status } == .closed)
        #expect(try await database.read { try $0.place(id)?.phone } == "02-000-0000")
        #expect(try await database.read { try $0.placeCounts(status: .closed).map(\.count) } == [1])
        #expect(try await database.read { try $0.placeCounts() } == [])
        later.designatedOn = "2026-05-30"
        #expect(try await upsert(later, database) == .changed)
        #expect(try await database.read { try $0.place(id)?.status } == .listed)
        #expect(
            try await history(database) == [
                "listed import made-up", "closed closed made-up", "listed designated-again made-up",
            ]
        )
    }

    @Test("An old list does not relist a cancelled place", arguments: TestEngine.available)
    func ignoreOldList(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let record = PlacesFixture.record("1", "한솔집")
        _ = try await upsert(record, database)
        // 4 January 2026, after the record's day.
        let id = try await set(.cancelled, database, now: 1_767_500_000_000)
        #expect(try await upsert(record, database) == .unchanged)
        #expect(try await database.read { try $0.place(id)?.status } == .cancelled)
        var later = record
        later.source = SourceReference(source: "made-up", asOf: "2026-01-05")
        #expect(try await upsert(later, database) == .changed)
        #expect(try await database.read { try $0.place(id)?.status } == .listed)
    }

    @Test("The history keeps all decisions of the same moment", arguments: TestEngine.available)
    func keepEachDecision(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        _ = try await upsert(PlacesFixture.record("1", "한솔집"), database)
        for status in [Place.Status.cancelled, .closed, .cancelled] { _ = try await set(status, database, now: 1) }
        #expect(
            try await history(database).map { $0.split(separator: " ")[0] } == [
                "listed", "cancelled", "closed", "cancelled",
            ]
        )
    }

    @Test("A fact found again gets the new date and counts as no change", arguments: TestEngine.available)
    func updateDateOnly(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        _ = try await upsert(PlacesFixture.record("1", "한솔집") { $0.phone = "02-000-0000" }, database)
        let again = PlacesFixture.record("1", "한솔집") {
            $0.source = SourceReference(source: "made-up", asOf: "2026-03-01")
        }
        #expect(try await upsert(again, database) == .unchanged)
        let (place, sources) = try await database.read { transaction in
            let id = try transaction.first("SELECT id FROM places") { try $0.id(0) as Place.ID } ?? 0
            return (try transaction.place(id), try transaction.factSources(of: id))
        }
        #expect(place?.source.asOf == "2026-03-01")
        #expect(place?.phone == "02-000-0000")
        #expect(sources == ["phone": PlacesFixture.source])
    }

    @Test("A place is found in the district of its newest record", arguments: TestEngine.available)
    func districtOfRecord(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        _ = try await upsert(PlacesFixture.record("1", "한솔집"), database)
        let older = PlacesFixture.record("1", "한솔집") {
            $0.source = SourceReference(source: "made-up", asOf: "2020-01-01")
            $0.district = "jung"
            $0.phone = "02-000-0000"
        }
        #expect(try await upsert(older, database) == .changed)
        for (words, total) in [("마포구", 1), ("중구", 0)] {
            var query = PlaceQuery()
            query.text = words
            let asked = query
            #expect(
                try await database.read { try $0.placeList(asked, at: SeoulTime(.now)).total } == total,
                "\(words)"
            )
        }
    }
}
