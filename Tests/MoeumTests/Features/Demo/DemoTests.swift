import Foundation
import Testing

@testable import Moeum

/// Rows for load tests that are what the site itself would have written.
@Suite(.cleanup)
struct DemoTests {
    private static let amounts = Demo.Amounts(places: 300, accounts: 60, reviews: 3_000)
    private static let now = Date(milliseconds: 1_795_200_000_000)

    private func fill(
        _ database: any Database,
        _ amounts: Demo.Amounts = Self.amounts,
        seed: UInt64 = 7
    ) async throws {
        try await Demo(dataDirectory: Project.root.appending(path: "Data").path()).fill(
            database,
            amounts,
            seed: seed,
            now: Self.now
        )
    }

    @Test("Stored counts equal the rows", arguments: TestEngine.available)
    func storedCounts(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        try await fill(database)
        let (drifted, numbers) = try await database.read { transaction in
            func count(_ sql: SQL) throws -> Int { try transaction.first(sql) { try $0.int(0) } ?? -1 }
            return (
                try transaction.driftedCounts(),
                [
                    try count("SELECT COUNT(*) FROM places"),
                    try count("SELECT COUNT(*) FROM accounts WHERE verified_at IS NOT NULL"),
                    try count("SELECT COUNT(*) FROM reviews WHERE is_shown = 1"),
                    try count("SELECT COUNT(*) FROM reviews r JOIN accounts a ON a.created_at > r.created_at"),
                    try count(
                        """
                        SELECT COUNT(*) FROM review_votes v JOIN reviews r ON r.id = v.review_id
                        WHERE r.account_id = v.account_id
                        """
                    ),
                    try count(
                        """
                        SELECT COUNT(*) FROM review_keywords x JOIN keywords k ON k.id = x.keyword_id
                        JOIN reviews r ON r.id = x.review_id JOIN places p ON p.id = r.place_id
                        WHERE k.kind <> p.kind
                        """
                    ),
                ]
            )
        }
        #expect(drifted == [])
        #expect(numbers == [300, 60, 3_000, 0, 0, 0])
    }

    @Test("A few places have many reviews, and most stars are high") func distribution() async throws {
        let database = try await TestEngine.sqlite.database(.tables)
        try await fill(database)
        let (counts, high, some) = try await database.read { transaction in
            (
                try transaction.rows("SELECT review_count FROM places ORDER BY review_count DESC, id").map {
                    try $0.int(0)
                },
                try transaction.first("SELECT COUNT(*) FROM reviews WHERE stars > 3") { try $0.int(0) } ?? 0,
                try [
                    "SELECT COUNT(*) FROM reviews WHERE helpful_count > 0", "SELECT COUNT(*) FROM review_keywords",
                    "SELECT COUNT(*) FROM reviews WHERE visited_on IS NULL",
                    "SELECT COUNT(*) FROM reviews WHERE language = 'en'",
                ].map { try transaction.first($0) { try $0.int(0) } ?? 0 }
            )
        }
        #expect(counts[0] == 60 && counts[150] < 10)
        #expect(high > 1_800 && high < 2_900)
        #expect(some.allSatisfy { $0 > 300 && $0 < 15_000 }, "\(some)")
    }

