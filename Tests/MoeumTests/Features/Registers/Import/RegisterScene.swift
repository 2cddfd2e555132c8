import Foundation
import Testing

@testable import Moeum

/// Places of Gangnam-gu with permits, and files of registers about them.
struct RegisterScene: Sendable {
    static let data = Project.root.path + "/Data"
    static let districts = Result { try Districts.load(from: data) }
    /// The point of the register's rows, and where it is.
    static let point = (easting: "202722.53183055", northing: "444055.07069569")
    static let degrees = (latitude: 37.4987007, longitude: 127.0315768)
    /// Noon of 2026-11-27 in Seoul: rows are of days before it.
    static let now = Date(timeIntervalSince1970: 1_795_748_400)

    let database: any Database
    let folder: String

    /// - Parameter count: how many places there are, numbered from 1, at 테헤란로 1, 2, 3, …
    init(on engine: TestEngine = .sqlite, places count: Int = 10) async throws {
        database = try await PlacesFixture.database(on: engine)
        folder = try temporaryFolder()
        let records = (1...max(1, count)).map { Self.record($0) }
        let districts = try Self.districts.get()
        try await database.write { transaction in
            for id in ["staff", PositionImport.source] {
                try transaction.saveSource(
                    Source(id: id, nameKo: id, nameEn: id, url: nil, licence: nil, asOf: "2026")
                )
            }
            try transaction.upsertPlaces(records, districts)
        }
    }

    static func permit(_ number: Int) -> String { "3220000-101-2020-\(10_000 + number)" }

    static func record(_ number: Int, asOf: String = "2022", _ change: (inout PlaceRecord) -> Void = { _ in })
        -> PlaceRecord
    {
        PlacesFixture.record(permit(number), "가게\(number)호") { record in
            record.source = SourceReference(source: "made-up", asOf: asOf)
            record.district = "gangnam"
            record.roadAddress = "서울특별시 강남구 테헤란로 \(number)"
            record.phone = "02-555-\(1_000 + number)"
            record.position = Place.Position(latitude: 37.5, longitude: 127.03, precision: .road)
            change(&record)
        }
    }

    /// A row of the licence register.
    struct Licence {
        var permit: String
        var state = "영업/정상"
        var closedOn = ""
        var name: String
        var road: String
        var phone = ""
        var easting = RegisterScene.point.easting
        var northing = RegisterScene.point.northing
        var updated = "2026-11-20 10:00:00"

        init(_ number: Int, _ change: (inout Licence) -> Void = { _ in }) {
            permit = RegisterScene.permit(number)
            name = "가게\(number)호"
            road = "서울특별시 강남구 테헤란로 \(number), 1층 (역삼동)"
            change(&self)
        }

        fileprivate var cells: [String] {
            [
                permit, "2020-01-02", state, closedOn, name, road, "", phone, easting, northing, updated,
            ]
        }
    }

    private static let licenceColumns = [
        "관리번호", "인허가일자", "영업상태명", "폐업일자", "사업장명", "도로명주소", "지번주소", "전화번호", "좌표정보(X)", "좌표정보(Y)", "데이터갱신시점",
    ]

    func licences(_ rows: [Licence], name: String = "licences.csv") throws -> String {
        try file([Self.licenceColumns] + rows.map(\.cells), name)
    }

    /// All places are open.
    func openLicences(_ count: Int = 10, _ change: (Int, inout Licence) -> Void = { _, _ in }) throws -> String {
        try licences((1...count).map { number in Licence(number) { change(number, &$0) } })
    }

    func file(_ rows: [[String]], _ name: String) throws -> String {
        let lines = rows.map { row in row.map { "\"\($0)\"" }.joined(separator: ",") }
        return try text(lines.map { $0 + "\r\n" }.joined(), name)
    }

    func text(_ text: String, _ name: String) throws -> String {
        let path = "\(folder)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    @discardableResult
    func take(
        _ register: Register = .licences,
        _ path: String,
        _ change: (inout RegisterOptions) -> Void = { _ in }
    ) async throws -> RegisterReport {
        var options = RegisterOptions()
        change(&options)
        return try await RegisterImport(
            register: register,
            paths: [path],
            options: options,
            database: database,
            dataDirectory: Self.data
        ).run(onProgress: { _, _, _ in }, at: Self.now)
    }

    func known(_ number: Int) async throws -> KnownPlace {
        try await database.read { try #require(try $0.knownPlace(try $0.scenePlaceID(number))) }
    }

    func place(_ number: Int) async throws -> Place {
        try await database.read { try #require(try $0.place(try $0.scenePlaceID(number))) }
    }

    func hear(_ record: PlaceRecord) async throws {
        let districts = try Self.districts.get()
        try await database.write { _ = try $0.upsertPlace(record, districts, now: Date.now.milliseconds) }
    }

    /// Staff set a fact right.
    func correct(_ fact: CorrectableFact, as text: String, of number: Int) async throws {
        let districts = try Self.districts.get()
        try await database.write { transaction in
            let id = try transaction.scenePlaceID(number)
            var record = try #require(try transaction.placeRecord(id))
            let before = (text: fact.text(in: record), reference: fact.fact.flatMap { record.factSources[$0] })
            let by = try transaction.saveCorrection(fact, as: text, in: id, replacing: before, at: .now)
            fact.set(text, in: &record, told: by)
            try transaction.replacePlace(id, as: record, districts, at: .now)
        }
    }

    func setStatus(_ status: Place.Status, of number: Int) async throws {
        let districts = try Self.districts.get()
        try await database.write { transaction in
            let id = try transaction.scenePlaceID(number)
            let district = try #require(districts[slug: "gangnam"])
            let decision = StatusDecision(source: PlaceCorrection.sourceID, reason: "staff")
            try transaction.setPlaceStatus(status, of: id, decision, district, now: Date.now.milliseconds)
        }
    }

    /// The newest run's figures.
    func lastRun() async throws -> (failure: String?, text: String?, isDry: Int, changes: Int) {
        try await database.read { transaction in
            let run = try transaction.first(
                """
                SELECT r.failure, r.failure_text, r.is_dry,
                    (SELECT COUNT(*) FROM register_changes c WHERE c.run_id = r.id)
                FROM register_runs r ORDER BY r.id DESC LIMIT 1
                """
            ) { (try $0.optionalString(0), try $0.optionalString(1), try $0.int(2), try $0.int(3)) }
            return try #require(run)
        }
    }
}

extension Transaction {
    func scenePlaceID(_ number: Int) throws -> Place.ID {
        let key = RegisterScene.permit(number)
        return try #require(try first("SELECT id FROM places WHERE source_key = \(key)") { try $0.id(0) })
    }
}
