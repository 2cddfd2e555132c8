import Foundation
import Testing

@testable import Moeum
@testable import struct Moeum.Confirmation
@testable import struct Moeum.Tag

/// What becomes of favourites, lists, visits and picks once their person is erased.
@Suite(.cleanup)
struct ErasureOfRecordsTests {
    /// Every table that holds something of somebody, with the columns that say whose.
    private static let owners: [(table: String, column: String)] = [
        ("favourites", "account_id"), ("tags", "account_id"), ("favourite_tags", "account_id"),
        ("favourite_sets", "account_id"), ("removed_favourites", "account_id"), ("lists", "account_id"),
        ("list_entries", "added_by"), ("list_collaborators", "account_id"), ("visits", "account_id"),
        ("removed_list_entries", "removed_by"), ("list_invitations", "account_id"),
        ("roulette_picks", "account_id"), ("confirmations", "account_id"),
    ]

    private static func rows(of account: Account.ID, _ site: TestSite) async throws -> [String: Int] {
        try await site.app.database.read { transaction in
            var counts: [String: Int] = [:]
            for (table, column) in owners {
                let query = SQL(stringLiteral: "SELECT COUNT(*) FROM \(table) WHERE \(column) = \(account)")
                counts[table] = try transaction.first(query) { try $0.int(0) } ?? -1
            }
            return counts
        }
    }

    /// Something of everything: the list is shared with the other.
    private static func keepMuch(
        _ transaction: Transaction,
        _ account: Account.ID,
        with other: Account.ID,
        _ places: [Place.ID],
        at now: Date
    ) throws -> NamedList.ID {
        for place in places {
            let input = Favourite.Input(tags: [Tag(group: "누구와", value: "혼자")], note: "창가")
            _ = try transaction.insertFavourite(place, input, usual: [], by: account, at: now)
            _ = try transaction.insertVisit(place, on: "2026-01-02", by: account, at: now)
            let confirmation = Confirmation(id: .next(), place: place, state: .open, on: "2026-01-02")
            let person = try #require(try transaction.account(account))
            _ = try transaction.saveConfirmation(confirmation, of: person, at: now)
            try transaction.execute(
                """
                INSERT INTO roulette_picks (spinner, pool, place_id, account_id, picked_at)
                VALUES (\("a\(account)"), 'p', \(place), \(account), \(now.milliseconds))
                """
            )
        }
        _ = try transaction.removeFavourite(places[0], by: account, at: now)
        let input = NamedList.Details(title: "둘이", note: "", visibility: .private)
        let list = try transaction.insertNamedList(input, by: account, at: now) ?? 0
        try transaction.execute(
            """
            INSERT INTO list_collaborators (list_id, account_id, added_at) VALUES (\(list), \(other), \(now.milliseconds))
            """
        )
        try transaction.execute(
            "INSERT INTO list_invitations (list_id, account_id, invited_at) VALUES (\(list), \(other), \(now.milliseconds))"
        )
        _ = try transaction.saveListEntry(places[0], on: list, by: account, at: now)
        _ = try transaction.saveListEntry(places[1], on: list, by: other, at: now)
        _ = try transaction.saveListEntry(places[2], on: list, by: account, at: now)
        _ = try transaction.removeListEntry(places[2], from: list, by: account, at: now)
        return list
    }

    @Test("Nothing of an erased account stays, and favourites are counted right", arguments: TestEngine.available)
    func nothingStays(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let people = try await site.people(2)
        let places = try await site.places(4)
        let now = site.now
        let lists = try await site.app.database.write { transaction in
            let own = try Self.keepMuch(transaction, people[0], with: people[1], places, at: now)
            let others = try Self.keepMuch(transaction, people[1], with: people[0], places, at: now)
            return [own, others]
        }
        #expect(try await Self.rows(of: people[0], site).values.allSatisfy { $0 > 0 })
        let before = try await Self.rows(of: people[1], site)
        let entries = try await site.app.database.read { try $0.listEntries(of: lists[1]) }
        #expect(entries.count == 2)

        try await site.execute("UPDATE accounts SET leaving_at = 1 WHERE id = \(people[0])")
        #expect(try await site.app.accountMaintenance.eraser.run(at: now) == 1)

        #expect(try await Self.rows(of: people[0], site).values.allSatisfy { $0 == 0 })
        #expect(try await site.app.database.read { try $0.driftedFavourites() } == [])
        #expect(try await site.app.database.read { try $0.placeFavouriteCount(of: places[1]) } == 1)
        // The list that they worked on stays as it was, without saying who added what.
        #expect(try await site.app.database.read { try $0.listEntries(of: lists[1]) } == entries)
        #expect(try await site.count("SELECT COUNT(*) FROM list_entries WHERE added_by IS NULL") == 1)
        var after = try await Self.rows(of: people[1], site)
        // What they put on the list that went is gone with it, and so is their part in it.
        #expect(after["list_entries"] == 1 && after["list_collaborators"] == 0)
        #expect(after["list_invitations"] == 0)
        after["list_entries"] = before["list_entries"]
        for table in ["list_collaborators", "list_invitations"] { after[table] = before[table] }
        #expect(after == before)
    }

    @Test("Removed favourites are deleted once they can no longer be restored", arguments: TestEngine.available)
    func sweepRemoved(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let person = try #require(try await site.people(1).first)
        let places = try await site.places(2)
        let now = site.now
        try await site.app.database.write { transaction in
            for (place, age) in zip(places, [Favourite.undoPeriod, Favourite.undoPeriod - 1]) {
                _ = try transaction.insertFavourite(place, Favourite.Input(), usual: [], by: person, at: now - age)
                _ = try transaction.removeFavourite(place, by: person, at: now - age)
            }
        }
        try await site.app.accountMaintenance.sweep.run(at: now)
        let left = try await site.app.database.read { transaction in
            try transaction.rows("SELECT place_id FROM removed_favourites ORDER BY place_id").map {
                try $0.id(0) as Place.ID
            }
        }
        #expect(left == [places[1]])
    }
}
