import Foundation
import Testing

@testable import Moeum

/// What the registers of designations, grades and prices change of places.
@Suite(.cleanup)
struct ListedImportTests {
    private static let designationColumns = [
        "관리번호", "업소명", "지정일자", "재지정일자", "지정취소일자", "지정취소사유", "영업상태명", "폐업일자", "데이터갱신시점",
    ]

    private func designations(_ scene: RegisterScene, _ change: (Int) -> [String]?) throws -> String {
        let rows = (1...10).map { number in
            [RegisterScene.permit(number), "가게\(number)호"]
                + (change(number) ?? ["2015-06-30", "2020-06-30", "", "", "영업", "", "2026-11-20 01:00:00"])
        }
        return try scene.file([Self.designationColumns] + rows, "designations.csv")
    }

    @Test("A revoked designation becomes history, and the place stays listed", arguments: TestEngine.available)
    func keepHistory(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let path = try designations(scene) { number in
            switch number {
            case 1: ["2010-06-30", "", "2024-05-10", "지위승계", "영업", "", "2026-11-20 01:00:00"]
            case 2: ["2010-06-30", "", "", "", "폐업", "2023-01-02", "2026-11-20 01:00:00"]
            default: nil
            }
        }
        let report = try await scene.take(.designations, path)
        #expect(report.exitCode == 0 && report.lines.last == "matched 10 of 10")
        let revoked = try await scene.known(1)
        #expect(revoked.status == .listed && revoked.operation == nil)
        let designation = try #require(revoked.designation(.model))
        #expect(designation.from == "2010-06-30" && designation.revokedOn == "2024-05-10")
        #expect(designation.revocation == .succession && !designation.isValid(on: "2026-11-27"))
        #expect(designation.match == .permit && designation.reference.asOf == "2026-11-20")
        let closed = try await scene.known(2)
        #expect(closed.status == .closed && closed.operation?.since == "2023-01-02")
        #expect(closed.operation?.reference.source == "designation-register")
        let valid = try #require(try await scene.known(3).designation(.model))
        #expect(valid.renewedOn == "2020-06-30" && valid.isValid(on: "2026-11-27"))
        #expect(try await scene.take(.designations, path).total.changed == 0)
        // A district's list that lacks them cancels none of those.
        let designated = try await scene.database.read { try $0.designatedPlaceIDs(.model, by: "designation-register") }
        #expect(designated.count == 10 && designated.contains(revoked.id))
        // Open again in the same register.
        try await scene.take(.designations, try designations(scene) { _ in nil })
        let open = try await scene.known(2)
        #expect(open.status == .listed && open.operation == nil)
    }

