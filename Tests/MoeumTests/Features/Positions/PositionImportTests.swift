import Foundation
import Testing

@testable import Moeum

/// Places brought to the positions of made-up official files.
@Suite(.cleanup)
struct PositionImportTests {
    private static let data = Project.root.path + "/Data"
    private static let districts = Result { try Districts.load(from: data) }

    /// The files, in a folder of the test's own.
    private func files(_ files: [(name: String, lines: [[UInt8]])]) throws -> [String] {
        let folder = try temporaryFolder()
        return try files.map { file in
            let url = URL(filePath: "\(folder)/\(file.name)")
            try Data(file.lines.joined(separator: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])).write(to: url)
            return url.path
        }
    }

    private func insert(_ addresses: [(key: String, address: String)], _ database: any Database) async throws {
        let districts = try Self.districts.get()
        let records = addresses.map { row in
            PlacesFixture.record(row.key, "가게 \(row.key)") { record in
                record.roadAddress = row.address
                record.position = Place.Position(latitude: 37.55, longitude: 126.95, precision: .road)
            }
        }
        _ = try await database.write { try $0.upsertPlaces(records, districts) }
    }

    private func run(_ paths: [String], _ database: any Database, asOf: String? = nil) async throws
        -> PositionImport.Report
    {
        try await PositionImport(database: database, dataDirectory: Self.data, paths: paths, asOf: asOf)
            .run(onProgress: { _, _, _ in })
    }

    private func record(_ key: String, _ database: any Database) async throws -> PlaceRecord {
        try await database.read { transaction in
            let id = try transaction.first("SELECT id FROM places WHERE source_key = \(key)") {
                try $0.id(0) as Place.ID
            }
            return try #require(try id.flatMap(transaction.placeRecord))
        }
    }

    @Test("Places get the positions of their entrances", arguments: TestEngine.available)
    func moveToEntrances(_ engine: TestEngine) async throws {
        let lines = [
            AddressPositionLine(serial: 7, point: (953_300, 1_954_100)).bytes,
            AddressPositionLine(serial: 3).bytes, Array("11440|9|너무 짧은 줄".utf8),
            AddressPositionLine(roadCode: "114404139009", road: "백범로", number: "5-2").bytes,
            AddressPositionLine(roadCode: "114404139010", road: "백범로", number: "5-2").bytes,
            AddressPositionLine(underground: "1", number: "30", point: (955_000, 1_950_000)).bytes,
            AddressPositionLine(number: "40", point: (400_000, 1_500_000)).bytes,
            AddressPositionLine(number: "50", point: nil).bytes,
            AddressPositionLine(district: "11140", number: "60").bytes,
        ]
        let database = try await PlacesFixture.database(on: engine)
        try await insert(
            [
                ("door", "서울특별시 마포구 도화길 1 2층 201202호 (도화동)"), ("room", "마포구 도화길1, 지하1층"),
                ("two", "서울 마포구 백범로 5-2 외 1필지"), ("below", "서울 마포구 도화길 지하30"), ("above", "서울 마포구 도화길 30"),
                ("outside", "서울 마포구 도화길 40"), ("nowhere", "서울 마포구 도화길 50"), ("other", "서울 마포구 도화길 60"),
                ("lot", "서울 마포구 도화동 12-3"),
            ],
            database
        )
        let paths = try files([("202604_entrc_seoul.txt", lines)])
        let report = try await run(paths, database)
        #expect(report.lines.last == "matched 3, ambiguous 1, unmatched 5")
        #expect(report.addressesOutsideSeoul == ["서울특별시 마포구 도화길 40"])
        #expect(report.ambiguousAddresses == ["서울특별시 마포구 백범로 5-2"])
        #expect(report.linesRead == 9 && report.linesSkipped == 1)
        #expect(try await run(paths, database) == report)
        let door = try await record("door", database)
        #expect(door.position?.precision == .exact)
        #expect(abs((door.position?.latitude ?? 0) - 37.5844113) < 1e-7)
        #expect(abs((door.position?.longitude ?? 0) - 126.9704205) < 1e-7)
        #expect(
            door.factSources[.position] == SourceReference(source: PositionImport.source, asOf: "2026-04")
        )
        #expect(try await record("room", database).position == door.position)
        #expect(try await record("below", database).position?.precision == .exact)
        for key in ["two", "above", "outside", "nowhere", "other", "lot"] {
            #expect(try await record(key, database).position?.precision == .road, "\(key)")
        }
        // Lists and maps find it where it stands now.
        let points = try await database.read { transaction in
            try transaction.first(
                """
                SELECT COUNT(*), MIN(t.latitude_row) FROM place_points t JOIN places p ON p.id = t.id
                WHERE p.source_key IN ('door', 'room') AND t.latitude = p.latitude AND t.longitude = p.longitude
                """
            ) { [try $0.int(0), try $0.int(1)] }
        }
        #expect(points == [2, 15_033])
    }

    @Test("A position stays after later lists until the place moves", arguments: TestEngine.available)
    func keepPosition(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let districts = try Self.districts.get()
        try await insert([("a", "서울 마포구 도화길 1 1층")], database)
        let paths = try files([("entrc_seoul.txt", [AddressPositionLine().bytes])])
        let report = try await run(paths, database, asOf: "2026-05")
        #expect(report.matched == 1)
        let exact = try await record("a", database)
        func hear(_ address: String, _ precision: Place.Precision, on day: String) async throws -> PlaceRecord {
            let told = PlacesFixture.record("a", "가게 a") { record in
                record.source = SourceReference(source: record.source.source, asOf: day)
                record.roadAddress = address
                record.position = Place.Position(latitude: 37.56, longitude: 126.94, precision: precision)
            }
            _ = try await database.write { try $0.upsertPlaces([told], districts) }
            return try await self.record("a", database)
        }
        for precision in Place.Precision.allCases {
            let record = try await hear("서울특별시 마포구 도화길 1 2층", precision, on: "2026-11-01")
            #expect(record.position == exact.position && record.factSources == exact.factSources)
        }
        let moved = try await hear("서울특별시 마포구 도화길 3", .road, on: "2026-11-02")
        #expect(moved.position?.precision == .road && moved.factSources[.position] == nil)
    }

    @Test("A position set by staff stays", arguments: TestEngine.available)
    func keepCorrections(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let districts = try Self.districts.get()
        try await insert([("a", "서울 마포구 도화길 1")], database)
        try await database.write { transaction in
            let id = try #require(try transaction.placeBuildings(districts).first?.id)
            try transaction.saveSource(
                Source(id: "staff", nameKo: "", nameEn: "", url: nil, licence: nil, asOf: "2026")
            )
            var record = try #require(try transaction.placeRecord(id))
            let (fact, text) = (CorrectableFact.position, "37.57, 126.93")
            let before = (text: fact.text(in: record), reference: SourceReference?.none)
            let by = try transaction.saveCorrection(fact, as: text, in: id, replacing: before, at: .now)
            fact.set(text, in: &record, told: by)
            try transaction.replacePlace(id, as: record, districts, at: .now)
        }
        let paths = try files([("entrc_seoul.txt", [AddressPositionLine().bytes])])
        let report = try await run(paths, database)
        #expect(report.matched == 1 && report.kept == 1)
        #expect(try await record("a", database).position?.latitude == 37.57)
    }

    @Test("A file of changes replaces and removes entrances") func fileOfChanges() async throws {
        let whole = (
            "202604.txt", [AddressPositionLine(serial: 1).bytes, AddressPositionLine(serial: 2, number: "2").bytes]
        )
        let changes = (
            "202605.txt",
            [
                AddressPositionLine(serial: 1, point: (953_300, 1_954_100), change: "34").bytes,
                AddressPositionLine(serial: 2, number: "2", change: "63").bytes,
            ]
        )
        let database = try await PlacesFixture.database()
        try await insert([("a", "서울 마포구 도화길 1"), ("b", "서울 마포구 도화길 2")], database)
        let paths = try files([whole, changes])
        let report = try await run(paths, database)
        #expect(report.lines.last == "matched 1, ambiguous 0, unmatched 1")
        let record = try await record("a", database)
        #expect(record.position == Place.Position(easting: 953_300, northing: 1_954_100))
        #expect(record.factSources[.position]?.asOf == "2026-05")
    }

    @Test(
        "Any other file is refused whole",
        arguments: [
            ("11440102001041390010000100000|1144010200|" + String(repeating: "|", count: 16), "no summary"),
            ("11440102001041390010000100|1144010200|" + String(repeating: "|", count: 16), "newer list"),
            ("PK\u{3}\u{4}|", "unpack"), ("source_key,kind\n", "no summary"),
        ]
    )
    func refuseOtherFiles(_ text: String, _ reason: String) async throws {
        let database = try await PlacesFixture.database()
        try await insert([("a", "서울 마포구 도화길 1")], database)
        let paths = try files([("one.txt", [AddressPositionLine().bytes]), ("two.txt", [Array(text.utf8)])])
        let error = await #expect(throws: AddressPositionFile.Error.self) { try await run(paths, database) }
        #expect(error?.description.contains(reason) == true)
        #expect(try await record("a", database).position?.precision == .road)
    }
}
