import Foundation
import Testing

@testable import Moeum

/// What an older release stored under older names of tables and columns is read, and the log can still be reverted.
struct PlainNamesMigrationTests {
    private static let older = Migration.all.prefix { $0.name != Migration.plainNames.name }

    @Test(arguments: TestEngine.available)
    func everyRowIsReadUnderItsNewName(_ engine: TestEngine) async throws {
        try await engine.withDatabase { database in
            try await Migrator(migrations: Array(Self.older)).migrate(database)
            try await database.write { try fill($0) }
            try await Migrator().migrate(database)
            try await database.read { transaction in
                let entries = try transaction.auditEntries(where: "d.at >= 0", limit: 9)
                #expect(entries.map(\.id) == [91, 90])
                #expect(entries.map(\.auditedState) == ["photo-visibility", "review-visibility"])
                #expect(entries.last?.after == ["hiddenAt": "5"] && entries.last?.undoneBy == nil)
                let entry = try #require(try transaction.auditEntry(90))
                #expect(try transaction.canRevert(entry))
                #expect(try transaction.hiddenReasons(of: .review(3)) == [.reports: Date(milliseconds: 4)])
                let review = try #require(try transaction.review(3))
                #expect(review.hiddenAt == Date(milliseconds: 5) && review.hiddenForReasonAt == Date(milliseconds: 4))
                #expect(try transaction.placeFavouriteCount(of: 1) == 7)
                #expect(try transaction.idempotentLocation("abcdefghij", of: 2) == "/reviews/3")
                #expect(try transaction.deadLetters(limit: 2).map(\.reason) == ["the server said no"])
                let removed = try transaction.first("SELECT perceptual_hash FROM removed_pictures") { try $0.int64(0) }
                #expect(removed == 77)
            }
        }
    }

    @Test(arguments: TestEngine.available)
    func theLogStillTakesNoChange(_ engine: TestEngine) async throws {
        try await engine.withDatabase { database in
            try await Migrator(migrations: Array(Self.older)).migrate(database)
            try await database.write { try fill($0) }
            try await Migrator().migrate(database)
            for statement: SQL in [
                "UPDATE audit_log SET note = 'x' WHERE id = 90", "DELETE FROM audit_log WHERE id = 90",
            ] {
                await #expect(throws: DatabaseError.self) { try await database.write { try $0.execute(statement) } }
            }
            let kept = try await database.read { try $0.auditEntry(90)?.note }
            #expect(kept == "made up")
        }
    }

    /// One row of each table whose name or columns change, as the older release wrote them.
    private func fill(_ transaction: Transaction) throws {
        let statements: [SQL] = [
            "INSERT INTO sources (id, name_ko, name_en, as_of) VALUES ('old', 'old', 'old', '2026-01-01')",
            """
            INSERT INTO places (id, source, source_key, as_of, kind, name, name_key, category, district, status,
                created_at, updated_at, heart_count)
            VALUES (1, 'old', '1', '2026-01-01', 'restaurant', 'made-up place', 'madeupplace', '한식', 'mapo', 'listed',
                0, 0, 7)
            """,
            """
            INSERT INTO accounts (id, email, email_key, nickname, nickname_key, language, created_at)
            VALUES (2, 'old@mail.example', 'old@mail.example', 'old', 'old', 'ko', 0)
            """,
            """
            INSERT INTO reviews (id, place_id, account_id, stars, body, language, created_at, hidden_at, withheld_at,
                is_shown)
            VALUES (3, 1, 2, 4, 'made-up words', 'en', 1, 5, 4, 0)
            """,
            "INSERT INTO review_withholdings (review_id, cause, since) VALUES (3, 'reports', 4)",
            "INSERT INTO once_results (account_id, once, location, created_at) VALUES (2, 'abcdefghij', '/reviews/3', 1)",
            "INSERT INTO removed_pictures (hash, looks, removed_at) VALUES ('hash', 77, 1)",
            """
            INSERT INTO deeds (id, at, actor_kind, action, target_kind, target_key, note, aspect, aspect_key,
                before_state, after_state)
            VALUES (90, 5, 'command', 'hide', 'review', '3', 'made up', 'review-sight', '', '{}', '{"hiddenAt":"5"}'),
                (91, 6, 'command', 'hide', 'photo', '4', '', 'photo-sight', '', '{}', '{"hiddenAt":"6"}')
            """,
            """
            INSERT INTO outbox (id, message_id, kind, recipient, recipient_key, language, subject, created_at, tries,
                died_at, fault)
            VALUES (8, 'm@old.example', 'verify', 'a@mail.example', 'a@mail.example', 'ko', 'made up', 1, 3, 2,
                'the server said no')
            """,
        ]
        for statement in statements { try transaction.execute(statement) }
    }
}
