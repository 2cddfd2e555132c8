import Foundation
import Testing

@testable import Moeum

/// Lists of bookshops on their way into the database.
@Suite(.cleanup)
struct BookshopImportTests {
    private func load(
        _ text: String,
        into database: any Database,
        name: String = "list.csv",
        asOf: String? = "2026-05-30"
    ) async throws -> BookshopImport.Report {
        let file = try RegisterFixture.file(Array(text.utf8), name: name)
        let list = try BookshopImport(path: file.path, asOf: asOf, dataDirectory: Project.root.path + "/Data")
        return try await list.load(into: database)
    }

    private func shops(_ database: any Database) async throws -> [(source: String, key: String, asOf: String)] {
        try await database.read { transaction in
            try transaction.rows("SELECT source, source_key, as_of FROM places ORDER BY id").map { row in
                (source: try row.string(0), key: try row.string(1), asOf: try row.string(2))
            }
        }
    }

    private static let seoulHeader = "STORE_SEQ_NO,STORE_NAME,CODE_VALUE,ADRES,STORE_TYPE_NAME,XCNTS,YDNTS\n"

    @Test("A known shop is brought up to date, and none is there twice", arguments: TestEngine.available)
    func mergeKnown(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        let text = BookshopReaderTests.culture(BookshopReaderTests.forest, BookshopReaderTests.busan)
        let first = try await load(text, into: database, name: "API_CIA_089_20260401182204.csv", asOf: nil)
        #expect(first.counts.inserted == 1 && first.elsewhere == 1 && first.exitCode == 0)
        #expect(try await shops(database).map(\.asOf) == ["2026-04-01"])
        #expect(try await load(text, into: database).counts.inserted == 0)
        #expect(try await shops(database).map(\.asOf) == ["2026-05-30"])
        // The same register's API has it without that number.
        let api = """
            [{"TITLE": "숲의책", "ADDRESS": "(05271) 서울특별시 강동구 동남로65길 15-5 1층", "CONTACT_POINT": "02-777-1234"}]
            """
        let second = try await load(api, into: database, name: "list.json", asOf: "2026-06-01")
        #expect(second.counts.changed == 1 && second.counts.inserted == 0)
        let known = try await shops(database)
        #expect(known.map(\.key) == ["KCIBSPO21N000000901"])
        let phone = try await database.read { transaction in
            try transaction.first("SELECT phone FROM places") { try $0.optionalString(0) }
        }
        #expect(phone == "02-777-1234")
    }

    @Test("A shop that another list has is left out and counted", arguments: TestEngine.available)
    func leaveOut(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        _ = try await load(BookshopReaderTests.culture(BookshopReaderTests.forest), into: database)
        let text =
            Self.seoulHeader + "1.0,숲의책,강동구,강동구 동남로65길 15-5,새책방,37.5474,127.1550\n"
            + "2.0,다른책방,강동구,강동구 동남로65길 15-5,새책방,37.5474,127.1550\n"
        let report = try await load(text, into: database)
        #expect(report.known == 1 && report.counts.inserted == 1 && report.exitCode == 0)
        let expected = "1 new, 0 changed, 0 unchanged, 1 known from another list, 0 outside of Seoul, 0 refused"
        #expect(report.lines == [expected])
        #expect(try await shops(database).map(\.source) == ["kcisa-bookshops", "seoul-bookshops"])
        // Once it is there, it is known by its number.
        let again = try await load(text, into: database)
        #expect(again.known == 1 && again.counts.unchanged == 1)
    }

    @Test("The exit code says whether rows were refused, and whether any was taken", arguments: TestEngine.available)
    func exitCodes(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        let part = BookshopReaderTests.culture(BookshopReaderTests.forest, BookshopReaderTests.forest)
        let report = try await load(part, into: database)
        #expect(report.exitCode == 3)
        #expect(report.lines.first == "line 3: KCIBSPO21N000000901 stands twice")
        let none = try await load(BookshopReaderTests.culture(BookshopReaderTests.busan), into: database)
        #expect(none.exitCode == 1 && none.elsewhere == 1)
        let runs = try await database.read { transaction in
            try transaction.rows("SELECT source, inserted, refused FROM import_runs ORDER BY id").map { row in
                "\(try row.string(0)) \(try row.int(1)) \(try row.int(2))"
            }
        }
        #expect(runs == ["kcisa-bookshops 1 1"])
    }
}
