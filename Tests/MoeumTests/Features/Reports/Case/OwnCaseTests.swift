import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What staff do not read or do where it concerns themselves or their colleagues.
@Suite(.cleanup)
struct OwnCaseTests {
    private func siteWithStaff(
        on engine: TestEngine
    ) async throws -> (TestSite, StaffClient, StaffClient, StaffClient) {
        let site = try await TestSite(on: engine)
        let (one, other) = (try await TestBrowser(site).staff("운영 하나"), try await TestBrowser(site).staff("운영 둘"))
        return (site, one, other, try await TestBrowser(site).staff("관리 하나", role: .admin))
    }

    @Test(
        "Reported staff read neither the reporters' words nor their colleagues' notes",
        arguments: TestEngine.available
    )
    func hideReporters(_ engine: TestEngine) async throws {
        let (site, one, other, _) = try await siteWithStaff(on: engine)
        let reporter = try #require(try await site.people(1).first)
        // With nothing on their page the queue tells what was said.
        var report = ReportFixture(
            target: AuditEntry.Target.user(one.account),
            account: one.account,
            at: site.now
        )
        (report.reporters, report.words) = ([reporter], " ")
        let path = "/admin/reports/\(try await site.report(report))"
        #expect(try await other.browser.post("\(path)/notes", ["body": "among colleagues"]).status == .seeOther)
        for address in ["/admin/reports", path] {
            let secrets = address == path ? ["made-up detail", "among colleagues"] : ["made-up detail"]
            for secret in secrets {
                #expect(try await other.browser.get(address).text.contains(secret), "\(address) \(secret)")
                #expect(!(try await one.browser.get(address).text.contains(secret)), "\(address) \(secret)")
                let json = try await one.browser.get(address, [.accept: "application/json"])
                #expect(json.status == .ok && !json.text.contains(secret), "\(address) \(secret)")
            }
        }
        #expect(!(try await one.browser.get(path).text.contains("\(path)/notes")))
        #expect(try await one.browser.post("\(path)/notes", ["body": "what did I do?"]).status == .forbidden)
        #expect(try await site.count("SELECT COUNT(*) FROM case_notes") == 1)
    }

    @Test("Only admins hide and restore what staff wrote", arguments: TestEngine.available)
    func protectStaffContent(_ engine: TestEngine) async throws {
        let (site, one, other, admin) = try await siteWithStaff(on: engine)
        let (review, id) = try await site.reportedReview(by: other.account)
        let place = try #require(try await site.places(2).last)
        let photo = try await site.photo(by: admin.account)
        try await site.review(place, by: admin.account, try ReviewsFixture.input(photos: [photo]))
        let hide = ["action": "hide", "reason": "spam"]
        for path in ["/admin/reviews/\(review)", "/admin/reports/\(id)", "/admin/photos/\(photo)"] {
            #expect(try await one.browser.post("\(path)/actions", hide).status == .forbidden, "\(path)")
            let page = try await one.browser.get(path)
            #expect(try page.status == .ok && !page.html.has("[value=hide]"), "\(path)")
            #expect(page.text.contains(site.app.views.text("case.of-staff", [:], .korean)), "\(path)")
        }
        #expect(try await site.sanctions(of: other.account).isEmpty)
        #expect(try await site.sanctions(of: admin.account).isEmpty)
        // What is reported can be called fine by anybody else.
        #expect(try await one.browser.get("/admin/reports/\(id)").html.has("[name=action][value=dismiss]"))

        let path = "/admin/reviews/\(review)"
        #expect(try await admin.browser.get(path).html.has("[name=action][value=hide]"))
        #expect(try await admin.browser.post("\(path)/actions", hide).status == .seeOther)
        #expect(try await site.sanctions(of: other.account).map(\.kind) == [.hiddenReview])
        let restore = try await one.browser.post("\(path)/actions", ["action": "restore"])
        #expect(restore.status == .forbidden)
        let entry = try #require(try await site.auditEntries(on: AuditEntry.Target.review(review)).first)
        #expect(try await one.browser.post("/admin/audit/\(entry.id)/undo", ["reason": "x"]).status == .forbidden)
        func isOffered(to staff: StaffClient) async throws -> Bool? {
            let history = try await staff.browser.json(path)["history"] as? [[String: Any]]
            return history?.first { $0["action"] as? String == "hide" }?["undoable"] as? Bool
        }
        #expect(try await isOffered(to: one) == false)
        #expect(try await isOffered(to: admin) == true)
        #expect(
            try await admin.browser.post("/admin/audit/\(entry.id)/undo", ["reason": "x"]).status == .seeOther
        )
        #expect(try await site.app.database.read { try $0.driftedModeration() } == [])
    }

    // MARK: Cases of colleagues who are not there any more

    @Test(
        "A reopened case of a former member of staff is free for anybody",
        arguments: TestEngine.available,
        [true, false]
    )
    func reopenForAnybody(_ engine: TestEngine, _ hasLeft: Bool) async throws {
        let (site, one, other, _) = try await siteWithStaff(on: engine)
        let author = try #require(try await site.people(1).first)
        let (_, id) = try await site.reportedReview(by: author)
        let path = "/admin/reports/\(id)"
        for action in ["take", "close"] {
            #expect(try await one.browser.post("\(path)/actions", ["action": action]).status == .seeOther)
        }
        if hasLeft {
            try await site.execute("DELETE FROM accounts WHERE id = \(one.account)")
        } else {
            try await site.execute("UPDATE accounts SET role = 'member' WHERE id = \(one.account)")
        }
        func newest() async throws -> (id: Int, isUndoable: Bool?) {
            let history = try #require(try await other.browser.json(path)["history"] as? [[String: Any]])
            return (try #require(history.first?["id"] as? Int), history.first?["undoable"] as? Bool)
        }
        let close = try await newest()
        #expect(close.isUndoable == true)
        let answer = try await other.browser.post("/admin/audit/\(close.id)/undo", ["reason": "too early"])
        #expect(answer.status == .seeOther)
        let found = try #require(try await site.reportCase(id))
        #expect(found.state == .open && found.assignee == nil && found.outcome == nil)
        // Closed after all, by nobody who is named.
        let again = try await other.browser.post("/admin/audit/\(try await newest().id)/undo", ["reason": "no"])
        #expect(again.status == .seeOther)
        #expect(try await site.reportCase(id)?.state == .closed)
        #expect(try await site.app.database.read { try $0.driftedModeration() } == [])
    }
}
