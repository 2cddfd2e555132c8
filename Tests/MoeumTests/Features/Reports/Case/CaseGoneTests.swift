import Foundation
import RouterClient
import Testing

@testable import Moeum

/// Cases of what its author deleted before staff had decided.
@Suite(.cleanup)
struct CaseGoneTests {
    private struct Scene: Sendable {
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

    private func scene(on engine: TestEngine) async throws -> Scene {
        let site = try await TestSite(on: engine)
        let staff = TestBrowser(site)
        let member = try await site.logIn(staff, nickname: "정운영", role: .moderator, hasTwoFactor: true)
        let people = try await site.people(2)
        let (review, id) = try await site.reportedReview(by: people[0], reporters: [people[1]])
        _ = try await site.app.database.write { try $0.deleteReview(review, at: site.now) }
        return Scene(
            site: site,
            staff: staff,
            member: member,
            reporter: people[1],
            author: people[0],
            caseID: id
        )
    }

    @Test(
        "Hiding deleted content is not offered, and a form that asks for it keeps its words",
        arguments: TestEngine.available
    )
    func refuseHiding(_ engine: TestEngine) async throws {
        let scene = try await scene(on: engine)
        let page = try await scene.staff.get(scene.path)
        #expect(try page.status == .ok && !page.html.has("[value=hide]"))
        #expect(try page.html.has("[name=action][value=warn]") && page.html.has("[name=action][value=close]"))
        let fields = ["action": "hide", "reason": "abuse", "note": "words that were typed"]
        for action in ["hide", "restore"] {
            let typed = fields.merging(["action": action]) { $1 }
            let refused = try await scene.staff.post("\(scene.path)/actions", typed)
            #expect(refused.status == .unprocessableContent, "\(action)")
            #expect(refused.text.contains("words that were typed") && refused.text.contains("그사이에 삭제되어"))
            let asked = try await scene.staff.post("\(scene.path)/actions", typed, TestBrowser.asProgram)
            #expect(asked.status == .unprocessableContent && asked.errors == ["action": "gone"])
        }
        let several = fields.merging(["id": "\(scene.caseID)"]) { $1 }
        let missed = try await scene.staff.post("/admin/reports", several)
        #expect(missed.status == .conflict && missed.text.contains("이미 삭제되어"))
    }

    @Test("Closing the case of deleted content judges no reporter", arguments: TestEngine.available)
    func closeGone(_ engine: TestEngine) async throws {
        let scene = try await scene(on: engine)
        #expect(try await scene.staff.post("\(scene.path)/actions", ["action": "close"]).status == .seeOther)
        #expect(try await scene.outcome() == .gone)
        #expect(try await scene.record() == [0, 0])
        #expect(try await scene.site.messages(.reportGone, to: scene.reporter) == 1)
        #expect(try await scene.site.messages(.reportApproved, to: scene.reporter) == 0)
        let queue = try await scene.staff.get("/admin/reports?state=closed")
        #expect(queue.text.contains("그사이 삭제됨"))
        let row = try #require(try await scene.staff.json(scene.path)["report"] as? [String: Any])
        #expect(row["outcome"] as? String == "gone")
        let figures = try await scene.site.app.database.read {
            try $0.countMonthFigures(of: CalendarMonth(scene.site.now))
        }
        #expect(figures[.casesGone] == 1 && figures[.casesApproved] == 0)
        let archived = try await scene.site.app.database.read { try $0.archivedReports(of: scene.reporter) }
        #expect(archived.first?.last == .text("gone"))
        // Opened again, it stands as before.
        let undo = try await scene.site.app.database.write { transaction in
            let entry = try #require(try transaction.auditEntries(where: "d.action = 'close'", limit: 1).first)
            let audit = AuditContext(
                actor: .staff(scene.member),
                at: scene.site.now,
                emailRenderer: scene.site.app.emailRenderer
            )
            return try transaction.revertChange(entry.id, audit)
        }
        #expect(try await scene.outcome() == nil)
        #expect(try await scene.record() == [0, 0])
        #expect(try await scene.site.count("SELECT COUNT(*) FROM report_cases WHERE is_gone = 1") == 0)
        try await scene.site.app.database.write { transaction in
            let audit = AuditContext(
                actor: .staff(scene.member),
                at: scene.site.now,
                emailRenderer: scene.site.app.emailRenderer
            )
            _ = try transaction.revertChange(undo, audit)
        }
        #expect(try await scene.outcome() == .gone)
    }

    @Test("A warning for deleted content makes its reports right", arguments: TestEngine.available)
    func countWarning(_ engine: TestEngine) async throws {
        let scene = try await scene(on: engine)
        let warn = ["action": "warn", "reason": "abuse"]
        #expect(try await scene.staff.post("\(scene.path)/actions", warn).status == .seeOther)
        try await scene.staff.post("\(scene.path)/actions", ["action": "close"])
        #expect(try await scene.outcome() == .acted)
        #expect(try await scene.record() == [1, 0])
    }
}
