import Foundation
import Testing

@testable import Moeum

/// What the licence register changes of places.
@Suite(.cleanup)
struct LicenceImportTests {
    @Test("A licence says whether a place is there, its name today and where it is", arguments: TestEngine.available)
    func takeFacts(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let path = try scene.openLicences(9) { number, row in
            if number == 1 { row.name = "㈜새이름국밥" }
            if number == 2 { (row.state, row.closedOn) = ("폐업", "2024-03-02") }
            if number == 3 { row.phone = "02 777 1234" }
            if number == 4 { row.state = "취소/말소/만료/정지/중지" }
        }
        let report = try await scene.take(.licences, path)
        #expect(report.exitCode == 0)
        #expect(report.lines.last == "matched 9 of 10")
        #expect(report.lines.contains("gangnam: rows 9, matched 9, open 7, closed 1, changed 9, refused 0"))
        #expect(report.asOf == "2026-11-20" && report.newlyClosed == 1)
        let renamed = try await scene.place(1)
        #expect(renamed.name == "새이름국밥" && renamed.officialName == "가게1호" && renamed.currentName == "㈜새이름국밥")
        #expect(renamed.position?.precision == .exact)
        #expect(abs((renamed.position?.latitude ?? 0) - RegisterScene.degrees.latitude) < 1e-5)
        #expect(abs((renamed.position?.longitude ?? 0) - RegisterScene.degrees.longitude) < 1e-5)
        let first = try await scene.known(1)
        #expect(first.operation?.state == .open && first.operation?.licensedOn == "2020-01-02")
        #expect(first.operation?.reference == SourceReference(source: "licence-register", asOf: "2026-11-20"))
        #expect(first.record.factSources[.position]?.source == "licence-register")
        let closed = try await scene.known(2)
        #expect(closed.status == .closed && closed.operation?.since == "2024-03-02")
        #expect(closed.lastDecision?.reason == "register-closed")
        #expect(try await scene.known(3).record.phone == "02-777-1234")
        let unknown = try await scene.known(4)
        #expect(unknown.status == .listed && unknown.operation?.state == .unknown)
        // Not found says nothing.
        let missing = try await scene.known(10)
        #expect(missing.status == .listed && missing.operation == nil && missing.record.position?.precision == .road)
    }

    @Test("A renamed place is found by both names", arguments: TestEngine.available)
    func findByBothNames(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let path = try scene.openLicences { number, row in
            if number == 1 { row.name = "흑염소마을" }
        }
        try await scene.take(.licences, path)
        let found = try await scene.database.read { transaction in
            try ["흑염소마을", "가게1호"].map { name in
                let search = try #require(PlaceSearch(name))
                let match = search.match(PlaceSearch.Scope(PlaceQuery(), withFacets: false), transaction.dialect)
                return try transaction.firstFoundPlaces(match, limit: 5)
            }
        }
        let id = try await scene.known(1).id
        #expect(found == [[id], [id]])
    }

    @Test("The same file changes nothing a second time", arguments: TestEngine.available)
    func takeTwice(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let path = try scene.openLicences { number, row in
            row.phone = "02-777-\(2_000 + number)"
            if number == 1 { row.name = "새이름" }
            if number == 2 { (row.state, row.closedOn) = ("폐업", "2024-03-02") }
        }
        #expect(try await scene.take(.licences, path).total.changed == 10)
        let second = try await scene.take(.licences, path)
        #expect(second.total.changed == 0 && second.newlyClosed == 0 && second.exitCode == 0)
        let later = try await scene.take(.licences, path) { $0.asOf = "2026-11-24" }
        #expect(later.total.changed == 0)
        #expect(try await scene.known(1).operation?.reference.asOf == "2026-11-24")
        // A file of before the last one changes nothing.
        let older = try scene.openLicences { _, row in row.state = "폐업" }
        let report = try await scene.take(.licences, older) { options in
            options.asOf = "2026-11-01"
            options.allowsClosings = true
        }
        #expect(report.total.changed == 0)
        #expect(report.exitCode == 1 && report.failure?.code == .older)
        let line = "older: 10 matched rows are older than what is known (2026-11-24); nothing was taken from them"
        #expect(report.lines.suffix(2) == [line, "matched 10 of 10"])
        #expect(try await scene.lastRun().failure == "older")
        #expect(try await scene.place(1).status == .listed)
    }

