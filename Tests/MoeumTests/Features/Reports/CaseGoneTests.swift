import Foundation
import RouterClient
import Testing

@testable import Moeum

/// Cases of what its author deleted before staff had decided.
struct CaseGoneTests {
    private struct Desk: Sendable {
        let site: TestSite
        let staff: TestBrowser
        let member: Account.ID
        let reporter: Account.ID
        let author: Account.ID
        let caseID: ReportCase.ID

        var path: String { "/admin/reports/\(caseID)" }

        func outcome() async throws -> ReportCase.Outcome? { try await site.reportCase(caseID)?.outcome }

        /// How often the reporter was right, and wrong.
        func record() async throws -> [Int] {
            try await site.app.database.read { transaction in
                try transaction.first(
                    "SELECT right_count, wrong_count FROM reporter_records WHERE account_id = \(reporter)"
                ) { try [$0.int(0), $0.int(1)] } ?? [0, 0]
            }
        }
    }

    private func withDeleted(
        on engine: TestEngine,
        _ body: @escaping @Sendable (Desk) async throws -> Void
    ) async throws {
        try await TestSite.withSample(on: engine) { site in
            try await site.withBrowser { staff in
                let member = try await site.logIn(staff, nickname: "정운영", role: .moderator, hasTwoFactor: true)
                let people = try await site.people(2)
                let (review, id) = try await site.reportedReview(by: people[0], reporters: [people[1]])
                _ = try await site.app.database.write { try $0.delete(review, at: site.now) }
                try await body(
                    Desk(
                        site: site,
                        staff: staff,
                        member: member,
                        reporter: people[1],
                        author: people[0],
                        caseID: id
                    )
                )
            }
        }
    }

    @Test(arguments: TestEngine.available)
    func hidingIsNotOfferedAndSentAnywayLosesNothing(_ engine: TestEngine) async throws {
        try await withDeleted(on: engine) { desk in
            let page = try await desk.staff.get(desk.path)
            #expect(page.status == .ok && !page.text.contains("value=\"hide\""))
            #expect(page.text.contains("value=\"warn\"") && page.text.contains("value=\"close\""))
            let fields = ["action": "hide", "reason": "abuse", "note": "words that were typed"]
            for action in ["hide", "restore"] {
                let typed = fields.merging(["action": action]) { $1 }
                let refused = try await desk.staff.post("\(desk.path)/actions", typed)
                #expect(refused.status == .unprocessableContent, "\(action)")
                #expect(refused.text.contains("words that were typed") && refused.text.contains("그사이에 삭제되어"))
                let asked = try await desk.staff.post("\(desk.path)/actions", typed, TestBrowser.asProgram)
                #expect(asked.status == .unprocessableContent && asked.errors == ["action": "gone"])
            }
            let several = fields.merging(["id": "\(desk.caseID)"]) { $1 }
            let missed = try await desk.staff.post("/admin/reports", several)
            #expect(missed.status == .conflict && missed.text.contains("이미 삭제되어"))
        }
    }

    @Test(arguments: TestEngine.available)
    func closingItJudgesNobodyAndSaysSo(_ engine: TestEngine) async throws {
        try await withDeleted(on: engine) { desk in
            #expect(try await desk.staff.post("\(desk.path)/actions", ["action": "close"]).status == .seeOther)
            #expect(try await desk.outcome() == .gone)
            #expect(try await desk.record() == [0, 0])
            #expect(try await desk.site.letters(.reportGone, to: desk.reporter) == 1)
            #expect(try await desk.site.letters(.reportApproved, to: desk.reporter) == 0)
            let queue = try await desk.staff.get("/admin/reports?state=closed")
            #expect(queue.text.contains("그사이 삭제됨"))
            let row = try #require(try await desk.staff.twin(desk.path)["report"] as? [String: Any])
            #expect(row["outcome"] as? String == "gone")
            let figures = try await desk.site.app.database.read {
                try $0.figures(of: CalendarMonth(desk.site.now))
            }
            #expect(figures[.casesGone] == 1 && figures[.casesApproved] == 0)
            let archived = try await desk.site.app.database.read { try $0.archivedReports(of: desk.reporter) }
            #expect(archived.first?.last == .text("gone"))
            // Opened again, it stands as before.
            let undo = try await desk.site.app.database.write { transaction in
                let deed = try #require(try transaction.deeds(where: "d.action = 'close'", limit: 1).first)
                let act = Act(actor: .staff(desk.member), at: desk.site.now, press: desk.site.app.press)
                return try transaction.undo(deed.id, act)
            }
            #expect(try await desk.outcome() == nil)
            #expect(try await desk.record() == [0, 0])
            #expect(try await desk.site.count("SELECT COUNT(*) FROM report_cases WHERE is_gone = 1") == 0)
            try await desk.site.app.database.write { transaction in
                let act = Act(actor: .staff(desk.member), at: desk.site.now, press: desk.site.app.press)
                _ = try transaction.undo(undo, act)
            }
            #expect(try await desk.outcome() == .gone)
        }
    }

    @Test(arguments: TestEngine.available)
    func whoeverWasWarnedForItWasReportedRightly(_ engine: TestEngine) async throws {
        try await withDeleted(on: engine) { desk in
            let warn = ["action": "warn", "reason": "abuse"]
            #expect(try await desk.staff.post("\(desk.path)/actions", warn).status == .seeOther)
            try await desk.staff.post("\(desk.path)/actions", ["action": "close"])
            #expect(try await desk.outcome() == .acted)
            #expect(try await desk.record() == [1, 0])
        }
    }
}
