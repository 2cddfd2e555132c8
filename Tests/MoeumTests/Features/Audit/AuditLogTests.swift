import Foundation
import Testing

@testable import Moeum

/// The log cannot be changed, by whatever means, and names nobody who has left.
struct DeedLogTests {
    /// What an intruder with the program's own rights to the database could try.
    private static let attempts: [SQL] = [
        "UPDATE deeds SET note = 'other'", "UPDATE deeds SET undoes = NULL", "DELETE FROM deeds",
        "DELETE FROM deeds WHERE id = 5",
    ]
    private static let columns: SQL = """
        id, at, actor_kind, actor_id, action, target_kind, target_key, note, aspect_key, before_state, after_state
        """

    private func withDeed(_ engine: TestEngine, _ body: (any Database) async throws -> Void) async throws {
        try await engine.withDatabase(.tables) { database in
            try await database.write { transaction in
                try transaction.execute(
                    """
                    INSERT INTO deeds (\(Self.columns))
                    VALUES (5, 1, 'staff', 9, 'hide', 'review', '12', 'as it was', '', '{}', '{}')
                    """
                )
            }
            try await body(database)
            let notes = try await database.read {
                try $0.rows("SELECT note FROM deeds ORDER BY id").map { try $0.string(0) }
            }
            #expect(notes == ["as it was"])
        }
    }

    @Test(arguments: TestEngine.available)
    func neitherUpdatesNorDeletesAreTaken(_ engine: TestEngine) async throws {
        try await withDeed(engine) { database in
            for attempt in Self.attempts {
                await #expect(throws: DatabaseError.self) { try await database.write { _ = try $0.execute(attempt) } }
            }
        }
    }

    @Test(arguments: TestEngine.available)
    func norIsARowPutIntoThePlaceOfAnother(_ engine: TestEngine) async throws {
        let row: SQL = "VALUES (5, 1, 'staff', 9, 'hide', 'review', '12', 'other', '', '{}', '{}')"
        var attempts: [SQL] = [
            """
            INSERT INTO deeds (\(Self.columns)) \(row)
            ON CONFLICT (id) DO UPDATE SET note = 'other'
            """
        ]
        switch engine {
        case .sqlite:
            attempts += [
                "REPLACE INTO deeds (\(Self.columns)) \(row)", "INSERT OR REPLACE INTO deeds (\(Self.columns)) \(row)",
                "UPDATE OR REPLACE deeds SET note = 'other'",
                // By the number that SQLite itself gives a row.
                """
                INSERT OR REPLACE INTO deeds (rowid, \(Self.columns))
                SELECT rowid, 6, 1, 'staff', 9, 'hide', 'review', '12', 'other', '', '{}', '{}' FROM deeds WHERE id = 5
                """,
            ]
        case .postgres: attempts += ["TRUNCATE deeds", "TRUNCATE deeds CASCADE"]
        }
        try await withDeed(engine) { database in
            for attempt in attempts {
                await #expect(throws: DatabaseError.self) { try await database.write { _ = try $0.execute(attempt) } }
            }
        }
    }

    @Test func noSourceChangesTheLog() throws {
        let change = /(UPDATE|DELETE FROM|REPLACE INTO|TRUNCATE)\s+(TABLE\s+)?deeds\b/.ignoresCase()
        for path in try Project.files("Sources", ending: ".swift") {
            #expect(try Project.text(path).firstMatch(of: change) == nil, "\(path)")
        }
    }

    @Test(arguments: TestEngine.available)
    func whoLeavesIsANumberInTheLogAndNoWordOfTheirsIsThere(_ engine: TestEngine) async throws {
        try await TestSite.withSample(on: engine) { site in
            let words = "누구도 다시 읽지 않을 문장이에요."
            let author = try #require(try await site.people(1, "떠날 이").first)
            let place = try #require(try await site.places(1).first)
            let review = try await site.review(place, by: author, try MadeUpReviews.draft(words))
            let (now, press) = (site.now, site.app.press)
            try await site.app.database.write { transaction in
                let act = Act(actor: .command, reason: .abuse, note: "made up", at: now, press: press)
                try transaction.perform(.hide, on: Deed.Target(.review, review), .reviewSight, act) { _ in
                    Sight.state(hiddenAt: now)
                }
                try transaction.impose(.warning, on: author, act)
            }
            func log() async throws -> [String] {
                try await site.app.database.read { transaction in
                    try transaction.rows(
                        "SELECT target_key, person_id, note, before_state, after_state FROM deeds ORDER BY id"
                    ).map {
                        "\(try $0.string(0)) \(try $0.int64(1)) \(try $0.string(2)) \(try $0.string(3)) \(try $0.string(4))"
                    }
                }
            }
            let before = try await log()
            #expect(before.count == 2)
            try await site.app.database.write { transaction in
                let long = now - 2 * Account.leavingPeriod
                try transaction.execute(
                    "UPDATE accounts SET leaving_at = \(long.milliseconds), leaving_reviews = 'delete' WHERE id = \(author)"
                )
            }
            #expect(try await site.app.care.eraser.run(at: now) == 1)
            #expect(try await log() == before)
            #expect(!before.joined().contains("떠날 이") && !before.joined().contains(words))
            // What was done to what is gone is not taken back.
            let deeds = try await site.app.database.read { try $0.deeds(where: "d.at > 0", limit: 9) }
            for deed in deeds {
                let act = Act(actor: .command, at: now, press: press)
                await #expect(throws: Problem.cannotUndo) {
                    try await site.app.database.write { _ = try $0.undo(deed.id, act) }
                }
            }
        }
    }
}