    @Test("Every text and nickname is one that a person could send") func validTexts() async throws {
        let database = try await TestEngine.sqlite.database(.tables)
        try await fill(database)
        let (texts, names) = try await database.read { transaction in
            (
                try transaction.rows("SELECT body, language FROM reviews ORDER BY id").map { row in
                    (body: try row.string(0), language: try row.string(1))
                },
                try transaction.rows("SELECT nickname, nickname_key FROM accounts ORDER BY id").map { row in
                    (name: try row.string(0), key: try row.string(1))
                }
            )
        }
        for (body, language) in texts {
            let text = try ReviewText(body)
            #expect(text.text == body && text.script.rawValue == language, "\(body)")
        }
        #expect(Set(texts.map(\.body)).count > 1_800)
        let reserved = try ReservedNames.load(from: Project.root.appending(path: "Data").path())
        for (name, key) in names { #expect(try Nickname(name, reserved: reserved).key == key) }
    }

    @Test("The same seed gives the same rows") func sameSeed() async throws {
        func rows(seed: UInt64) async throws -> [String] {
            try await Cleanup.run {
                let database = try await TestEngine.sqlite.database(.tables)
                try await fill(database, seed: seed)
                return try await database.read { transaction in
                    try transaction.rows(
                        """
                        SELECT r.id, p.name, a.nickname, r.stars, r.body, r.created_at, r.helpful_count FROM reviews r
                        JOIN places p ON p.id = r.place_id JOIN accounts a ON a.id = r.account_id ORDER BY r.id
                        """
                    ).map { row in
                        [
                            "\(try row.int64(0))", try row.string(1), try row.string(2), "\(try row.int(3))",
                            try row.string(4), "\(try row.int64(5))", "\(try row.int(6))",
                        ].joined(separator: "|")
                    }
                }
            }
        }
        let first = try await rows(seed: 1)
        #expect(first.count == 3_000)
        #expect(try await rows(seed: 1) == first)
        #expect(try await rows(seed: 2) != first)
    }

    @Test("A new site has the sample of places, no reviews and no accounts") func newSite() async throws {
        let site = try await TestSite()
        let counts = [
            try await site.count("SELECT COUNT(*) FROM places"),
            try await site.count("SELECT COUNT(*) FROM reviews"),
            try await site.count("SELECT COUNT(*) FROM accounts"),
        ]
        #expect(counts[0] > 0 && counts[1...] == [0, 0])
    }

    @Test("Everybody can review every place") func allReviews() async throws {
        let database = try await TestEngine.sqlite.database(.tables)
        try await fill(database, Demo.Amounts(places: 20, accounts: 30, reviews: 600))
        #expect(try await database.read { try $0.driftedCounts() } == [])
    }

    @Test("Invented favourites equal those that hearts would make", arguments: TestEngine.available)
    func favourites(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        try await fill(database, Demo.Amounts(places: 200, accounts: 7, reviews: 0, favourites: 500))
        let (drifted, numbers) = try await database.read { transaction in
            func count(_ sql: SQL) throws -> Int { try transaction.first(sql) { try $0.int(0) } ?? -1 }
            return (
                try transaction.driftedFavourites(),
                try [
                    "SELECT COUNT(*) FROM favourites",
                    "SELECT COUNT(DISTINCT account_id) FROM favourites",
                    "SELECT COUNT(*) FROM lists l WHERE entry_count <> "
                        + "(SELECT COUNT(*) FROM list_entries e WHERE e.list_id = l.id)",
                    "SELECT COUNT(*) FROM favourites WHERE created_at > \(Self.now.milliseconds)",
                ].map { try count(SQL(stringLiteral: $0)) }
            )
        }
        #expect(drifted == [])
        #expect(Array(numbers.prefix(3)) == [500, 7, 0] && numbers[3] == 0)
        let some = try await database.read { transaction in
            try ["visits", "lists", "list_entries", "favourite_tags"].map {
                try transaction.first(SQL(stringLiteral: "SELECT COUNT(*) FROM \($0)")) { try $0.int(0) } ?? 0
            }
        }
        #expect(some.allSatisfy { $0 > 0 })
    }

    @Test("One person can keep ten thousand places under fifty tags") func manyFavourites() async throws {
        let database = try await TestEngine.sqlite.database(.tables)
        try await fill(database, Demo.Amounts(places: 10_100, accounts: 1, reviews: 0, favourites: 10_000))
        let (kept, tags) = try await database.read { transaction in
            (try transaction.favouriteCount(of: 1), try transaction.tags(of: 1).count)
        }
        #expect(kept == 10_000)
        #expect(tags >= 50)
    }

    @Test("Impossible amounts are refused and leave nothing") func refuseAmounts() async throws {
        try await Cleanup.run {
            let database = try await TestEngine.sqlite.database(.tables)
            await #expect(throws: Demo.Error.self) {
                try await fill(database, Demo.Amounts(places: 2, accounts: 3, reviews: 7))
            }
            await #expect(throws: Demo.Error.self) {
                try await fill(database, Demo.Amounts(places: -1, accounts: 3, reviews: 0))
            }
            await #expect(throws: Demo.Error.self) {
                try await fill(database, Demo.Amounts(places: 2, accounts: 3, reviews: 0, favourites: 7))
            }
            #expect(try await database.read { try $0.hasNoPlaces() && $0.hasNoAccounts() })
            // Either alone makes a database one that somebody uses.
            try await fill(database, Demo.Amounts(places: 0, accounts: 1, reviews: 0))
            await #expect(throws: Demo.Error.self) { try await fill(database) }
        }
        let database = try await TestEngine.sqlite.database(.tables)
        try await fill(database, Demo.Amounts(places: 1, accounts: 0, reviews: 0))
        await #expect(throws: Demo.Error.self) { try await fill(database) }
    }
}
