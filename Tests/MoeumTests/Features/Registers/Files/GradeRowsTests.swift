import Foundation
import Testing

@testable import Moeum

@Suite(.cleanup)
struct GradeRowsTests {
    private static let header = [
        "LCNS_NO", "BSSH_NM", "ADDR", "TELNO", "INDUTY_NM", "HG_ASGN_LV", "ASGN_FROM", "ASGN_TO", "ASGN_CANCEL_YMD",
        "CLSBIZ_DVS_CD_NM", "CLSBIZ_DT", "CHNG_DT", "INSTT_CD_NM", "PRSDNT_NM", "WRKR_REG_NO",
    ]
    private static let values = [
        "20120107590", "지어낸커피 선릉점", "서울특별시 강남구 지어낸로93길 22(지상1층 1호)", "027400000", "휴게음식점", "적합", "20260401",
        "20290331", "", "정상", "", "20260402", "서울 강남구", "지*낸", "0000000000",
    ]

    private func values(_ changes: [String: String]) -> [String] {
        zip(Self.header, Self.values).map { changes[$0] ?? $1 }
    }

    private func read(_ changes: [String: String]...) throws -> RegisterFixture.Reading<GradeRow> {
        let lines = changes.map { LicenceLine.csv(values($0)) }.joined()
        return try RegisterFixture.grades(try RegisterFixture.file(LicenceLine.csv(Self.header) + lines))
    }

    private static func json(_ rows: [[String: String]], code: String = "INFO-000") throws -> String {
        let envelope: [String: Any] = [
            "total_count": "\(rows.count)", "row": rows, "RESULT": ["MSG": "정상처리되었습니다.", "CODE": code],
        ]
        return String(decoding: try JSONSerialization.data(withJSONObject: ["C004": envelope]), as: UTF8.self)
    }

    private static let row = Dictionary(uniqueKeysWithValues: zip(header, values))

    private static let read = GradeRow(
        name: "지어낸커피 선릉점",
        address: "서울특별시 강남구 지어낸로93길 22(지상1층 1호)",
        phone: "02-740-0000",
        from: "2026-04-01",
        until: "2029-03-31",
        isOver: false,
        updatedOn: "2026-04-02"
    )

    @Test("CSV and the API's JSON, of one page or several, say the same") func forms() throws {
        let (page, other) = (try Self.json([Self.row]), try Self.json([Self.row, Self.row]))
        let empty = try Self.json([], code: "INFO-200")
        for (text, count) in [(page, 1), ("\u{FEFF} [\(page),\n\(other),\(empty)]", 3), ("\(page)\n\(other)", 3)] {
            let reading = try RegisterFixture.grades(try RegisterFixture.file(Array(text.utf8), name: "c004.json"))
            #expect(reading.rows == Array(repeating: Self.read, count: count) && reading.rejections == [])
            #expect(reading.records.map(\.line) == Array(1...count))
        }
        let csv = try read([:])
        #expect(csv.rows == [Self.read])
        #expect(csv.summary == RegisterFileSummary(rows: ["gangnam": 1], newestDay: "2026-04-02"))
    }

    @Test("JSON that is cut, an error of the API and other JSON are refused") func refusedJSON() throws {
        let page = try Self.json([Self.row])
        let texts: [(String, RegisterFile.Error.Code)] = [
            (String(page.dropLast(40)), .truncated), (try Self.json([], code: "INFO-300"), .unreadable),
            ("[{\"name\": \"x\"}]", .columns), ("[}", .unreadable),
            ("[{\"a\": \"" + String(repeating: "x", count: JSONObjectStream.blockSize), .unreadable),
        ]
        for (text, code) in texts {
            let file = try RegisterFixture.file(Array(text.utf8))
            let error = #expect(throws: RegisterFile.Error.self) { try RegisterFixture.grades(file) }
            #expect(error?.code == code)
        }
    }

    @Test("Objects are found in pieces of any size, brackets and quotes in texts too", arguments: [1, 5, 1_000])
    func objects(_ size: Int) throws {
        let text = #"[{"a":{"b":"}{\"][","c":"\\"},"rows":[{"d":"1"},{}]}] {"e":2}"#
        var rest = Array(text.utf8)[...]
        let stream = JSONObjectStream { block in
            let piece = rest.prefix(size)
            block.copyBytes(from: piece)
            rest = rest.dropFirst(size)
            return piece.count
        }
        var objects: [String] = []
        while let object = try stream.next() { objects.append(String(decoding: object, as: UTF8.self)) }
        #expect(objects == [#"{"b":"}{\"][","c":"\\"}"#, #"{"d":"1"}"#, "{}", #"{"e":2}"#])
    }

    @Test(
        "A former grade is kept with its space",
        arguments: [("적합", nil), ("매우우수", "매우 우수"), ("매우 우수", "매우 우수"), ("우수", "우수"), ("좋음", "좋음")]
    )
    func grades(_ word: String, _ grade: String?) throws {
        let reading = try read(["HG_ASGN_LV": word])
        #expect(reading.rows.count == 1 && reading.rows.first?.grade == grade)
    }

    @Test("Rows without a grade, name or district are refused") func refusedRows() throws {
        let reading = try read(
            ["HG_ASGN_LV": "별 다섯"],
            ["HG_ASGN_LV": ""],
            ["BSSH_NM": ""],
            ["ADDR": "서울특별시 지어낸로 1", "INSTT_CD_NM": "서울특별시"]
        )
        #expect(reading.rows.isEmpty && reading.reasons == [.malformed, .missing, .missing, .missing])
        #expect(reading.summary.refused == ["gangnam": 3, "": 1] && reading.summary.rows == ["gangnam": 3])
    }

    @Test(
        "A grade that was taken back, or whose business closed, is over",
        arguments: [
            ["ASGN_CANCEL_YMD": "20260501"], ["CLSBIZ_DVS_CD_NM": "폐업"], ["CLSBIZ_DT": "20260501"],
        ]
    )
    func over(_ changes: [String: String]) throws {
        #expect(try read(changes).rows.first?.isOver == true)
    }

    @Test("Only restaurants, cafés and bakeries in Seoul are read") func otherTrades() throws {
        let reading = try read(
            ["INDUTY_NM": "집단급식소"],
            ["INDUTY_NM": "제과점영업"],
            ["INDUTY_NM": "일반음식점"],
            ["ADDR": "부산광역시 중구 지어낸로 1", "INSTT_CD_NM": "부산 중구"],
            ["ADDR": "지어낸로 1", "INSTT_CD_NM": "서울 중구"]
        )
        #expect(reading.records.map(\.district) == ["gangnam", "gangnam", "jung"])
        #expect(reading.rejections == [] && reading.summary.passedOver == 2)
    }

    @Test("The end may be in the future, the beginning not") func days() throws {
        let reading = try read(["ASGN_FROM": "20270101", "ASGN_TO": "20280101"], ["ASGN_TO": "29990101"])
        #expect(reading.rows.map(\.from) == [nil, "2026-04-01"] && reading.rows.map(\.until) == ["2028-01-01", nil])
        #expect(reading.reasons == [.date, .date])
    }
}
