import Foundation
import Hummingbird
import ServiceLifecycle
import Synchronization
import Testing

@testable import Moeum

/// The import against a server of its own that answers well and badly.
@Suite(.cleanup)
struct SeoulImportTests {
    /// What the servers of the two made-up districts answer, one request after the other; the last answer stays.
    final class Replay: Sendable {
        private let answers: Mutex<[String: [String]]>
        let requests = Mutex<[String]>([])

        init(_ answers: [String: [String]]) { self.answers = Mutex(answers) }

        func next(_ service: String, _ path: String) -> String {
            requests.withLock { $0.append(path) }
            return answers.withLock { answers in
                guard let list = answers[service], let first = list.first else { return "500" }
                if list.count > 1 { answers[service]?.removeFirst() }
                return first
            }
        }
    }

    static func row(_ key: String, _ name: String, _ more: [String: Any] = [:]) -> [String: Any] {
        let row: [String: Any] = [
            "PERM_NT_NO": key, "UPSO_NM": name, "SNT_UPTAE_NM": "한식",
            "SITE_ADDR_RD": "서울특별시 마포구 도화길 1 (도화동)", "UPSO_SITE_TELNO": "02 000 0000",
        ]
        return row.merging(more) { $1 }
    }

    static func json(_ object: Any) -> String {
        String(decoding: (try? JSONSerialization.data(withJSONObject: object)) ?? Data(), as: UTF8.self)
    }

    static func list(_ service: String, _ rows: [[String: Any]], total: Int? = nil) -> String {
        let content: [String: Any] = [
            "list_total_count": total ?? rows.count, "RESULT": ["CODE": "INFO-000", "MESSAGE": ""], "row": rows,
        ]
        return json([service: content])
    }

    static func result(_ code: String) -> String { json(["RESULT": ["CODE": code, "MESSAGE": ""]]) }

