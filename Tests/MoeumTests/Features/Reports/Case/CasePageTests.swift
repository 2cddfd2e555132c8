import Foundation
import RouterClient
import Testing

@testable import Moeum

/// What the pages of cases and the queue say and offer.
@Suite(.cleanup)
struct CasePageTests {
    private func siteWithStaff(on engine: TestEngine = .sqlite) async throws -> (TestSite, TestBrowser) {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        _ = try await site.logIn(browser, nickname: "정운영", role: .moderator, hasTwoFactor: true)
        return (site, browser)
    }

    private static func isChosen(_ name: String, in page: TestResponse) throws -> Bool {
        try page.html.has("input[type=radio][name=\(name)][checked]")
    }

    @Test("No action is preselected, and a sanction needs its length", arguments: TestEngine.available)
    func preselectNothing(_ engine: TestEngine) async throws {
        let (site, browser) = try await siteWithStaff(on: engine)
        let author = try #require(try await site.people(1).first)
        let (review, id) = try await site.reportedReview(by: author)
        let path = "/admin/reports/\(id)"
        for page in [path, "/admin/reviews/\(review)"] {
            let answer = try await browser.get(page)
            #expect(try !Self.isChosen("action", in: answer) && !Self.isChosen("length", in: answer))
            #expect(answer.text.contains("처음이라면 보통") && !answer.text.contains("지난 기록으로 보면"))
        }
        for (action, fields, status) in [
            ("suspend", [:], 422), ("no-posting", ["until": " "], 422), ("warn", [:], 303),
            ("no-posting", ["length": "7"], 303), ("suspend", ["length": "none"], 303),
            ("suspend", ["until": "2030-01-01"], 303),
        ] as [(String, [String: String], Int)] {
            let typed = fields.merging(["action": action, "reason": "abuse", "note": "typed", "seen": "0"]) { $1 }
            let answer = try await browser.post("\(path)/actions", typed)
            #expect(answer.status.code == status, "\(action) \(fields)")
            guard status == 422 else { continue }
            #expect(try answer.html.has("#length-error") && answer.text.contains("typed"))
            #expect(try Self.isChosen("action", in: answer))
        }
        // Programs say so by leaving it out.
        let asked = try await browser.post("\(path)/actions", ["action": "suspend", "reason": "abuse"])
        #expect(asked.status == .seeOther)
        #expect(try await browser.get(path).text.contains("지난 기록으로 보면"))
    }

