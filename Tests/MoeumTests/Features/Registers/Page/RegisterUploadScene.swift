import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// A site with ten places of Gangnam-gu more, and an admin who sends registers about them.
struct RegisterUploadScene {
    static let path = "/admin/imports/registers"

    let site: TestSite
    let admin: TestBrowser
    let account: Account.ID

    var database: any Database { site.app.database }

    init(on engine: TestEngine = .sqlite) async throws {
        site = try await TestSite(on: engine)
        admin = TestBrowser(site)
        account = try await site.logIn(admin, nickname: "한결", role: .admin, hasTwoFactor: true)
        let districts = site.app.districts
        try await site.app.database.write { transaction in
            try transaction.saveSource(
                Source(id: "made-up", nameKo: "지어냄", nameEn: "Made up", url: nil, licence: nil, asOf: "2022")
            )
            let records = (1...10).map { number in
                PlacesFixture.record(Self.permit(number), "가게\(number)호") { record in
                    record.source = SourceReference(source: "made-up", asOf: "2022")
                    record.district = "gangnam"
                    record.roadAddress = "서울특별시 강남구 테헤란로 \(number)"
                }
            }
            try transaction.upsertPlaces(records, districts)
        }
    }

    static func permit(_ number: Int) -> String { "3220000-101-2020-\(10_000 + number)" }

    /// The licence register: the places numbered so, the ones in `closed` closed, and a row without a name.
    static func licences(_ numbers: ClosedRange<Int> = 1...10, closed: Set<Int> = [1]) -> String {
        let rows = numbers.map { number in
            let end = closed.contains(number) ? "폐업,2024-03-02" : "영업/정상,"
            return "\(permit(number)),2020-01-02,\(end),가게\(number)호,02 777 \(1_000 + number),2026-11-20 10:00:00"
        }
        let head = "관리번호,인허가일자,영업상태명,폐업일자,사업장명,전화번호,데이터갱신시점"
        let nameless = "\(permit(10)),2020-01-02,영업/정상,,,,2026-11-20 10:00:00"
        return ([head] + rows + [nameless]).map { "\($0)\r\n" }.joined()
    }

    @discardableResult
    func send(
        _ file: String? = licences(),
        _ fields: [String: String] = [:],
        as browser: TestBrowser? = nil,
        headers: HTTPFields = [.secFetchSite: "same-origin"]
    ) async throws -> TestResponse {
        let usual = ["register": "licences", "allow_fewer": "1"]
        let sent = usual.merging(fields) { $1 }.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        let files = file.map { [(field: "file", bytes: Array($0.utf8))] } ?? []
        return try await (browser ?? admin).postFiles(Self.path, sent, files: files, headers)
    }

    func work() async throws { try await site.runJobs(RegisterWorker.name) }

    /// Of the page's JSON.
    func section() async throws -> [String: Any] {
        try #require(try await admin.json("/admin/imports")["registerImports"] as? [String: Any])
    }

    func card(_ register: Register = .licences) async throws -> [String: Any] {
        let cards = try await section()["registers"] as? [[String: Any]] ?? []
        return try #require(cards.first { $0["register"] as? String == register.rawValue })
    }

    func upload() async throws -> RegisterUpload {
        try #require(try await database.read { try $0.latestRegisterUpload() })
    }

    func known(_ number: Int) async throws -> KnownPlace {
        let key = Self.permit(number)
        return try await database.read { transaction in
            let found = try transaction.first("SELECT id FROM places WHERE source_key = \(key)") { row -> Place.ID in
                try row.id(0)
            }
            let id = try #require(found)
            return try #require(try transaction.knownPlace(id))
        }
    }

    func runCount() async throws -> Int { try await site.count("SELECT COUNT(*) FROM register_runs") }

    /// What lies in the folder of uploads.
    var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: site.app.registerFiles.folder)) ?? []
    }
}
