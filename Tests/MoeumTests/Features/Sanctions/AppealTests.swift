import Foundation
import RouterClient
import Testing

@testable import Moeum

/// One appeal against each sanction, decided by somebody else where there is somebody else.
@Suite(.cleanup)
struct AppealTests {
    private static let words = "다녀온 날 있었던 일을 그대로 썼어요."

    private func impose(
        _ kind: Sanction.Kind,
        on account: Account.ID,
        by staff: Account.ID,
        daysAgo: Double = 0,
        _ site: TestSite
    ) async throws -> Sanction.ID {
        let time = site.now - daysAgo * 86_400
        let audit = AuditContext(actor: .staff(staff), reason: .abuse, at: time, emailRenderer: site.app.emailRenderer)
        return try await site.app.database.write { try $0.imposeSanction(kind, on: account, audit) }
    }

    @Test("A sanction can be appealed against once within twenty days", arguments: TestEngine.available)
    func appealOnce(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        let account = try await site.logIn(browser, nickname: "가람")
        try await site.logIn(other, nickname: "별하")
        let staff = try await TestBrowser(site).staff()
        let young = try await impose(.warning, on: account, by: staff.account, daysAgo: 19.9, site)
        let old = try await impose(.warning, on: account, by: staff.account, daysAgo: 20, site)

        #expect(try await other.get("/appeals/\(young)").status == .notFound)
        #expect(try await other.post("/appeals/\(young)", ["text": Self.words]).status == .notFound)
        let late = try await browser.post("/appeals/\(old)", ["text": Self.words])
        #expect(late.status == .conflict && late.text.contains("20일") && late.text.contains(Self.words))

        let short = try await browser.post("/appeals/\(young)", ["text": "짧아요"])
        #expect(short.status == .unprocessableContent && short.text.contains("짧아요"))
        let asProgram = try await browser.post("/appeals/\(young)", ["text": "짧아요"], TestBrowser.asProgram)
        #expect(asProgram.text.contains("\"text\":\"too-short\""))
        let long = String(repeating: "가", count: 2_001)
        #expect(try await browser.post("/appeals/\(young)", ["text": long]).status == .unprocessableContent)

        let form = ["text": Self.words, "once": SystemRandom.name()]
        #expect(try await browser.post("/appeals/\(young)", form).location == "/my/standing")
        #expect(try await browser.post("/appeals/\(young)", form).location == "/my/standing")
        let second = try await browser.post("/appeals/\(young)", ["text": Self.words + " 또"])
        #expect(second.status == .conflict && second.text.contains(Self.words + " 또"))
        let again = try await browser.post("/appeals/\(young)", ["text": Self.words], TestBrowser.asProgram)
        #expect(again.status == .conflict && again.text.contains("\"form\":\"appealed\""))
        #expect(try await site.appeal(against: young)?.text == Self.words)
        #expect(try await browser.get("/appeals/\(young)").text.contains(Self.words))
        let standing = try await browser.json("/my/standing")["sanctions"] as? [[String: Any]]
        let appeals = standing?.compactMap { ($0["appeal"] as? [String: Any])?["state"] as? String }
        #expect(appeals == ["open"])
    }

