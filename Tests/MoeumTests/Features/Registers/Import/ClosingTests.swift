import Foundation
import Testing

@testable import Moeum

/// Places that registers close, and those that are open again.
@Suite(.cleanup)
struct ClosingTests {
    private func close(_ numbers: Set<Int>, _ scene: RegisterScene, on day: String = "2024-03-02") async throws {
        let path = try scene.openLicences { number, row in
            if numbers.contains(number) { (row.state, row.closedOn) = ("폐업", day) }
        }
        try await scene.take(.licences, path) { $0.allowsClosings = true }
    }

    @Test("A closed place leaves lists until the register says that it is open", arguments: TestEngine.available)
    func closeAndOpen(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        try await close([1], scene)
        let counts = try await scene.database.read { try $0.placeCounts() }
        #expect(try await scene.place(1).status == .closed)
        #expect(counts.map(\.count) == [9])
        try await close([], scene)
        let open = try await scene.known(1)
        #expect(open.status == .listed && open.lastDecision?.reason == "register-open")
        #expect(open.operation?.since == nil)
        #expect(try await scene.database.read { try $0.placeCounts() }.map(\.count) == [10])
    }

    @Test(
        "A place that a register closed is listed again where a newer one says neither that it is closed nor open",
        arguments: TestEngine.available,
        ["휴업", "제외/삭제/전출"]
    )
    func listUnsettled(_ engine: TestEngine, _ word: String) async throws {
        let scene = try await RegisterScene(on: engine)
        try await close([1], scene)
        let path = try scene.openLicences { number, row in
            if number == 1 { row.state = word }
        }
        try await scene.take(.licences, path)
        let known = try await scene.known(1)
        #expect(known.status == .listed && known.operation?.state == (word == "휴업" ? .suspended : .unknown))
        #expect(known.lastDecision?.reason == "register-open")
    }

    @Test("What staff decided of a place stays", arguments: TestEngine.available)
    func keepDecisions(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        try await scene.setStatus(.closed, of: 1)
        try await close([2], scene)
        #expect(try await scene.place(1).status == .closed)
        try await scene.setStatus(.listed, of: 2)
        try await close([2], scene)
        #expect(try await scene.place(2).status == .listed)
        // A closing after that is news.
        let later = SeoulTime(.now + 86_400 * 3).isoDay
        var update = RegisterUpdate(try await scene.known(2))
        update.setOperation(
            PlaceOperation(
                state: .closed,
                stateText: "폐업",
                since: later,
                reference: SourceReference(source: "licence-register", asOf: later)
            )
        )
        #expect(update.status == .closed)
    }

    @Test("An old list does not open what a register closed", arguments: TestEngine.available)
    func keepClosed(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let districts = try RegisterScene.districts.get()
        try await scene.database.write { transaction in
            let gangnam = try #require(districts[slug: "gangnam"])
            let left = StatusDecision(source: "made-up", reason: "left-list")
            let id = try transaction.scenePlaceID(2)
            try transaction.setPlaceStatus(.cancelled, of: id, left, gangnam, now: Date.now.milliseconds)
        }
        try await close([1, 2], scene)
        for number in 1...2 {
            try await scene.hear(RegisterScene.record(number, asOf: "2030-01-01") { $0.designatedOn = "2020-05-01" })
        }
        #expect(try await scene.place(1).status == .closed)
        #expect(try await scene.place(2).status == .cancelled)
        try await scene.hear(RegisterScene.record(1, asOf: "2030-01-02") { $0.designatedOn = "2030-01-01" })
        #expect(try await scene.place(1).status == .listed)
    }

    @Test("A merged place stays merged", arguments: TestEngine.available)
    func keepMerged(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let districts = try RegisterScene.districts.get()
        try await scene.database.write { transaction in
            let duplicate = try #require(try transaction.place(try transaction.scenePlaceID(1)))
            let gangnam = try #require(districts[slug: "gangnam"])
            try transaction.mergePlace(duplicate, into: try transaction.scenePlaceID(2), in: gangnam, at: .now)
        }
        let report = try await scene.take(.licences, try scene.openLicences())
        #expect(report.lines.last == "matched 9 of 9")
        #expect(try await scene.place(1).status == .closed)
    }

    @Test("The licence of a merged place is that of the place it went into", arguments: TestEngine.available)
    func followMerges(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine)
        let districts = try RegisterScene.districts.get()
        try await scene.database.write { transaction in
            let gangnam = try #require(districts[slug: "gangnam"])
            for number in 1...2 {
                let duplicate = try #require(try transaction.place(try transaction.scenePlaceID(number)))
                let next = try transaction.scenePlaceID(number + 1)
                try transaction.mergePlace(duplicate, into: next, in: gangnam, at: .now)
            }
        }
        // The register has the first one's number alone.
        let numbers = [1] + Array(4...10)
        let first = try await scene.take(.licences, try scene.licences(numbers.map { RegisterScene.Licence($0) }))
        #expect(first.exitCode == 0 && first.lines.last == "matched 8 of 8")
        #expect(try await scene.known(3).operation?.state == .open)
        // A former licence closes nothing, though its row is newer.
        for own in [3, 1] {
            let path = try scene.openLicences { number, row in
                if number == own { row.name = "지금\(own)" }
                guard number <= 3, number != own else { return }
                (row.state, row.closedOn, row.updated) = ("폐업", "2024-03-02", "2026-11-21 01:00:00")
            }
            try await scene.take(.licences, path)
            let known = try await scene.known(3)
            #expect(known.status == .listed && known.operation?.state == .open)
            #expect(known.record.currentName == "지금\(own)")
        }
    }

    @Test("Many closings at once are held back", arguments: TestEngine.available)
    func holdManyClosings(_ engine: TestEngine) async throws {
        let scene = try await RegisterScene(on: engine, places: 40)
        func path(closing last: Int) throws -> String {
            try scene.openLicences(40) { number, row in
                if number <= last { (row.state, row.closedOn) = ("폐업", "2024-03-02") }
            }
        }
        // The first import may close many, and says how many.
        let first = try await scene.take(.licences, try path(closing: 8))
        #expect(first.exitCode == 0 && first.lines.contains("closes 8 listed places"))
        let fine = try await scene.take(.licences, try path(closing: 10))
        #expect(fine.exitCode == 0 && fine.newlyClosed == 2)
        let many = try await scene.take(.licences, try path(closing: 13))
        #expect(many.exitCode == 1 && many.failure?.code == .manyClosings)
        #expect(many.failure?.text.contains("3 of 40 matched places") == true)
        #expect(try await scene.place(11).status == .listed)
        #expect(try await scene.lastRun().failure == "many-closings")
        let allowed = try await scene.take(.licences, try path(closing: 13)) { $0.allowsClosings = true }
        #expect(allowed.exitCode == 0)
        #expect(try await scene.place(11).status == .closed)
    }
}
