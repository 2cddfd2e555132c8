import Testing

@testable import Moeum

/// What the command hides is gone from every count, and comes back whole.
@Suite(.cleanup)
struct VisibilityActionsTests {
    @Test(
        "The command hides and restores reviews and photos, with counts, audit entries and e-mails",
        arguments: TestEngine.available
    )
    func hideAndRestore(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let database = site.app.database
        let actions = VisibilityActions(app: site.app)
        let now = site.now
        let (place, review) = try await database.write { transaction in
            let place = try #require(try transaction.listedPlaceIDs(limit: 1).first)
            try transaction.execute(
                """
                INSERT INTO photo_blobs (hash, file, width, height, colour, placeholder, created_at)
                VALUES ('made-up', 'made-up', 4, 3, '#ffffff', '', 1)
                """
            )
            try transaction.execute(
                """
                INSERT INTO photos (id, name, blob_hash, account_id, created_at) VALUES (5, 'five', 'made-up', 1, 1)
                """
            )
            let form = Form(items: [
                (name: "rating", value: "3"), (name: "body", value: "made-up words"),
                (name: "photo_id", value: "5"),
            ])
            let input = try ReviewInput(ReviewForm(form), today: "2026-11-21")
            return (place, try transaction.insertReview(input, by: 1, on: place, at: now))
        }
        func counts() async throws -> [Int] {
            try await database.read { transaction in
                #expect(try transaction.driftedCounts() == [])
                let columns: SQL = "SELECT review_count, photo_count FROM places WHERE id = \(place)"
                return try transaction.first(columns) { [try $0.int(0), try $0.int(1)] } ?? []
            }
        }
        #expect(try await counts() == [1, 1])
        #expect(try await actions.hide(.photo(5)))
        #expect(try await actions.hide(.photo(5)) == false)
        #expect(try await counts() == [1, 0])
        #expect(try await actions.hide(.review(review)))
        #expect(try await actions.hide(.review(review)) == false)
        #expect(try await counts() == [0, 0])
        #expect(try await actions.restore(.photo(5)))
        #expect(try await counts() == [0, 0])
        #expect(try await actions.restore(.review(review)))
        #expect(try await actions.restore(.review(review)) == false)
        #expect(try await counts() == [1, 1])
        let entries = try await database.read { try $0.auditEntries(where: "d.actor_kind = 'command'", limit: 10) }
        #expect(entries.map(\.action) == [.restore, .restore, .hide, .hide])
        let mails = try await database.read { try $0.waitingMails(to: "a1@moeum.example") }
        #expect(
            mails.map(\.kind).sorted() == ["content-hidden", "content-hidden", "content-restored", "content-restored"]
        )
        await #expect(throws: StaffCommands.Error.self) { try await actions.hide(.review(7)) }
        await #expect(throws: StaffCommands.Error.self) { try await actions.restore(.photo(7)) }
    }
}
