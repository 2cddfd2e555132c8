import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// The queue as staff see it, and one action on several cases.
@Suite(.cleanup)
struct QueueRoutesTests {
    private func siteWithStaff(on engine: TestEngine = .sqlite) async throws -> (TestSite, TestBrowser, Account.ID) {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let staff = try await site.logIn(browser, nickname: "정운영", role: .moderator, hasTwoFactor: true)
        return (site, browser, staff)
    }

    private func ids(_ json: [String: Any]) -> [ReportCase.ID] {
        (json["reports"] as? [[String: Any]] ?? []).compactMap { $0.id() }
    }

    @Test("The JSON of the queue has the fields that programs rely on", arguments: TestEngine.available)
    func showJSON(_ engine: TestEngine) async throws {
        let (site, browser, _) = try await siteWithStaff(on: engine)
        let people = try await site.people(3)
        let (review, id) = try await site.reportedReview(
            by: people[0],
            [.abuse, .illegal],
            reporters: [people[1], people[2]]
        )
        let json = try await browser.json("/admin/reports")
        let first = try #require((json["reports"] as? [[String: Any]])?.first)
        #expect(first.id() == id)
        #expect(first["target"] as? String == "review:\(review)")
        #expect(first["state"] as? String == "open")
        #expect(Set(first["reasons"] as? [String] ?? []) == ["abuse", "illegal"])
        #expect(first["reporters"] as? Int == 2)
        #expect(first["assignee"] is NSNull)
        #expect(first["rev"] as? Int == 1)
        #expect(json["next"] is NSNull)
        let page = try await browser.get("/admin/reports")
        #expect(page.text.contains("made-up words that were reported"))
        #expect(page.headers[.cacheControl] == "private, no-store")
    }

    @Test("A long queue continues without gaps and accepts any address") func pageQueue() async throws {
        let (site, browser, _) = try await siteWithStaff()
        let author = try #require(try await site.people(1).first)
        var made: [ReportCase.ID] = []
        for number in 1...(QueueRoutes.maxShown * 2 + 3) {
            let target = AuditEntry.Target.user(Identifier(rawValue: Int64(number)))
            made.append(try await site.report(ReportFixture(target: target, account: author, at: site.now)))
        }
        var (path, seen): (String?, [ReportCase.ID]) = ("/admin/reports", [])
        while let address = path {
            let json = try await browser.json(address)
            seen += ids(json)
            path = json["next"] as? String
        }
        #expect(seen == made)
        for query in [
            "after=x", "after=9223372036854775807.9223372036854775807",
            "after=-9223372036854775808.-9223372036854775808", "state=nope&sort=&target=%00",
            "q=%F0%9F%8D%9C", "q=R-9223372036854775807", "q=9223372036854775808", "%zz",
        ] {
            for sort in QueueQuery.Sort.allCases {
                let answer = try await browser.get("/admin/reports?\(query)&sort=\(sort.rawValue)")
                #expect(answer.status == .ok, "\(query)")
            }
        }
    }

    @Test("Several cases are taken at once, and those that failed are named", arguments: TestEngine.available)
    func takeSeveral(_ engine: TestEngine) async throws {
        let (site, browser, staff) = try await siteWithStaff(on: engine)
        let people = try await site.people(3)
        var made: [ReportCase.ID] = []
        for person in people {
            let target = AuditEntry.Target.user(person)
            made.append(try await site.report(ReportFixture(target: target, account: person, at: site.now)))
        }
        let mine = try await site.report(
            ReportFixture(target: AuditEntry.Target.user(staff), account: staff, at: site.now)
        )
        let first = Form(items: [("id", "\(made[0]).1"), ("id[]", "\(made[1])"), ("action", "take")])
        let taken = try await browser.post("/admin/reports", raw: Array(first.encoded.utf8))
        #expect(taken.status == .seeOther && taken.location == "/admin/reports")
        #expect(try await site.reportCase(made[1])?.assignee == staff)
        // The first has changed since, the second is one's own affair.
        let second = Form(
            items: [("id", "\(made[0]).1"), ("id", "\(made[2]).1"), ("id", "\(mine).1"), ("action", "dismiss")]
        )
        let answer = try await browser.post("/admin/reports", raw: Array(second.encoded.utf8))
        #expect(answer.status == .conflict)
        #expect(answer.text.contains("R-\(made[0])") && answer.text.contains("R-\(mine)"))
        #expect(try await site.reportCase(made[0])?.state == .taken)
        #expect(try await site.reportCase(made[2])?.outcome == .approved)
        #expect(try await site.reportCase(mine)?.state == .open)
        let asked = try await browser.post(
            "/admin/reports",
            ["id": "\(mine)", "action": "take"],
            TestBrowser.asProgram
        )
        #expect(asked.status == .conflict && asked.text.contains("\"\(mine)\":\"own\""))
    }

    @Test("Hiding several needs a reason, and a refused form keeps the choice") func hideSeveral() async throws {
        let (site, browser, _) = try await siteWithStaff()
        let author = try #require(try await site.people(1).first)
        let (review, id) = try await site.reportedReview(by: author)
        let refused = try await browser.post("/admin/reports", ["id": "\(id).1", "action": "hide", "reason": ""])
        #expect(refused.status == .unprocessableContent)
        let chosen = try refused.html.all("input[checked]").compactMap { $0["value"] }
        #expect(chosen.contains { $0.wholeMatch(of: /[0-9]+\.1/) != nil })
        for (fields, field) in [
            (["id": "\(id)"], "action"), (["action": "take"], "id"),
            (["id": "\(id)", "action": "hide", "reason": "nope"], "reason"),
        ] {
            let answer = try await browser.post("/admin/reports", fields, TestBrowser.asProgram)
            #expect(answer.status == .unprocessableContent && answer.text.contains("\"\(field)\""))
        }
        let list = "/admin/reports?target=review&sort=oldest"
        let done = try await browser.post(
            "/admin/reports",
            ["id": "\(id).1", "action": "hide", "reason": "abuse", "list": list]
        )
        #expect(done.status == .seeOther && done.location == list)
        #expect(try await site.app.database.read { try $0.review(review)?.hiddenAt } != nil)
        #expect(try await site.reportCase(id)?.state == .open)
    }
}
