import Foundation
import Testing

@testable import Database
@testable import Moeum

/// A site that was moved is the same site.
@Suite(.cleanup)
struct SiteCopyTests {
    /// Every row of every table, in words.
    private func contents(_ database: any Database) async throws -> [String: [[SQLValue]]] {
        try await database.read { transaction in
            var contents: [String: [[SQLValue]]] = [:]
            for table in try transaction.tableShapes() {
                // In one order of columns.
                let order = table.columnNames.enumerated().sorted { $0.element < $1.element }.map(\.offset)
                try transaction.readRows(of: table, atOnce: 100) { rows in
                    contents[table.name, default: []] += rows.map { row in order.map { row[$0] } }
                }
            }
            return contents.mapValues { $0.sorted { "\($0)" < "\($1)" } }
        }
    }

    /// Documents of the search index.
    private func indexed(_ database: any Database) async throws -> Int {
        try await database.read { try $0.first("SELECT COUNT(*) FROM place_words") { try $0.int(0) } ?? 0 }
    }

    private func copy(_ source: any Database, to target: any Database) async throws -> [String: Int] {
        let data = Project.root.path + "/Data"
        return try await SiteCopy(from: source, to: target, dataDirectory: data).run { _ in }
    }

    private func fill(_ database: any Database) async throws {
        let demo = try Demo(dataDirectory: Project.root.path + "/Data")
        let amounts = Demo.Amounts(places: 2_500, accounts: 200, reviews: 900, favourites: 300)
        try await demo.fill(database, amounts, seed: 7) { _, _ in }
        try await database.write { transaction in
            // Every kind of value, and what only one engine might bear.
            try transaction.insertMail(MIMEMessageTests.mail("'\"\\ 한글 🍜\n"))
            try transaction.saveSiteSetting(7, for: .linkDays)
            // A server's start writes this down, and the next one does so in the copy.
            try transaction.setAccountStorageLimit(1 << 30)
        }
    }

    @Test("A site is copied from one file to another") func copyFile() async throws {
        let source = try await TestEngine.sqlite.database(.tables)
        try await fill(source)
        let target = try await TestEngine.sqlite.database()
        let rows = try await copy(source, to: target)
        #expect(rows["reviews"] == 900 && rows["places"] == 2_500)
        #expect(try await contents(target) == contents(source))
        #expect(try await target.read { try $0.integrityProblems() } == .some([]))
        #expect(try await target.read { try $0.wrongKeptCounts() } == [:])
        #expect(try await indexed(target) == 2_500)
        // Only an empty database is filled.
        await #expect(throws: SiteCopy.Error.self) { try await copy(source, to: target) }
    }

    #if Postgres
        @Test("A site is copied to the other engine and back", .enabled(if: TestEngine.hasPostgres))
        func copyEngines() async throws {
            let source = try await TestEngine.sqlite.database(.tables)
            try await fill(source)
            let before = try await contents(source)
            let url = try await PostgresTemplate.empty()
            let server = try PostgresDatabase(url: url, readers: 2, writers: 2)
            try await server.closing { server in
                _ = try await copy(source, to: server)
                #expect(try await contents(server) == before)
                #expect(try await server.read { try $0.wrongKeptCounts() } == [:])
                #expect(try await indexed(server) == 2_500)
                let back = try await TestEngine.sqlite.database()
                _ = try await copy(server, to: back)
                #expect(try await contents(back) == before)
                #expect(try await back.read { try $0.integrityProblems() } == .some([]))
            }
        }
    #endif
}
