import Foundation
import Testing

@testable import Moeum

/// Registers that are held back, or not taken at all.
@Suite(.cleanup)
struct RegisterGuardTests {
    @Test("Fewer than 80 % of our places hold a register back", arguments: TestEngine.available)
    func holdFewPlaces(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let path = try scene.openLicences(7)
        let report = try await scene.take(.licences, path)
        #expect(report.exitCode == 1 && report.failure?.code == .fewPlaces)
        #expect(report.failure?.text.contains("7 of our 10 places") == true)
        #expect(report.lines.last == "matched 7 of 10")
        #expect(try await scene.known(1).operation == nil)
        let run = try await scene.lastRun()
        #expect(run.failure == "few-places" && run.text?.contains("7 of our 10") == true && run.changes == 0)
        let allowed = try await scene.take(.licences, path) { $0.allowsFewer = true }
        #expect(allowed.exitCode == 0 && allowed.total.changed == 7)
    }

    @Test("A district with far fewer rows is held back, the others are taken", arguments: TestEngine.available)
    func holdDistrict(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let districts = try RegisterScene.districts.get()
        let jongno = PlacesFixture.record("3000000-101-2020-10001", "종로가게") { record in
            record.district = "jongno"
            record.roadAddress = "서울특별시 종로구 종로 1"
        }
        try await scene.database.write { _ = try $0.upsertPlaces([jongno], districts) }
        func rows(_ others: Int, _ name: String) throws -> String {
            let gangnam = (1...10).map { number in
                RegisterScene.Licence(number) { $0.name = number == 1 ? name : "가게\(number)호" }
            }
            let jongno = (1...others).map { number in
                RegisterScene.Licence(number) { row in
                    row.permit = "3000000-101-2020-\(10_000 + number)"
                    (row.name, row.road) = (name, "서울특별시 종로구 종로 1")
                    (row.easting, row.northing) = ("198817.599794752", "452054.207890954")
                }
            }
            return try scene.licences(gangnam + jongno)
        }
        #expect(try await scene.take(.licences, try rows(10, "이름1")).exitCode == 0)
        let held = try await scene.take(.licences, try rows(6, "이름2"))
        #expect(held.exitCode == 3 && held.held == ["jongno": .fewRows] && held.failure == nil)
        #expect(held.lines.contains { $0.hasPrefix("jongno: rows 6,") && $0.hasSuffix("held back: few-rows") })
        func name(_ key: String) async throws -> String? {
            try await scene.database.read { transaction in
                try transaction.first("SELECT current_name FROM places WHERE source_key = \(key)") {
                    try $0.optionalString(0)
                } ?? nil
            }
        }
        #expect(try await scene.place(1).currentName == "이름2")
        #expect(try await name(jongno.key) == "이름1")
        // Held rows are no measure for the next time.
        #expect(try await scene.take(.licences, try rows(6, "이름3")).held == ["jongno": .fewRows])
        #expect(try await scene.take(.licences, try rows(7, "이름4")).exitCode == 0)
        #expect(try await name(jongno.key) == "이름4")
        #expect(try await scene.take(.licences, try rows(1, "이름5")) { $0.allowsFewer = true }.exitCode == 0)
        #expect(try await name(jongno.key) == "이름5")
    }

    @Test("A web page, half a file and another file change nothing", arguments: TestEngine.available)
    func refuseFiles(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let whole = try scene.openLicences { number, row in row.name = "이름\(number)" }
        let text = try String(contentsOfFile: whole, encoding: .utf8)
        let files: [(String, RegisterFailure.Code)] = [
            (try scene.text("<!DOCTYPE html><html><body>오류</body></html>", "page.csv"), .html),
            (try scene.text(String(text.dropLast(40)), "half.csv"), .truncated),
            (try scene.text("source_key,kind\r\n1,restaurant\r\n", "other.csv"), .columns),
            ("\(scene.folder)/none.csv", .unreadable),
        ]
        for (path, code) in files {
            let report = try await scene.take(.licences, path)
            #expect(report.exitCode == 1 && report.failure?.code == code, "\(path)")
            #expect(try await scene.lastRun().failure == code.rawValue)
        }
        #expect(try await scene.place(1).currentName == nil)
        #expect(try await scene.take(.licences, whole).exitCode == 0)
    }

    @Test("The designations open no closed place as licences", arguments: TestEngine.available)
    func refuseDesignations(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let closed = try scene.openLicences { number, row in
            if number == 1 { (row.state, row.closedOn) = ("폐업", "2024-03-02") }
        }
        #expect(try await scene.take(.licences, closed).exitCode == 0)
        let head = ["관리번호", "업소명", "지정일자", "재지정일자", "지정취소일자", "지정취소사유", "영업상태명", "폐업일자", "데이터갱신시점"]
        let rows = (1...10).map { number in
            [RegisterScene.permit(number), "가게\(number)호", "2019-05-02", "", "", "", "영업", "", "2026-11-24 02:40:00"]
        }
        let report = try await scene.take(.licences, try scene.file([head] + rows, "designations.csv"))
        #expect(report.exitCode == 1 && report.failure?.code == .columns)
        #expect(try await scene.place(1).status == .closed)
        #expect(try await scene.known(1).operation?.state == .closed)
    }

