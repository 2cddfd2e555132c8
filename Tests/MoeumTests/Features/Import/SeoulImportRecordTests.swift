import Testing

@testable import Moeum

/// Lists that are not what they seem, and what an import says of itself.
extension SeoulImportTests {
    @Test(arguments: TestEngine.available)
    func everyImportLeavesARecordOfWhatItDid(_ engine: TestEngine) async throws {
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
            #expect(last?.refused == 0)
        }
    }

    @Test(arguments: TestEngine.available)
    func aPageThatComesTwiceIsNoWholeList(_ engine: TestEngine) async throws {
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

    @Test(arguments: TestEngine.available)
    func twoRowsOfOneShopGiveOneShopAndAreNamed(_ engine: TestEngine) async throws {
        let rows = [
            Self.row("1", "새집", ["ASGN_YMD": "20210101"]), Self.row("1", "헌집", ["ASGN_YMD": "20010101"]),
            Self.row("2", "나집"), Self.row("2", "나집"),
        ]
        let (reports, names, _) = try await run(
            on: engine,
            [["M": [Self.list("M", rows, total: 2)]].merging(Self.fine) { $1 }]
        )
        #expect(
            reports[0]["mapo"]?.refusals.map(\.description)
                == (1...2).map { "\($0): another row has the same PERM_NT_NO" }
        )
        #expect(names == ["나집", "새집"])
    }

    @Test func anUnknownFaultIsToldWithoutItsOwnWords() {
        struct Odd: Error, CustomStringConvertible {
            let description = "GET http://openAPI.mapo.go.kr:8088/secret/json/M/1/1000/"
        }
        #expect(SeoulImport.Failure(Odd()).description == "an unexpected fault (Odd)")
        #expect(SeoulImport.Failure(DatabaseError.statement("secret")).description.contains("secret") == false)
    }

    @Test func aDatabaseThatTakesNothingSaysWhy() {
        #expect(
            SeoulImport.Failure(DatabaseError.unavailable("database or disk is full\nHINT: more")).description
                == "the database did not take the changes: database or disk is full"
        )
    }

    @Test(arguments: TestEngine.available)
    func aRowThatStandsTwiceIsNamedAndHarmsNoOther(_ engine: TestEngine) async throws {
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
        #expect(reports[1]["mapo"]?.refusals.map(\.description) == ["9: another row has the same PERM_NT_NO"])
        #expect(names.count == 10)
    }

    @Test(arguments: TestEngine.available)
    func aRowWithoutAKeyMayBeAnyShopSoNoneIsCancelled(_ engine: TestEngine) async throws {
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
        #expect(reports[1]["mapo"]?.refusals.map(\.description) == ["집10: PERM_NT_NO is missing"])
        #expect(names.count == 10)
    }
}