    @Test("A designation is taken back or ends also on a day that cannot be read", arguments: TestEngine.available)
    func endWithoutDay(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let updated = "2026-11-20 01:00:00"
        let path = try designations(scene) { number in
            switch number {
            case 1: ["2010-06-30", "", "5024-05-10", "자진반납", "영업", "", updated]
            case 2: ["2010-06-30", "", "", "", "영업", "2023-01-02", updated]
            case 3: ["2010-06-30", "", "", "", "영업", "20231302", updated]
            case 4: ["2010-06-30", "", "", "", "휴업", "", updated]
            case 5: ["2010-06-30", "", "", "", "폐업", "", updated]
            default: nil
            }
        }
        #expect(try await scene.take(.designations, path) { $0.allowsClosings = true }.exitCode == 0)
        var models: [PlaceDesignation] = []
        for number in 1...6 { models.append(try #require(try await scene.known(number).designation(.model))) }
        #expect(models[0].revocation == .voluntaryReturn && models[0].revokedOn == nil && !models[0].hasEnded)
        #expect(models.map(\.until) == [nil, "2023-01-02", nil, nil, nil, nil])
        #expect(models.map(\.hasEnded) == [false, true, true, true, true, false])
        #expect(models.map { $0.isValid(on: "2026-11-27") } == [false, false, false, false, false, true])
        let holding = try await scene.database.read { transaction in
            try transaction.first("SELECT COUNT(*) FROM \(transaction.designatedPlaces(.model, on: "2026-11-27"))") {
                try $0.int(0)
            }
        }
        #expect(holding == 5)
        #expect(try await scene.take(.designations, path).total.changed == 0)
    }

    @Test("A closing counts only where no licence is as late", arguments: TestEngine.available)
    func trustLicences(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        try await scene.take(.licences, try scene.openLicences())
        let path = try designations(scene) { number in
            number == 1 ? ["2010-06-30", "", "", "", "폐업", "2023-01-02", "2026-11-20 01:00:00"] : nil
        }
        try await scene.take(.designations, path)
        let known = try await scene.known(1)
        #expect(known.status == .listed && known.operation?.state == .open)
        try await scene.take(.designations, path) { options in
            options.asOf = "2026-11-25"
            options.allowsClosings = true
        }
        #expect(try await scene.known(1).status == .closed)
    }

    @Test("Rows that are older than what is known are counted, and the others taken", arguments: TestEngine.available)
    func countOlder(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let path = try designations(scene) { _ in nil }
        try await scene.take(.designations, path)
        try await scene.database.write { transaction in
            let id = try transaction.scenePlaceID(1)
            try transaction.execute("UPDATE place_designations SET as_of = '2026-11-24' WHERE place_id = \(id)")
        }
        let some = try await scene.take(.designations, path)
        let line = "older: 1 matched row is older than what is known (2026-11-24); nothing was taken from it"
        #expect(some.exitCode == 0 && some.lines.dropLast().last == line)
        #expect(try await scene.known(1).designation(.model)?.reference.asOf == "2026-11-24")
        let all = try await scene.take(.designations, path) { $0.asOf = "2026-11-01" }
        #expect(all.exitCode == 1 && all.failure?.code == .older)
        #expect(all.lines.dropLast().last?.begins(with: "older: 10 matched rows are older") == true)
    }

    private static let gradeColumns = [
        "BSSH_NM", "ADDR", "TELNO", "INDUTY_NM", "HG_ASGN_LV", "ASGN_FROM", "ASGN_TO", "ASGN_CANCEL_YMD",
        "CLSBIZ_DVS_CD_NM",
        "CLSBIZ_DT", "CHNG_DT",
    ]

    private func grade(_ name: String, _ number: Int, phone: String = "", grade: String = "적합", cancelled: String = "")
        -> [String]
    {
        [
            name, "서울특별시 강남구 테헤란로 \(number)(지상1층 역삼동)", phone, "일반음식점", grade, "20250801", "20280731", cancelled, "정상",
            "",
            "20261120",
        ]
    }

    @Test("Grades are joined by address with name or phone, never by the name alone", arguments: TestEngine.available)
    func joinGrades(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        try await scene.hear(
            RegisterScene.record(6) { ($0.roadAddress, $0.name) = ("서울특별시 강남구 테헤란로 5", "가게5호") }
        )
        let path = try scene.file(
            [
                Self.gradeColumns, grade("가게1호 역삼점", 1), grade("바뀐 이름", 2, phone: "02-555-1002"),
                grade("가게3호", 99), grade("다른 가게", 4), grade("가게5호", 5), grade("가게7호", 7, grade: "매우우수"),
                grade("가게8호", 8, cancelled: "20260101"),
            ],
            "grades.csv"
        )
        let report = try await scene.take(.grades, path)
        #expect(report.exitCode == 0 && report.total.matched == 3 && report.ambiguous == 1)
        #expect(report.matchedBy[.addressAndName] == 2 && report.matchedBy[.addressAndPhone] == 1)
        let first = try #require(try await scene.known(1).designation(.safe))
        #expect(first.until == "2028-07-31" && first.grade == nil && first.match == .addressAndName)
        #expect(try await scene.known(2).designation(.safe)?.match == .addressAndPhone)
        #expect(try await scene.known(7).designation(.safe)?.grade == "매우 우수")
        for number in [3, 4, 5, 6, 8] { #expect(try await scene.known(number).designations == []) }
        #expect(try await scene.take(.grades, path).total.changed == 0)
        // What the whole register names no more ends.
        let fewer = try scene.file([Self.gradeColumns, grade("가게1호", 1)], "grades.csv")
        let ended = try await scene.take(.grades, fewer) { $0.allowsFewer = true }
        #expect(ended.total.changed == 2)
        #expect(try await scene.known(7).designations == [])
        #expect(try await scene.known(1).designation(.safe) != nil)
    }

    @Test("A grade ends only where the file has its district", arguments: TestEngine.available)
    func keepOtherDistricts(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        try await scene.hear(
            RegisterScene.record(2) { ($0.district, $0.roadAddress) = ("jongno", "서울특별시 종로구 종로 2") }
        )
        var jongno = grade("가게2호", 2)
        jongno[1] = "서울특별시 종로구 종로 2"
        let all = try scene.file([Self.gradeColumns, grade("가게1호", 1), jongno, grade("가게3호", 3)], "grades.csv")
        #expect(try await scene.take(.grades, all).total.matched == 3)
        let one = try scene.file([Self.gradeColumns, grade("가게1호", 1)], "grades.csv")
        let report = try await scene.take(.grades, one) { $0.allowsFewer = true }
        #expect(report.exitCode == 0 && report.total.changed == 1)
        #expect(try await scene.known(2).designation(.safe) != nil)
        #expect(try await scene.known(3).designation(.safe) == nil)
    }

    @Test("A grade stays where a row that was refused or ambiguous may be its own", arguments: TestEngine.available)
    func keepDoubtful(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let rows = [grade("가게1호", 1), grade("가게5호", 5), grade("가게7호", 7)]
        let all = try scene.file([Self.gradeColumns] + rows, "grades.csv")
        #expect(try await scene.take(.grades, all).total.matched == 3)
        // Half a row, whose district nobody knows, and one without a name.
        for faulty in [["가게7호", "서울"], grade("", 7)] {
            let path = try scene.file([Self.gradeColumns, rows[0], faulty, rows[1]], "grades.csv")
            let report = try await scene.take(.grades, path) { $0.allowsFewer = true }
            #expect(report.exitCode == 3 && report.total.refused == 1)
            #expect(try await scene.known(7).designation(.safe) != nil)
        }
        // Two of one name at one address.
        try await scene.hear(
            RegisterScene.record(6) { ($0.roadAddress, $0.name) = ("서울특별시 강남구 테헤란로 5", "가게5호") }
        )
        let path = try scene.file([Self.gradeColumns, rows[0], rows[1]], "grades.csv")
        let report = try await scene.take(.grades, path) { $0.allowsFewer = true }
        #expect(report.exitCode == 0 && report.ambiguous == 1 && report.total.changed == 1)
        #expect(try await scene.known(5).designation(.safe) != nil)
        #expect(try await scene.known(7).designation(.safe) == nil)
    }

    private static let priceColumns = [
        "시도", "시군", "업종", "업소명", "연락처", "주소", "메뉴1", "가격1", "메뉴2", "가격2",
    ]

    @Test("Good-price shops have dishes with prices and their day", arguments: TestEngine.available)
    func joinPrices(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        func path(_ rows: [[String]]) throws -> String {
            try scene.file([Self.priceColumns] + rows, "prices.csv")
        }
        let first = ["서울특별시", "강남구", "한식", "가게1호", "", "테헤란로 1", "국밥", "7,000", "수육", "25000"]
        let second = ["서울특별시", "강남구", "한식", "가게2호", "", "테헤란로 2", "국수", "6500", "", ""]
        let report = try await scene.take(.prices, try path([first, second])) { $0.asOf = "2026-03-31" }
        #expect(report.total.matched == 2 && report.asOf == "2026-03-31")
        let known = try await scene.known(1)
        #expect(known.prices.map { "\($0.dish) \($0.won)" } == ["국밥 7000", "수육 25000"])
        #expect(known.prices.first?.reference == SourceReference(source: "good-price-shops", asOf: "2026-03-31"))
        #expect(known.designation(.goodPrice)?.isValid(on: "2026-11-27") == true)
        let ended = try await scene.take(.prices, try path([first])) { options in
            options.asOf = "2026-06-30"
            options.allowsFewer = true
        }
        #expect(ended.total.changed == 1)
        let gone = try await scene.known(2)
        #expect(gone.prices == [] && gone.designations == [])
    }
}