    @Test("Other staff decide on an appeal, and the first decision counts", arguments: TestEngine.available)
    func decideByOthers(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let account = try await site.logIn(browser, nickname: "가람")
        let imposer = try await TestBrowser(site).staff("운영 하나")
        try await imposer.perform("suspend", on: account)
        let sanction = try #require(try await site.sanctions(of: account).first).id
        try await browser.post("/appeals/\(sanction)", ["text": Self.words])
        let appeal = try #require(try await site.appeal(against: sanction)).id

        // Nobody but the imposer has a second factor: then it is theirs to decide.
        try await site.logIn(TestBrowser(site), nickname: "운영 둘", role: .moderator)
        #expect(try await imposer.browser.get("/admin/appeals").html.has("[name=decision]"))
        let other = try await TestBrowser(site).staff("운영 셋")
        #expect(!(try await imposer.browser.get("/admin/appeals").html.has("[name=decision]")))
        let refused = try await imposer.decide("uphold", appeal)
        #expect(refused.status == .forbidden && refused.text.contains("다른 운영자"))

        let list = try #require(try await other.browser.json("/admin/appeals")["appeals"] as? [[String: Any]])
        #expect(list.map { $0["id"] as? Int } == [Int(appeal)])
        #expect(list[0]["text"] as? String == Self.words && list[0]["state"] as? String == "open")
        let imposed = try #require(list[0]["sanction"] as? [String: Any])
        #expect(imposed["kind"] as? String == "suspension" && imposed["canAppeal"] as? Bool == false)
        #expect((imposed["appeal"] as? [String: Any])?["state"] as? String == "open")

        let empty = try await other.decide("uphold", appeal, "")
        #expect(empty.status == .unprocessableContent && empty.text.contains(Self.words))
        #expect(try await other.decide("uphold", appeal).location == "/admin/appeals")
        let late = try await other.decide("overturn", appeal, "밤새 다시 읽고 쓴 답이에요")
        #expect(late.status == .conflict && late.text.contains("밤새 다시 읽고 쓴 답이에요"))
        #expect(try late.html.has(".errsum"))
        let asProgram = ["decision": "overturn", "reason": "다시 봤어요"]
        let told = try await other.browser.post("/admin/appeals/\(appeal)", asProgram, TestBrowser.asProgram)
        #expect(told.status == .conflict && told.text.contains("\"form\":\"stale\""))
        #expect(try await site.appeal(against: sanction)?.answer == "다시 봤어요")
        let mail = try await site.mail(toAccount: account)
        #expect(mail?.kind == "appeal-upheld" && mail?.text.contains("다시 봤어요") == true)
        #expect(try await browser.get("/my/standing").text.contains("다시 봤어요"))
        let decided = try await other.browser.json("/admin/appeals?state=decided")["appeals"] as? [Any]
        #expect(decided?.count == 1)

        // That it stands can be taken back as well, and decided otherwise.
        try await other.undo(.uphold)
        #expect(try await site.appeal(against: sanction)?.state == .open)
        // Who was told otherwise is told.
        #expect(try await site.mail(toAccount: account)?.kind == "appeal-reopened")
        #expect(try await other.decide("overturn", appeal).status == .seeOther)
        #expect(try await site.mail(toAccount: account)?.kind == "appeal-overturned")
        #expect(try await browser.post("/settings/profile", ["nickname": "가람"]).status != .forbidden)
        #expect(try await site.sanctions(of: account)[0].liftedAt != nil)
        // And that as well: it is in force again, and waits again.
        try await other.undo(.overturn)
        #expect(try await site.sanctions(of: account)[0].liftedAt == nil)
        #expect(try await site.appeal(against: sanction)?.state == .open)
    }

    @Test("An accepted appeal shows hidden content again", arguments: TestEngine.available)
    func restoreContent(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let review = try await client.publish()
        #expect(try await VisibilityActions(app: site.app, reason: "abuse", note: "거칠어요").hide(.review(review)))
        #expect(try await site.shownReviews(at: client.place) == 0)
        let sanction = try #require(try await site.sanctions(of: client.account).first)
        #expect(sanction.kind == .hiddenReview && sanction.note == "거칠어요" && sanction.decidedBy == nil)
        #expect(try await site.auditEntries(on: AuditEntry.Target.review(review)).map(\.actor) == [.command])
        #expect(try await browser.get("/my/standing").text.contains("/reviews/\(review)"))
        try await browser.post("/appeals/\(sanction.id)", ["text": Self.words])

        let staff = try await TestBrowser(site).staff()
        let appeal = try #require(try await site.appeal(against: sanction.id)).id
        #expect(try await staff.decide("overturn", appeal).status == .seeOther)
        #expect(try await site.shownReviews(at: client.place) == 1)
        #expect(
            try await site.auditEntries(on: AuditEntry.Target.review(review)).map(\.action) == [.overturn, .hide]
        )
    }

    @Test("Nobody decides on their own appeal, and admins decide on those of staff")
    func forbidOwnAppeal() async throws {
        let site = try await TestSite()
        let (one, two) = (try await TestBrowser(site).staff("운영 하나"), try await TestBrowser(site).staff("운영 둘"))
        let admin = try await TestBrowser(site).staff("관리 하나", role: .admin)
        #expect(try await two.perform("warn", on: one.account).status == .forbidden)
        #expect(try await admin.perform("warn", on: admin.account).status == .forbidden)
        #expect(try await admin.perform("warn", on: one.account).status == .seeOther)
        let sanction = try #require(try await site.sanctions(of: one.account).first).id
        try await one.browser.post("/appeals/\(sanction)", ["text": Self.words])
        let appeal = try #require(try await site.appeal(against: sanction)).id
        #expect(try await one.decide("overturn", appeal).status == .forbidden)
        #expect(try await two.decide("overturn", appeal).status == .forbidden)
        // No other admin is there, so the one who warned decides.
        #expect(try await admin.decide("overturn", appeal).status == .seeOther)
    }

    @Test("Lists of appeals continue by key") func pageByKey() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let staff = try await browser.staff()
        let people = try await site.people(AppealRoutes.maxShown + 2)
        for person in people {
            let id = try await impose(.warning, on: person, by: staff.account, site)
            let now = site.now
            try await site.app.database.write { transaction in
                let sanction = try #require(try transaction.sanction(id))
                _ = try transaction.insertAppeal(against: sanction, try ReviewText(Self.words), at: now)
            }
        }
        let first = try await browser.json("/admin/appeals")
        let rest = try await browser.json(try #require(first["next"] as? String))
        let found = [first, rest].flatMap { $0["appeals"] as? [[String: Any]] ?? [] }
        #expect(found.map { $0["person"] as? Int } == people.map { Int($0) })
        #expect(rest["next"] is NSNull)
    }
}
