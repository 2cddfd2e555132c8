import RouterClient
import Synchronization
import Testing

@testable import Database
@testable import Moeum

/// Whose the reads of a request are, of which the database does one at a time.
@Suite(.cleanup)
struct ReadingAccountTests {
    /// Notes for whom another database reads.
    private final class NotedOwners: Database {
        private let other: any Database
        private let owners = Mutex<[Int64?]>([])

        init(_ other: any Database) { self.other = other }

        /// Since the last time that somebody asked.
        func taken() -> [Int64?] {
            owners.withLock { owners in
                defer { owners = [] }
                return owners
            }
        }

        func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
            owners.withLock { $0.append(ReadingAccount.current) }
            return try await other.read(body)
        }

        func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
            try await other.write(body)
        }

        func close() async {}

        var statistics: DatabaseStatistics { other.statistics }
        var changes: DataChanges { other.changes }
    }

    @Test("A member's requests are read in their account's turn") func readForMember() async throws {
        let site = try await TestSite()
        let reads = NotedOwners(site.app.database)
        let app = try App(config: site.app.config, database: reads, logger: site.app.logger)
        let client = try RouterClient(Routes.router(app))
        let (member, visitor) = (TestBrowser(site, client), TestBrowser(site, client))
        let account = try await site.logIn(member, nickname: "garam")
        let favourite = try await site.places(1)[0]
        try await site.app.database.write {
            _ = try $0.insertFavourite(favourite, Favourite.Input(), usual: [], by: account, at: site.now)
        }
        for path in [
            "/diary/search?from=2025-01-01", "/my/photos", "/favourites", "/favourites/export",
            "/diary/export?format=markdown", "/diary/export?format=json",
        ] {
            _ = reads.taken()
            _ = try await member.get(path)
            // First of all, whose session it is.
            let own = reads.taken().drop { $0 == nil }
            #expect(!own.isEmpty && own.allSatisfy { $0 == account.rawValue }, "\(path)")
        }
        _ = reads.taken()
        _ = try await visitor.get("/places?q=b")
        let owners = reads.taken()
        #expect(!owners.isEmpty && owners.allSatisfy { $0 == nil })
    }
}
