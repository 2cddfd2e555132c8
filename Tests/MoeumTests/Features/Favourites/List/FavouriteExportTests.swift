import Foundation
import HTTPTypes
import Hummingbird
import Logging
import RouterClient
import Synchronization
import Testing

@testable import Database
@testable import Moeum

/// Favourites as files, of somebody who keeps more than one part of them holds.
@Suite(.cleanup)
struct FavouriteExportTests {
    /// Counts what is read of another database.
    private final class CountedReads: Database {
        private let other: any Database
        private let count = Atomic(0)

        init(_ other: any Database) { self.other = other }

        /// Since the last time that somebody asked.
        func taken() -> Int { count.exchange(0, ordering: .relaxed) }

        func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
            count.add(1, ordering: .relaxed)
            return try await other.read(body)
        }

        func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
            try await other.write(body)
        }

        func close() async {}

        var statistics: DatabaseStatistics { other.statistics }
        var changes: DataChanges { other.changes }
    }

    /// Somebody who keeps every place of the sample, the last one first.
    private static func keeper() async throws -> (TestBrowser, CountedReads, [Place.ID]) {
        let site = try await TestSite()
        let reads = CountedReads(site.app.database)
        let browser = try Self.browser(site, reads)
        let account = try await site.logIn(browser, nickname: "가람")
        return (browser, reads, try await Self.keepAll(site, account))
    }

    private static func browser(_ site: TestSite, _ reads: CountedReads) throws -> TestBrowser {
        let app = try App(config: site.app.config, database: reads, logger: site.app.logger)
        return TestBrowser(site, try RouterClient(Routes.router(app)))
    }

    private static func keepAll(_ site: TestSite, _ account: Account.ID) async throws -> [Place.ID] {
        let now = site.now
        return try await site.app.database.write { transaction in
            let places = try transaction.rows("SELECT id FROM places ORDER BY id DESC").map { try $0.id(0) as Place.ID }
            for place in places.reversed() {
                _ = try transaction.insertFavourite(place, Favourite.Input(), usual: [], by: account, at: now)
            }
            return places
        }
    }

    @Test("A long export is read and sent in parts")
    func exportsInParts() async throws {
        let (browser, reads, places) = try await Self.keeper()
        #expect(places.count > 500 && places.count <= 1_000)
        _ = reads.taken()
        let file = try await browser.get("/favourites/export?format=json")
        // Whose session it is, which favourites, and two parts of them.
        #expect(reads.taken() == 4)
        let root = try JSONSerialization.jsonObject(with: Data(buffer: file.body)) as? [String: Any]
        #expect((root?["places"] as? [[String: Any]])?.map { $0["id"] as? Int } == places.map { Int($0) })
        let map = try await browser.get("/favourites/export?format=geojson")
        let features = try JSONSerialization.jsonObject(with: Data(buffer: map.body)) as? [String: Any]
        #expect((features?["features"] as? [Any])?.count == places.count)
        let table = try await browser.get("/favourites/export").text
        #expect(table.split(separator: "\r\n").count == places.count + 1)
        #expect(table.hasPrefix("\u{FEFF}id,kind,name"))
        let none = try await browser.get("/favourites/export?format=json&q=%EC%97%86%EB%8A%94%EB%A7%90%EC%9E%84")
        #expect(none.text.hasSuffix("\"places\":[]}"))
    }

    @Test("A page has twenty favourites, however many there are")
    func pageSize() async throws {
        let (browser, _, places) = try await Self.keeper()
        let json = try await browser.json("/favourites")
        #expect((json["favourites"] as? [Any])?.count == 20 && json["total"] as? Int == places.count)
        #expect(json["next"] is String)
    }
}
