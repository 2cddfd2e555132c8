import Foundation
import Hummingbird
import Testing

@testable import Moeum

/// All of Seoul's lists as they are, where they lie beside the project.
@Suite(.cleanup)
struct RealDataTests {
    private static let folder = Project.root.appendingPathComponent("../shared/data").standardized.path
    private static let isThere = FileManager.default.fileExists(atPath: folder)
    private static let data = Project.root.path + "/Data"

    /// The rows of each district's service, as its API sends them.
    private struct Lists: Sendable {
        private let rows: [String: [[String: any Sendable]]]

        init(_ folder: String) throws {
            var rows: [String: [[String: any Sendable]]] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json") {
                let root = try RealDataTests.json("\(folder)/\(name)") as? [String: [String: Any]]
                for (service, content) in root ?? [:] { rows[service] = content["row"] as? [[String: any Sendable]] }
            }
            self.rows = rows
        }

        var total: Int { rows.values.reduce(0) { $0 + $1.count } }

        func page(_ service: String, _ start: Int, _ end: Int) throws -> Data {
            let all = rows[service] ?? []
            let content: [String: Any] = [
                "list_total_count": all.count, "RESULT": ["CODE": "INFO-000", "MESSAGE": ""],
                "row": Array(all.dropFirst(start - 1).prefix(end - start + 1)),
            ]
            return try JSONSerialization.data(withJSONObject: [service: content])
        }
    }

    private static func json(_ path: String) throws -> Any {
        try JSONSerialization.jsonObject(with: try Data(contentsOf: URL(filePath: path)))
    }

    /// Runs the import of all districts twice on a database that holds nothing, or the sample.
    private func importTwice(_ database: any Database) async throws -> [ImportCounts] {
        let lists = try Lists(Self.folder + "/restaurants/api_shape_reconstructed")
        #expect(lists.total == 3_196)
        let router = Router()
        router.get("/:key/json/:service/:start/:end") { _, context -> Response in
            let page = try lists.page(
                try context.parameters.require("service"),
                try context.parameters.require("start", as: Int.self),
                try context.parameters.require("end", as: Int.self)
            )
            return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(data: page)))
        }
        try await database.write { transaction in
            for source in try Source.all(in: Self.data) { try transaction.saveSource(source) }
        }
        let port = try await LiveRouter.start(router)
        var sums: [ImportCounts] = []
        for _ in 1...2 {
            let reports = try await SeoulImport(
                database: database,
                dataDirectory: Self.data,
                key: "made-up",
                baseURL: "http://127.0.0.1:\(port)",
                allowsMassCancel: false
            ).run(only: [], onRows: { _ in }, onReport: { _ in })
            #expect(reports.count == 25)
            #expect(reports.flatMap(\.rejections).isEmpty)
            sums.append(try reports.map { try $0.result.get() }.reduce(ImportCounts(), +))
        }
        return sums
    }

    private func listed(_ database: any Database) async throws -> Int {
        try await database.read { try $0.placeCounts().reduce(0) { $0 + $1.count } }
    }

    @Test(
        "All 25 districts are imported whole",
        .enabled(if: isThere, "../shared/data is not here"),
        arguments: TestEngine.available
    )
    func importDistricts(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let sums = try await importTwice(database)
        #expect(sums[0].inserted == 3_196)
        var again = ImportCounts()
        again.unchanged = 3_196
        #expect(sums[1] == again)
        #expect(try await listed(database) == 3_196)
        let withoutDong = try await database.read {
            try $0.first("SELECT COUNT(*) FROM places WHERE dong IS NULL") { try $0.int(0) }
        }
        #expect(withoutDong == 0)
        // All that are numbers: of the fourteen others ten are an area code alone, and one is a person's own.
        let phones = try await database.read { try $0.first("SELECT COUNT(phone) FROM places") { try $0.int(0) } }
        #expect(phones == 2_661)
    }

    @Test(
        "The lists merge with the sample and remove nothing from it",
        .enabled(if: isThere, "../shared/data is not here")
    )
    func mergeWithSample() async throws {
        let database = try await PlacesFixture.database()
        let loader = SampleLoader(directory: Self.data, districts: try Districts.load(from: Self.data))
        _ = try await loader.load(into: database)
        let facts: SQL = "SELECT COUNT(phone) + COUNT(menu), COUNT(*) FROM places WHERE precision_level <> 'dong'"
        let read: @Sendable (Transaction) throws -> [Int] = { transaction in
            try transaction.first(facts) { [try $0.int(0), try $0.int(1)] } ?? []
        }
        let before = try await database.read(read)
        let sums = try await importTwice(database)
        #expect(sums[0].inserted == 3_196 - 500)
        #expect(sums[0].cancelled + sums[1].cancelled == 0)
        #expect(sums[1].unchanged == 3_196)
        #expect(try await database.read(read) == before)
    }

    @Test("All bookshops are imported from a file", .enabled(if: isThere, "../shared/data is not here"))
    func importBookshops() async throws {
        let shops = try Self.json(Self.folder + "/bookshops/seoul_bookshops_opendata.json") as? [[String: Any]] ?? []
        let columns = ["id", "name", "type", "gu", "address", "phone", "lat", "lon"]
        let lines = shops.map { shop in
            columns.map { column in
                let value = shop[column].flatMap { $0 is NSNull ? nil : "\($0)" } ?? ""
                return "\"\(value.replacingOccurrences(of: "\"", with: "\"\""))\""
            }.joined(separator: ",") + ",bookshop\n"
        }
        let header = "source_key,name,category,district,road_address,phone,lat,lon,kind\n"
        let districts = try Districts.load(from: Self.data)
        let content = try FileImport(districts: districts, source: PlacesFixture.source, dongs: .load(from: Self.data))
            .read(header + lines.joined())
        #expect(content.rejections == [])
        #expect(content.records.count == 602)
        let database = try await PlacesFixture.database()
        for expected in [[602, 0, 0], [0, 0, 602]] {
            let counts = try await database.write { try $0.importPlaces(content, districts, startedAt: 1) }
            let found: [Int] = [counts.inserted, counts.changed, counts.unchanged]
            #expect(found == expected)
        }
    }

    /// What the records say of public holidays is in the sample's hours too.
    @Test("No bookshop lost its closed holidays", .enabled(if: isThere, "../shared/data is not here"))
    func holidays() throws {
        let path = Self.folder + "/bookshops/seoul_independent_bookshops_kcisa.json"
        let shops = try Self.json(path) as? [[String: Any]] ?? []
        let text = try String(contentsOfFile: Self.data + "/bookshops.csv", encoding: .utf8)
        let reader = FileImport(districts: try Districts.load(from: Self.data), source: PlacesFixture.source)
        let sample = Dictionary(try reader.read(text).records.map { ($0.key, $0) }) { $1 }
        let holidays = ["공휴일", "신정", "설", "추석", "크리스마스", "격주"]
        for shop in shops {
            guard let key = shop["id"] as? String, let closed = shop["closed_days"] as? String else { continue }
            let hours = sample[key]?.hoursText ?? ""
            for holiday in holidays where closed.contains(holiday) {
                #expect(hours.contains(holiday), "\(key): \(closed) became \(hours)")
            }
        }
        #expect(shops.count == 64)
    }
}