    @Test("A register is of a day from 1950 to today in Seoul") func boundDay() {
        // Noon, and an hour past midnight, when it is the day before elsewhere.
        for now in [RegisterScene.now, RegisterScene.now - 11 * 3_600] {
            for day in ["1950-01-01", "2026-11-26", "2026-11-27"] {
                #expect(RegisterOptions.isDay(day, at: now), "\(day)")
            }
            for day in ["1949-12-31", "2026-11-28", "9999-12-31", "2026-02-30", "2026-11", "2026", ""] {
                #expect(!RegisterOptions.isDay(day, at: now), "\(day)")
            }
        }
    }

    @Test("Days of rows that are still to come do not date a register", arguments: TestEngine.available)
    func passOverFuture(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let path = try scene.openLicences { number, row in
            if number == 1 { row.updated = "2026-11-28 00:00:00" }
            if number == 2 { row.updated = "2099-01-01 00:00:00" }
        }
        #expect(try await scene.take(.licences, path).asOf == "2026-11-20")
        #expect(try await scene.known(2).operation?.reference.asOf == "2026-11-20")
    }

    @Test("A dry run changes nothing and says what it would", arguments: TestEngine.available)
    func rehearse(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let path = try scene.openLicences { number, row in row.name = "이름\(number)" }
        let dry = try await scene.take(.licences, path) { $0.isDryRun = true }
        #expect(dry.exitCode == 0 && dry.total.changed == 10 && dry.lines.contains("dry run: nothing was changed"))
        #expect(try await scene.known(1).operation == nil)
        #expect(try await scene.place(1).currentName == nil)
        let run = try await scene.lastRun()
        #expect(run.isDry == 1 && run.changes > 0)
        // It is no measure for the guards.
        #expect(try await scene.database.read { try $0.lastRegisterRows(of: .licences).isFirst })
        let real = try await scene.take(.licences, path)
        #expect(real.total == dry.total)
        let kept = try await scene.database.read { transaction in
            try transaction.first("SELECT COUNT(DISTINCT run_id) FROM register_changes") { try $0.int(0) }
        }
        #expect(kept == 1)
    }

    @Test("Refused rows are named, and the others are taken", arguments: TestEngine.available)
    func nameRefusedRows(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let path = try scene.licences(
            (1...10).map { number in
                RegisterScene.Licence(number) { $0.name = number == 3 ? "" : "이름\(number)" }
            }
        )
        let report = try await scene.take(.licences, path)
        #expect(report.exitCode == 3 && report.total.refused == 1 && report.total.matched == 9)
        #expect(report.lines.first == "refused licences.csv:4 \(RegisterScene.permit(3)): missing")
        let refusals = try await scene.database.read { transaction in
            try transaction.rows("SELECT line, reason FROM register_refusals").map { row in
                "\(try row.int(0)) \(try row.string(1))"
            }
        }
        #expect(refusals == ["4 missing"])
    }

    @Test("Staff are told of what was held back", arguments: TestEngine.available)
    func tellStaff(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let since = Date.now - 60
        try await scene.take(.licences, try scene.openLicences(2)) { $0.isDryRun = true }
        #expect(try await scene.database.read { try $0.untoldEvents(since: since) } == [])
        let report = try await scene.take(.licences, try scene.openLicences(2))
        let events = try await scene.database.read { try $0.untoldEvents(since: since) }
        #expect(events.map(\.kind) == [.failedImport] && events.first?.path == "/admin/imports")
        #expect(events.first?.subject == report.run.rawValue)
    }

    @Test("An import that is stopped leaves the old state or the new one", arguments: TestEngine.available)
    func stopAtRandom(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine, places: 60)
        var before = try await state(scene)
        for turn in 1...12 {
            let path = try scene.openLicences(60) { number, row in row.name = "이름\(turn)의\(number)" }
            let task = Task { try await scene.take(.licences, path) }
            for _ in 0..<(turn * turn) { await Task.yield() }
            task.cancel()
            let report = try? await task.value
            let now = try await state(scene)
            // What was stopped after its commit is done all the same.
            #expect(now == "이름\(turn)" || report == nil && now == before)
            before = now
        }
    }

    /// What all places are called without their numbers: one name where no import was half done.
    private func state(_ scene: RegisterScene) async throws -> String {
        let names = try await scene.database.read { transaction in
            try transaction.rows("SELECT COALESCE(current_name, '지정 때') FROM places").map { try $0.string(0) }
        }
        let stems = Set(names.map { $0.split(separator: "의").first.map(String.init) ?? "" })
        #expect(stems.count == 1)
        return stems.sorted().joined(separator: " ")
    }
}
