import Foundation
import Testing

@testable import Moeum

/// The log cannot be changed, by whatever means, and names nobody who has left.
@Suite(.cleanup)
struct AuditLogTests {
    /// What an intruder with the program's own rights to the database could try.
    private static let attempts: [SQL] = [
        "UPDATE audit_log SET note = 'other'", "UPDATE audit_log SET undoes = NULL", "DELETE FROM audit_log",
        "DELETE FROM audit_log WHERE id = 5",
    ]
    private static let columns: SQL = """
        id, at, actor_kind, actor_id, action, target_kind, target_key, note, state_key, before_state, after_state
        """

    private func withAuditEntry(_ engine: TestEngine, _ body: (any Database) async throws -> Void) async throws {
        let database = try await engine.database(.tables)
        try await database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO audit_log (\(Self.columns))
                VALUES (5, 1, 'staff', 9, 'hide', 'review', '12', 'as it was', '', '{}', '{}')
                """
            )
        }
        try await body(database)
        let notes = try await database.read {
            try $0.rows("SELECT note FROM audit_log ORDER BY id").map { try $0.string(0) }
        }
        #expect(notes == ["as it was"])
    }

    @Test("The database refuses to update or delete rows of the log", arguments: TestEngine.available)
    func refuseChanges(_ engine: TestEngine) async throws {
        try await withAuditEntry(engine) { database in
            for attempt in Self.attempts {
                await #expect(throws: DatabaseError.self) { try await database.write { _ = try $0.execute(attempt) } }
            }
        }
    }

    @Test("The database refuses to replace a row of the log", arguments: TestEngine.available)
    func refuseReplacement(_ engine: TestEngine) async throws {
        let row: SQL = "VALUES (5, 1, 'staff', 9, 'hide', 'review', '12', 'other', '', '{}', '{}')"
        var attempts: [SQL] = [
            """
            INSERT INTO audit_log (\(Self.columns)) \(row)
            ON CONFLICT (id) DO UPDATE SET note = 'other'
            """
        ]
        switch engine {
        case .sqlite:
            attempts += [
                "REPLACE INTO audit_log (\(Self.columns)) \(row)",
                "INSERT OR REPLACE INTO audit_log (\(Self.columns)) \(row)",
                "UPDATE OR REPLACE audit_log SET note = 'other'",
                // By the number that SQLite itself gives a row.
                """
                INSERT OR REPLACE INTO audit_log (rowid, \(Self.columns))
                SELECT rowid, 6, 1, 'staff', 9, 'hide', 'review', '12', 'other', '', '{}', '{}' FROM audit_log WHERE id = 5
                """,
            ]
        case .postgres: attempts += ["TRUNCATE audit_log", "TRUNCATE audit_log CASCADE"]
        }
        try await withAuditEntry(engine) { database in
            for attempt in attempts {
                await #expect(throws: DatabaseError.self) { try await database.write { _ = try $0.execute(attempt) } }
            }
        }
    }

    @Test("No source file changes or deletes rows of the log") func scanSources() throws {
        let change = /(UPDATE|DELETE FROM|REPLACE INTO|TRUNCATE)\s+(TABLE\s+)?audit_log\b/.ignoresCase()
        for path in try Project.files("Sources", ending: ".swift") where !path.contains("/Migrations/") {
            #expect(try Project.text(path).firstMatch(of: change) == nil, "\(path)")
        }
    }

    @Test("Of an erased account the log keeps the number and none of its words", arguments: TestEngine.available)
    func keepNumbersOnly(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let words = "누구도 다시 읽지 않을 문장이에요."
        let author = try #require(try await site.people(1, "떠날 이").first)
        let place = try #require(try await site.places(1).first)
        let review = try await site.review(place, by: author, try ReviewsFixture.input(words))
        let (now, emailRenderer) = (site.now, site.app.emailRenderer)
        try await site.app.database.write { transaction in
            let audit = AuditContext(
                actor: .command,
                reason: .abuse,
                note: "made up",
                at: now,
                emailRenderer: emailRenderer
            )
            try transaction.recordChange(.hide, on: AuditEntry.Target.review(review), .reviewVisibility, audit) {
                _ in
                VisibilityState(hiddenAt: now)
            }
            try transaction.imposeSanction(.warning, on: author, audit)
        }
        func log() async throws -> [String] {
            try await site.app.database.read { transaction in
                try transaction.rows(
                    "SELECT target_key, person_id, note, before_state, after_state FROM audit_log ORDER BY id"
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
        #expect(try await site.app.accountMaintenance.eraser.run(at: now) == 1)
        #expect(try await log() == before)
        #expect(!before.joined().contains("떠날 이") && !before.joined().contains(words))
        // What was done to what is gone is not taken back.
        let entries = try await site.app.database.read { try $0.auditEntries(where: "d.at > 0", limit: 9) }
        for entry in entries {
            let audit = AuditContext(actor: .command, at: now, emailRenderer: emailRenderer)
            await #expect(throws: Problem.cannotRevert) {
                try await site.app.database.write { _ = try $0.revertChange(entry.id, audit) }
            }
        }
    }
}
