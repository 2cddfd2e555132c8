import Hummingbird
import Testing

@testable import Moeum

/// Lists that are not what they seem, and what an import says of itself.
extension SeoulImportTests {
    @Test("Every import leaves a record of what it did", arguments: TestEngine.available)
    func recordRuns(_ engine: TestEngine) async throws {
        let first = [Self.row("1", "가집"), Self.row("2", "나집"), Self.row("3", ""), Self.row("4", "라집")]
        let second = [Self.row("1", "가집"), Self.row("2", "나집 본점")]
        let jung = ["J": [Self.list("J", [Self.row("9", "중집")])]]
        _ = try await run(
            on: engine,
            [["M": [Self.list("M", first)]].merging(jung) { $1 }, ["M": [Self.list("M", second)], "J": ["500"]]]
        ) { transaction in
            let runs = try transaction.rows(
                """
                SELECT district, rows_read, inserted, changed, unchanged, cancelled, refused, failure
                FROM import_runs ORDER BY batch, district
                """
            ).map { row in
                let numbers = try (1...6).map { "\(try row.int($0))" }.joined(separator: " ")
                return "\(try row.string(0)) \(numbers) \(try row.optionalString(7) ?? "-")"
            }
            #expect(
                runs == [
                    "jung 1 1 0 0 0 0 -", "mapo 4 3 0 0 0 1 -",
                    "jung 0 0 0 0 0 0 the server answered 500", "mapo 2 0 1 1 1 0 -",
                ]
            )
            let decisions = try transaction.rows(
                """
                SELECT p.source_key, s.reason, s.source, r.district FROM place_statuses s
                JOIN places p ON p.id = s.place_id JOIN import_runs r ON r.id = s.run_id
                WHERE p.district = 'mapo' ORDER BY p.source_key, s.at
                """
            ).map { row in try (0...3).map { try row.string($0) }.joined(separator: " ") }
            let source = SeoulRow.source
            #expect(
                decisions == [
                    "1 import \(source) mapo", "2 import \(source) mapo", "4 import \(source) mapo",
                    "4 left-list \(source) mapo",
                ]
            )
            let last = try transaction.sourceReports().first { $0.source.id == source }?.lastImport
            #expect(last?.rowsRead == 2)
            #expect(last?.failedDistricts == ["jung"])
            #expect(last?.rejected == 0)
        }
    }

    @Test("A list with a repeated page is not whole", arguments: TestEngine.available)
    func repeatedPage(_ engine: TestEngine) async throws {
        let rows = (1...1_500).map { Self.row("\($0)", "집\($0)") }
        let page = Self.list("M", Array(rows[..<1_000]), total: 1_500)
        let rest = Self.list("M", Array(rows[1_000...]), total: 1_500)
        let (reports, names, _) = try await run(
            on: engine,
            [
                ["M": [page, rest]].merging(Self.fine) { $1 }, ["M": [page, page]].merging(Self.fine) { $1 },
            ]
        )
        #expect(failure(reports[1]["mapo"]) == "1000 rows came of 1500 announced")
        #expect(names.count == 1_500)
    }

    @Test("Two rows of one shop give one shop and are named", arguments: TestEngine.available)
    func repeatedShop(_ engine: TestEngine) async throws {
        let rows = [
            Self.row("1", "새집", ["ASGN_YMD": "20210101"]), Self.row("1", "헌집", ["ASGN_YMD": "20010101"]),
            Self.row("2", "나집"), Self.row("2", "나집"),
        ]
        let (reports, names, _) = try await run(
            on: engine,
            [["M": [Self.list("M", rows, total: 2)]].merging(Self.fine) { $1 }]
        )
        #expect(
            reports[0]["mapo"]?.rejections.map(\.description)
                == (1...2).map { "\($0): another row has the same PERM_NT_NO" }
        )
        #expect(names == ["나집", "새집"])
    }

    /// Anyone who answers for a district over plain HTTP may be anybody.
    @Test("No list is longer than a district's can be", arguments: TestEngine.available)
    func limitSize(_ engine: TestEngine) async throws {
        let good = [Self.row("1", "가집")]
        let (limit, size) = (SeoulClient.maxRows, SeoulClient.pageSize)
        let heavy = String(repeating: "가", count: SeoulClient.maxBytes / 3 / 2)
        let heavyPage = Self.json(["M": ["list_total_count": 3_000, "row": [Self.row("1", heavy)]] as [String: Any]])
        let answers: [(pages: [String], words: String)] = [
            ([Self.list("M", good, total: limit + 1)], "more than \(limit) rows"),
            ([Self.list("M", (0...size).map { Self.row("\($0)", "집") })], "were asked for and more came"),
            // Each page is small enough, and all are not.
            ([heavyPage, heavyPage, heavyPage], "larger than"),
        ]
        let rounds = [["M": [Self.list("M", good)]]] + answers.map { ["M": $0.pages] }
        let (reports, names, paths) = try await run(on: engine, rounds.map { $0.merging(Self.fine) { $1 } })
        for (report, answer) in zip(reports.dropFirst(), answers) {
            #expect(failure(report["mapo"]).contains(answer.words), "\(failure(report["mapo"]))")
        }
        #expect(names == ["가집"])
        // Nobody is asked again, nor for what would not be taken.
        #expect(paths.count { $0.contains("/M/") } == 1 + 1 + 1 + 2)
    }

    @Test("A redirect is not followed") func refuseRedirects() async throws {
        let server = Replay([:])
        let router = Router()
        router.get("/:key/json/:service/:start/:end") { request, _ -> Response in
            _ = server.next("M", request.uri.path)
            return Response(status: .found, headers: [.location: "/internal"])
        }
        router.get("/internal") { request, _ -> Response in
            _ = server.next("M", request.uri.path)
            return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: Self.list("M", []))))
        }
        let port = try await LiveRouter.start(router)
        var client = SeoulClient(key: "secret", baseURL: "http://127.0.0.1:\(port)")
        client.timeouts.backoff = .milliseconds(5)
        let endpoint = SeoulClient.Endpoint(slug: "mapo", apiHost: "nowhere.example", apiService: "M")
        let error = await #expect(throws: SeoulClient.Unreachable.self) {
            try await client.rows(of: endpoint) { _ in }
        }
        #expect(error?.description == "the server answered 302")
        #expect(server.requests.withLock { Set($0) } == ["/secret/json/M/1/1000/"])
    }

    @Test("A placeholder is no fact of a shop", arguments: TestEngine.available)
    func placeholders(_ engine: TestEngine) async throws {
        let tower = "가" + String(repeating: "\u{301}\u{327}", count: 60)
        let long = String(repeating: "가", count: ImportText.maxLength)
        let rows = [
            Self.row("1", tower), Self.row("2", long), Self.row("3", "나집", ["MAIN_EDF": tower, "SITE_ADDR": long]),
        ]
        let (reports, names, _) = try await run(on: engine, [["M": [Self.list("M", rows)]].merging(Self.fine) { $1 }])
        let rejections = reports[0]["mapo"]?.rejections.map(\.description)
        #expect(rejections?.sorted() == ["1: UPSO_NM is missing", "2: UPSO_NM is missing"])
        #expect(names == ["나집"])
    }

    @Test("Entities in names are decoded, and a placeholder removes no name", arguments: TestEngine.available)
    func decodeEntities(_ engine: TestEngine) async throws {
        let first = [Self.row("1", "A&amp;B 식당"), Self.row("2", "엄마&amp;#39;s 밥상"), Self.row("3", "다집")]
        let second = [Self.row("1", "-"), Self.row("2", "null"), Self.row("3", ".")]
        let (reports, names, _) = try await run(
            on: engine,
            [
                ["M": [Self.list("M", first)]].merging(Self.fine) { $1 },
                ["M": [Self.list("M", second + [Self.row("4", "라집")])]].merging(Self.fine) { $1 },
            ]
        )
        #expect(names == ["A&B 식당", "다집", "라집", "엄마's 밥상"])
        #expect(counts(reports[1]["mapo"]) == [1, 0, 0, 0])
        #expect(
            reports[1]["mapo"]?.rejections.map(\.description).sorted() == (1...3).map { "\($0): UPSO_NM is missing" }
        )
    }

    @Test("A raw tab in one menu fails no shop", arguments: TestEngine.available)
    func rawTab(_ engine: TestEngine) async throws {
        let rows = [Self.row("1", "가집", ["MAIN_EDF": "냉면@만두"]), Self.row("2", "나집")]
        let answer = Self.list("M", rows).replacing("@", with: "\t\u{1}")
        let (reports, names, _) = try await run(on: engine, [["M": [answer]].merging(Self.fine) { $1 }]) {
            transaction in
            let menus = try transaction.rows("SELECT menu FROM places WHERE name = '가집'").map { try $0.string(0) }
            #expect(menus == ["냉면 만두"])
        }
        #expect(reports[0]["mapo"]?.rejections.isEmpty == true && names == ["가집", "나집"])
    }

    @Test("An unknown error is reported without its own text") func unknownError() {
        struct Odd: Error, CustomStringConvertible {
            let description = "GET http://openAPI.mapo.go.kr:8088/secret/json/M/1/1000/"
        }
        #expect(SeoulImport.Failure(Odd()).description == "an unexpected fault (Odd)")
        #expect(SeoulImport.Failure(DatabaseError.statement("secret")).description.contains("secret") == false)
    }

    @Test("A database that refuses the changes says why") func databaseErrors() {
        #expect(
            SeoulImport.Failure(DatabaseError.unavailable("database or disk is full\nHINT: more")).description
                == "the database did not take the changes: database or disk is full"
        )
    }

    @Test("A repeated row is named and harms no other", arguments: TestEngine.available)
    func repeatedRow(_ engine: TestEngine) async throws {
        let shops = (1...10).map { Self.row("\($0)", "집\($0)") }
        var faulty = shops
        faulty[2] = Self.row("3", "새이름")
        faulty[9] = shops[8]
        let (reports, names, _) = try await run(
            on: engine,
            [
                ["M": [Self.list("M", shops)]].merging(Self.fine) { $1 },
                ["M": [Self.list("M", faulty)]].merging(Self.fine) { $1 },
            ]
        )
        #expect(counts(reports[1]["mapo"]) == [0, 1, 8, 0])
        #expect(try reports[1]["mapo"]?.result.get().spared == 1)
        #expect(reports[1]["mapo"]?.rejections.map(\.description) == ["9: another row has the same PERM_NT_NO"])
        #expect(names.count == 10)
    }

    @Test(
        "A shop that the register of designations has stays listed, though taken back",
        arguments: TestEngine.available
    )
    func spareRevoked(_ engine: TestEngine) async throws {
        let shops = (1...4).map { Self.row("\($0)", "집\($0)") }
        let (reports, names, _) = try await run(
            on: engine,
            [
                ["M": [Self.list("M", shops)]].merging(Self.fine) { $1 },
                ["M": [Self.list("M", Array(shops.dropLast(2)))]].merging(Self.fine) { $1 },
            ],
            afterEach: { transaction in
                let source = Register.designations.source
                try transaction.saveSource(
                    Source(id: source, nameKo: source, nameEn: source, url: nil, licence: nil, asOf: "2026-11-20")
                )
                let reference = SourceReference(source: source, asOf: "2026-11-20")
                var revoked = PlaceDesignation(kind: .model, match: .permit, reference: reference)
                revoked.revocation = .voluntaryReturn
                let id: Place.ID? = try transaction.first("SELECT id FROM places WHERE source_key = '4'") {
                    try $0.id(0)
                }
                try transaction.saveDesignation(revoked, of: try #require(id))
            }
        )
        #expect(counts(reports[1]["mapo"]) == [0, 0, 2, 1])
        #expect(names == ["집1", "집2", "집4"])
    }

    @Test("A row without a key may be any shop, so none is cancelled", arguments: TestEngine.available)
    func rowWithoutKey(_ engine: TestEngine) async throws {
        let shops = (1...10).map { Self.row("\($0)", "집\($0)") }
        let faulty = Array(shops.dropLast()) + [Self.row("", "집10")]
        let (reports, names, _) = try await run(
            on: engine,
            [
                ["M": [Self.list("M", shops)]].merging(Self.fine) { $1 },
                ["M": [Self.list("M", faulty)]].merging(Self.fine) { $1 },
            ]
        )
        #expect(counts(reports[1]["mapo"]) == [0, 0, 9, 0])
        #expect(try reports[1]["mapo"]?.result.get().spared == 1)
        #expect(reports[1]["mapo"]?.rejections.map(\.description) == ["집10: PERM_NT_NO is missing"])
        #expect(names.count == 10)
    }
}