    @Test(
        "A suggestion is shown in words and fills in the form that corrects the place",
        arguments: TestEngine.available
    )
    func showSuggestion(_ engine: TestEngine) async throws {
        let (site, browser) = try await siteWithStaff(on: engine)
        let place = try await site.places(1)[0]
        let visitor = TestBrowser(site)
        try await site.reporter(visitor, "가람")
        for fields in [
            ["kind": "closed"], ["kind": "phone", "value": "02-332-0000", "source": "다녀왔어요"],
        ] {
            let sent = fields.merging(["place_id": "\(place)"]) { $1 }
            #expect(try await visitor.post("/suggestions", sent).status == .seeOther)
        }
        #expect(try await visitor.post("/suggestions", ["name": "작은 책방"]).status == .seeOther)
        let queue = try await browser.get("/admin/reports")
        #expect(queue.text.contains("전화번호가 달라요") && queue.text.contains("02-332-0000"))
        let found = try #require(try await site.currentCase(of: AuditEntry.Target.place(place)))
        let page = try await browser.get("/admin/reports/\(found.id)")
        #expect(page.text.contains("전화번호가 달라요") && page.text.contains("폐업했어요"))
        #expect(!page.text.contains("phone · phone") && !page.text.contains("closed · closed"))
        for field in ["reason", "note", "length", "until"] {
            #expect(try !page.html.has("[name=\(field)]"), "\(field)")
        }
        let links = try page.html.all("a[href^=/admin/places/]").compactMap {
            $0["href"]?.wholeMatch(of: /(\/admin\/places\/[0-9]+\?suggestion=[0-9]+)#([a-z_]+)/)
        }
        #expect(links.map { String($0.2) } == ["status", "phone"])
        var forms: [TestResponse] = []
        for link in links { forms.append(try await browser.get(String(link.1))) }
        #expect(forms.count == 2)
        #expect(try forms[0].html.has("input[type=radio][name=status][value=closed][checked]"))
        #expect(try forms[1].html.has("input[name=phone][value=02-332-0000]"))
        #expect(try forms[1].html.has("input[name=source][value=다녀왔어요]"))
        let other = try await site.places(2)[1]
        let elsewhere = String(links[1].1).replacing("/\(place)?", with: "/\(other)?")
        #expect(try await !browser.get(elsewhere).text.contains("02-332-0000"))
        let shop = try await site.app.database.read { transaction in
            try transaction.reportCases(where: "c.target_kind = 'suggestion'").first?.id
        }
        let shopPage = try await browser.get("/admin/reports/\(shop ?? 0)")
        #expect(shopPage.status == .ok && !shopPage.text.contains("new-bookshop"))
    }

    @Test("The queue shows why content is held and what is hidden", arguments: TestEngine.available)
    func explainHolds(_ engine: TestEngine) async throws {
        let (site, browser) = try await siteWithStaff(on: engine)
        let people = try await site.people(2)
        let place = try #require(try await site.places(1).first)
        let held = try await site.review(place, by: people[0], try ReviewsFixture.input())
        let target = AuditEntry.Target.review(held)
        let heldCase = try await site.app.database.write { transaction in
            let found = try transaction.findOrInsertCase(of: target, account: people[0], place: place, at: site.now)
            try transaction.hideContent(.review(held), for: .links, at: site.now)
            try transaction.updateCaseHold(
                of: target,
                AuditContext(actor: .site, at: site.now, emailRenderer: site.app.emailRenderer)
            )
            return found.id
        }
        let photo = try await site.photo(by: people[1])
        let review = try await site.review(place, by: people[1], try ReviewsFixture.input(photos: [photo]))
        for target in [AuditEntry.Target.review(review), AuditEntry.Target.photo(photo)] {
            try await site.report(ReportFixture(target: target, account: people[1], place: place, at: site.now))
        }
        let page = try await browser.get("/admin/reports")
        #expect(page.text.contains("새 계정의 링크") && !page.text.contains("사유 없음"))
        #expect(try !page.html.has("*", text: "0명") && !page.html.has("*", text: "숨김"))
        #expect(try page.html.has("img[src=/admin/media/name\(photo)-320.webp]"))
        #expect(try await browser.get("/admin/reports/\(heldCase)").text.contains("사이트가 자동으로 숨긴"))
        let cases = try await site.app.database.read { try $0.reportCases(where: "c.is_held = 0") }.map(\.id)
        let hide = Form(items: cases.map { ("id", "\($0)") } + [("action", "hide"), ("reason", "abuse")])
        #expect(try await browser.post("/admin/reports", raw: Array(hide.encoded.utf8)).status == .seeOther)
        let after = try await browser.get("/admin/reports")
        #expect(try after.html.all("span.badge").count { $0.text == "숨김" } == 2)
        #expect(try after.html.has("button[name=action][value=close]"))
        let close = Form(items: cases.map { ("id", "\($0)") } + [("action", "close")])
        #expect(try await browser.post("/admin/reports", raw: Array(close.encoded.utf8)).status == .seeOther)
        for id in cases { #expect(try await site.reportCase(id)?.outcome == .acted) }
        // A closed case leads on to the next.
        #expect(try await browser.get("/admin/reports/\(cases[0])").html.has("a[href=/admin/reports/\(heldCase)]"))
        let nickname = try await site.app.database.read { try $0.account(people[1])?.nickname } ?? ""
        let words = nickname.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let search = try await browser.get("/admin/reports?q=\(words)")
        #expect(search.text.contains("다른 상태에는 있어요"))
        #expect(try await !browser.get("/admin/reports?q=nobody").text.contains("다른 상태에는 있어요"))
    }

    @Test("Only an open case is said to stay open after an action") func hintOpenCase() async throws {
        let (site, browser) = try await siteWithStaff()
        let (_, author, review) = try await site.reviewed()
        let path = "/admin/reviews/\(review)"
        for hasCase in [false, true] {
            if hasCase {
                let target = AuditEntry.Target.review(review)
                try await site.report(ReportFixture(target: target, account: author, at: site.now))
            }
            let page = try await browser.get(path)
            #expect(page.text.contains("조치한 뒤에도 신고는 열려 있어요") == hasCase)
            try await browser.post("\(path)/actions", ["action": "warn", "reason": "spam"])
            #expect(try await browser.get(path).text.contains("모두 끝났으면 ‘처리 완료’로 닫아 주세요") == hasCase)
        }
    }
}