    @Test("What staff corrected stays", arguments: TestEngine.available)
    func keepCorrections(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        try await scene.correct(.name, as: "직원이 아는 이름", of: 1)
        try await scene.correct(.phone, as: "02-999-9999", of: 1)
        try await scene.correct(.position, as: "37.51, 127.04", of: 1)
        try await scene.correct(.roadAddress, as: "서울특별시 강남구 테헤란로 1 2층", of: 1)
        let path = try scene.openLicences { number, row in
            guard number == 1 else { return }
            (row.name, row.phone, row.road) = ("새이름", "02-777-1234", "서울특별시 강남구 역삼로 7 (역삼동)")
        }
        try await scene.take(.licences, path)
        let record = try await scene.known(1).record
        #expect(record.name == "직원이 아는 이름" && record.currentName == nil)
        #expect(record.phone == "02-999-9999" && record.position?.latitude == 37.51)
        #expect(record.roadAddress == "서울특별시 강남구 테헤란로 1 2층")
        // Staff may correct a name that the register gave.
        let renamed = try scene.openLicences { number, row in
            if number == 2 { row.name = "새이름" }
        }
        try await scene.take(.licences, renamed)
        #expect(try await scene.place(2).name == "새이름")
        try await scene.correct(.name, as: "간판에 적힌 이름", of: 2)
        try await scene.take(.licences, renamed)
        let corrected = try await scene.place(2)
        #expect(corrected.name == "간판에 적힌 이름" && corrected.currentName == nil)
    }

    @Test("The newer of two facts wins, and a list of before does not take it back", arguments: TestEngine.available)
    func newerWins(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let path = try scene.openLicences { number, row in
            row.phone = "02-777-1234"
            if number == 1 { row.updated = "2015-01-01 00:00:00" }
            if number == 3 { row.road = "서울특별시 강남구 역삼로 7 (역삼동)" }
        }
        try await scene.take(.licences, path) { $0.asOf = "2026-11-24" }
        #expect(try await scene.known(1).record.phone == "02-555-1001")
        #expect(try await scene.known(2).record.phone == "02-777-1234")
        let moved = try await scene.known(3).record
        #expect(moved.roadAddress == "서울특별시 강남구 역삼로 7 (역삼동)" && moved.position?.precision == .exact)
        try await scene.hear(RegisterScene.record(3, asOf: "2025-05-01"))
        let kept = try await scene.known(3).record
        #expect(kept.roadAddress == moved.roadAddress && kept.position == moved.position && kept.phone == moved.phone)
        try await scene.hear(RegisterScene.record(3, asOf: "2026-12-01"))
        let movedBack = try await scene.known(3).record
        #expect(movedBack.roadAddress == "서울특별시 강남구 테헤란로 3" && movedBack.phone == "02-555-1003")
    }

    @Test("A later list keeps the name today, unless it knows a newer one", arguments: TestEngine.available)
    func keepCurrentName(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let path = try scene.openLicences { number, row in
            if number <= 2 { row.name = "새이름" }
        }
        try await scene.take(.licences, path)
        try await scene.hear(RegisterScene.record(1, asOf: "2026-12-01") { $0.menu = "국밥" })
        #expect(try await scene.place(1).name == "새이름")
        try await scene.hear(RegisterScene.record(2, asOf: "2026-12-01") { $0.name = "더 새로운 이름" })
        let newer = try await scene.place(2)
        #expect(newer.name == "더 새로운 이름" && newer.currentName == nil)
    }

    @Test("A point is taken for another place at the same address", arguments: TestEngine.available)
    func sharePoints(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let path = try scene.licences(
            (1...9).map { RegisterScene.Licence($0) } + [
                RegisterScene.Licence(77) { $0.road = "서울특별시 강남구 테헤란로 10 (역삼동)" }
            ]
        )
        let report = try await scene.take(.licences, path)
        #expect(report.total.matched == 9 && report.total.changed == 10)
        let other = try await scene.known(10)
        #expect(other.record.position?.precision == .exact && other.operation == nil)
        #expect(other.record.factSources[.position]?.source == "licence-register")
    }

    @Test("The official position of an address stays", arguments: TestEngine.available)
    func keepEntrances(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        try await scene.hear(
            RegisterScene.record(1) { record in
                record.position = Place.Position(latitude: 37.499, longitude: 127.032, precision: .exact)
                record.factSources[.position] = SourceReference(source: PositionImport.source, asOf: "2026-04")
            }
        )
        try await scene.take(.licences, try scene.openLicences())
        #expect(try await scene.known(1).record.position?.latitude == 37.499)
    }
}