    /// Runs the import against the answers, once for each element of `rounds`, on one database.
    func run(
        on engine: TestEngine = .sqlite,
        _ rounds: [[String: [String]]],
        allowsMassCancel: Bool = false,
        progress: ImportProgress? = nil,
        inspect: @escaping @Sendable (Transaction) throws -> Void = { _ in },
        afterEach: @escaping @Sendable (Transaction) throws -> Void = { _ in }
    ) async throws -> (reports: [[String: SeoulImport.Report]], names: [String], paths: [String]) {
        try await Cleanup.run {
            let database = try await PlacesFixture.database(on: engine)
            try await database.write { transaction in
                for id in [SeoulRow.source, DongTable.source] {
                    try transaction.saveSource(
                        Source(id: id, nameKo: id, nameEn: id, url: nil, licence: nil, asOf: "2026-01-01")
                    )
                }
            }
            var reports: [[String: SeoulImport.Report]] = []
            var paths: [String] = []
            for answers in rounds {
                let replay = Replay(answers)
                let router = Router()
                router.get("/:key/json/:service/:start/:end") { request, context -> Response in
                    let body = replay.next(try context.parameters.require("service"), request.uri.path)
                    if body == "500" { return Response(status: .internalServerError) }
                    if body == "hang" { try? await gracefulShutdown() }
                    return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: body)))
                }
                let round = try await Cleanup.run {
                    let port = try await LiveRouter.start(router)
                    var client = SeoulClient(
                        key: "secret",
                        baseURL: "http://127.0.0.1:\(port)"
                    )
                    // Long enough for a busy machine, short enough to wait for three times.
                    client.timeouts.request = .milliseconds(
                        answers.values.contains { $0.contains("hang") } ? 4_000 : 15_000
                    )
                    client.timeouts.backoff = .milliseconds(5)
                    let endpoints = [("mapo", "M"), ("jung", "J")].map {
                        SeoulClient.Endpoint(slug: $0.0, apiHost: "nowhere.example", apiService: $0.1)
                    }
                    let map = try SeoulMap.load(from: Project.root.path + "/Data")
                    return try await SeoulImport(
                        database: database,
                        districts: PlacesFixture.districts,
                        endpoints: endpoints,
                        dongs: DongTable(map, asOf: "2022"),
                        client: client,
                        allowsMassCancel: allowsMassCancel
                    ).run(only: [], onRows: { progress?.count(rows: $0) }, onReport: { progress?.show($0) })
                }
                reports.append(Dictionary(round.map { ($0.district.slug, $0) }) { $1 })
                paths += replay.requests.withLock { $0 }
                try await database.write(afterEach)
            }
            try await database.read(inspect)
            let names = try await database.read {
                try $0.rows("SELECT name FROM places WHERE status = 'listed' ORDER BY name").map { try $0.string(0) }
            }
            return (reports, names, paths)
        }
    }

    func counts(_ report: SeoulImport.Report?) -> [Int] {
        guard case .success(let counts)? = report?.result else { return [] }
        return [counts.inserted, counts.changed, counts.unchanged, counts.cancelled]
    }

    func failure(_ report: SeoulImport.Report?) -> String {
        guard case .failure(let failure)? = report?.result else { return "" }
        return failure.description
    }

    static let fine = ["J": [result("INFO-200")]]

    @Test("A second run changes only what has changed and cancels a lost shop", arguments: TestEngine.available)
    func runTwice(_ engine: TestEngine) async throws {
        let first = [Self.row("1", "가집"), Self.row("2", "나집"), Self.row("3", "다집")]
        let second = [Self.row("1", "가집"), Self.row("2", "나집 본점")]
        let (reports, names, _) = try await run(
            on: engine,
            [
                Self.fine.merging(["M": [Self.list("M", first)]]) { $1 },
                Self.fine.merging(["M": [Self.list("M", first)]]) { $1 },
                Self.fine.merging(["M": [Self.list("M", second)]]) { $1 },
                Self.fine.merging(["M": [Self.list("M", first)]]) { $1 },
            ]
        )
        #expect(reports.map { counts($0["mapo"]) } == [[3, 0, 0, 0], [0, 0, 3, 0], [0, 1, 1, 1], [0, 2, 1, 0]])
        #expect(names == ["가집", "나집", "다집"])
    }

    @Test(
        "A district that fails changes nothing and harms no other",
        arguments: [
            ("500", "answered 500"), ("hang", "no answer"), ("{\"M\":", "no JSON"),
            ("<RESULT><CODE>INFO-100</CODE></RESULT>", "key is not valid"), (result("ERROR-310"), "no such service"),
            (result("ERROR-500"), "fault of its own"), (list("M", [row("1", "가집")], total: 5), "1 row came of 5"),
        ],
        TestEngine.available
    )
    func failingDistrict(
        _ answer: (text: String, words: String),
        _ engine: TestEngine
    ) async throws {
        let jung = Self.list("J", [Self.row("9", "중집", ["SITE_ADDR_RD": "서울특별시 중구 길 1 (다동)"])])
        let good = Self.list("M", [Self.row("1", "가집"), Self.row("2", "나집")])
        let (reports, names, _) = try await run(
            on: engine,
            [["M": [good], "J": [jung]], ["M": [answer.text], "J": [jung]]]
        )
        #expect(failure(reports[1]["mapo"]).contains(answer.words))
        #expect(!failure(reports[1]["mapo"]).contains("secret"))
        #expect(counts(reports[1]["jung"]) == [0, 0, 1, 0])
        #expect(names == ["가집", "나집", "중집"])
    }

    @Test("A passing error is tried again, and a single row may be an object", arguments: TestEngine.available)
    func transientError(_ engine: TestEngine) async throws {
        let single = Self.json([
            "M": ["list_total_count": 1, "RESULT": ["CODE": "INFO-000"], "row": Self.row("1", "가집")] as [String: Any]
        ])
        let (reports, names, _) = try await run(
            on: engine,
            [
                ["M": ["500", Self.result("ERROR-600"), single]].merging(Self.fine) { $1 }
            ]
        )
        #expect(counts(reports[0]["mapo"]) == [1, 0, 0, 0])
        #expect(names == ["가집"])
    }

    @Test("A long list comes page by page", arguments: TestEngine.available)
    func longList(_ engine: TestEngine) async throws {
        let rows = (1...1_500).map { Self.row("\($0)", "집\($0)") }
        let pages = [
            Self.list("M", Array(rows[..<1_000]), total: 1_500), Self.list("M", Array(rows[1_000...]), total: 1_500),
        ]
        let (reports, _, paths) = try await run(on: engine, [["M": pages].merging(Self.fine) { $1 }])
        #expect(counts(reports[0]["mapo"]) == [1_500, 0, 0, 0])
        #expect(paths.filter { $0.contains("/M/") } == ["/secret/json/M/1/1000/", "/secret/json/M/1001/2000/"])
    }

    @Test("Rows that lack a required field are named", arguments: TestEngine.available)
    func incompleteRows(_ engine: TestEngine) async throws {
        let rows = [
            Self.row("1", "가집"), Self.row("2", ""), Self.row("", "라집"),
            Self.row("4", "마집", ["SITE_ADDR_RD": NSNull(), "SITE_ADDR": ""]), Self.row("", ""),
        ]
        let (reports, names, _) = try await run(on: engine, [["M": [Self.list("M", rows)]].merging(Self.fine) { $1 }])
        #expect(
            reports[0]["mapo"]?.rejections.map(\.description).sorted() == [
                "2: UPSO_NM is missing", "4: both addresses are missing", "row 5: PERM_NT_NO is missing",
                "라집: PERM_NT_NO is missing",
            ]
        )
        #expect(names == ["가집"])
    }

    @Test("A shop whose row is refused is not cancelled", arguments: TestEngine.available)
    func refusedRow(_ engine: TestEngine) async throws {
        let good = Self.list("M", [Self.row("1", "가집"), Self.row("2", "나집"), Self.row("3", "다집")])
        let odd = Self.list("M", [Self.row("1", "가집"), Self.row("2", ""), Self.row("3", "다집")])
        let (reports, names, _) = try await run(
            on: engine,
            [
                ["M": [good]].merging(Self.fine) { $1 }, ["M": [odd]].merging(Self.fine) { $1 },
            ]
        )
        #expect(counts(reports[1]["mapo"]) == [0, 0, 2, 0])
        #expect(names == ["가집", "나집", "다집"])
    }

    @Test("No district loses most of its shops by accident", arguments: TestEngine.available)
    func massCancel(_ engine: TestEngine) async throws {
        let many = Self.list("M", (1...5).map { Self.row("\($0)", "집\($0)") })
        let few = Self.list("M", [Self.row("1", "집1"), Self.row("2", "집2")])
        let rounds = [["M": [many]].merging(Self.fine) { $1 }, ["M": [few]].merging(Self.fine) { $1 }]
        let careful = try await run(on: engine, rounds)
        #expect(failure(careful.reports[1]["mapo"]).contains("3 of 5"))
        #expect(careful.names.count == 5)
        let meant = try await run(on: engine, rounds, allowsMassCancel: true)
        #expect(counts(meant.reports[1]["mapo"]) == [0, 0, 2, 3])
        let empty = try await run(
            on: engine,
            [rounds[0], ["M": [Self.list("M", [])]].merging(Self.fine) { $1 }],
            allowsMassCancel: true
        )
        #expect(failure(empty.reports[1]["mapo"]).contains("empty"))
    }

    @Test("A place without a position gets its dong's centre") func dongCentre() async throws {
        let map = try SeoulMap.load(from: Project.root.path + "/Data")
        let reader = SeoulRow(district: PlacesFixture.mapo, dongs: DongTable(map, asOf: "2022"), today: "2026-01-01")
        let row = ["PERM_NT_NO": "1", "UPSO_NM": "가집", "SNT_UPTAE_NM": "한식", "SITE_ADDR_RD": "서울특별시 마포구 도화길 1 (도화동)"]
        var unread: [String] = []
        let record = try reader.record(row.merging(["ASGN_YMD": "2023-02-29"]) { $1 }, at: 1, &unread)
        #expect(record.designatedOn == nil && unread == ["1: ASGN_YMD “2023-02-29” is no day"])
        #expect(record.position?.precision == .dong)
        #expect(record.factSources[.position] == SourceReference(source: DongTable.source, asOf: "2022"))
    }
}
