import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Reporting by the form: who may, what is kept, how often.
@Suite(.cleanup)
struct ReportFilingTests {
    @Test("A report is filed once with what its reporter saw", arguments: TestEngine.available)
    func fileOnce(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, author, review) = try await site.reviewed("처음에 쓴 말이에요. 국물이 짰어요.")
        let target = AuditEntry.Target.review(review)
        let (first, second, third) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        for (browser, name) in [(first, "가람"), (second, "별하"), (third, "나래")] {
            try await site.reporter(browser, name)
        }
        let form = try await first.get("/reports/new?target=\(target)")
        #expect(form.status == .ok && form.text.contains("처음에 쓴 말이에요") && form.text.contains("글쓴이1"))
        #expect(form.text.contains("/takedowns/new?target=review:\(review)"))
        let filed = try await first.report(target, .abuse, detail: "욕이 있어요")
        #expect(filed.status == .seeOther && filed.location == "/places/\(place)#r\(review)")
        #expect(try await first.get("/places/\(place)").text.contains("확인하고 메일로"))
        // Again, it is as good as the first time.
        #expect(try await first.report(target, .spam).location == filed.location)
        #expect(try await first.get("/reports/new?target=\(target)").text.contains("이미 신고하셨어요"))
        let case1 = try #require(try await site.currentCase(of: target))
        #expect((case1.weight, case1.reportCount, case1.account, case1.place) == (100, 1, author, place))
        // Edited meanwhile, the next reporter saw something else; the one after that the same.
        let changed = try ReviewsFixture.input("나중에 고친 말이에요. 국물이 좋았어요.", stars: 5)
        _ = try await site.app.database.write {
            try $0.updateReview(review, to: changed, from: 1, at: site.now)
        }
        #expect(try await second.report(target, .abuse, asProgram: true).status == .created)
        #expect(try await second.report(target, .abuse, asProgram: true).status == .ok)
        #expect(try await third.report(target, .illegal).status == .seeOther)
        let bodies = try await site.app.database.read { transaction in
            try transaction.rows("SELECT body, stars FROM report_snapshots ORDER BY id").map {
                "\(try $0.string(0).prefix(3)) \(try $0.int(1))"
            }
        }
        #expect(bodies == ["처음에 4", "나중에 5"])
        #expect(try await site.count("SELECT COUNT(*) FROM reports WHERE snapshot_id IS NOT NULL") == 3)
        #expect(
            try await site.count("SELECT report_count FROM report_case_reasons WHERE reason = 'abuse'") == 2
        )
        #expect(try await site.count("SELECT COUNT(*) FROM report_cases") == 1)
    }

    @Test("A snapshot keeps the photos under names of their own", arguments: TestEngine.available)
    func snapshotPhotos(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, author) = (try await site.places(1)[0], try await site.people(1)[0])
        let photo = try await site.photo(by: author)
        let input = try ReviewsFixture.input("사진과 함께 남기는 말이에요.", photos: [photo])
        let review = try await site.review(place, by: author, input)
        let browser = TestBrowser(site)
        try await site.reporter(browser, "가람")
        #expect(try await browser.get("/reports/new?target=photo:\(photo)").text.contains("-320.webp"))
        for target in [AuditEntry.Target.photo(photo), AuditEntry.Target.review(review)] {
            #expect(try await browser.report(target, .copyright).status == .seeOther)
        }
        let kept = try await site.app.database.read { transaction in
            try transaction.rows(
                "SELECT name, photo_id, blob_hash FROM snapshot_photos ORDER BY snapshot_id, name"
            ).map { (name: try $0.string(0), photo: try $0.id(1) as Photo.ID, blob: try $0.string(2)) }
        }
        #expect(kept.map(\.photo) == [photo, photo] && kept.allSatisfy { $0.blob == "made-up" })
        #expect(Set(kept.map(\.name)).count == 2 && kept.allSatisfy { $0.name.count == 32 })
        #expect(try await site.currentCase(of: AuditEntry.Target.photo(photo))?.account == author)
        // Hidden, there is nothing to report.
        try await site.app.database.write { try $0.hidePhoto(photo, at: site.now) }
        #expect(try await browser.report(AuditEntry.Target.photo(photo)).status == .seeOther)
        try await site.execute("DELETE FROM reports")
        #expect(try await browser.report(AuditEntry.Target.photo(photo)).status == .notFound)
    }

    @Test("People who may not report learn why", arguments: TestEngine.available)
    func refuseReporter(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (_, author, review) = try await site.reviewed()
        let target = AuditEntry.Target.review(review)
        let (stranger, suspended, unverified, own) = (
            TestBrowser(site), TestBrowser(site), TestBrowser(site), TestBrowser(site)
        )
        let path = "/reports/new?target=\(target)"
        let login = try #require(try await stranger.get(path).location)
        #expect(login.hasPrefix("/login?next="))
        #expect(try await stranger.get(login).text.contains("/takedowns/new?target=review:\(review)"))
        #expect(try await stranger.get("/login").text.contains("/takedowns/new") == false)
        #expect(try await stranger.report(target).status == .unauthorized)
        try await site.logIn(suspended, nickname: "멈춘이", isSuspended: true)
        try await site.logIn(unverified, nickname: "새내기", isVerified: false)
        for browser in [suspended, unverified] {
            #expect(try await browser.report(target).status == .forbidden)
            #expect(try await browser.get(path).status == .forbidden)
            #expect(try await browser.post("/suggestions", ["name": "책방"]).status == .forbidden)
        }
        let account = try await site.reporter(own, "가람")
        try await site.execute("UPDATE reviews SET account_id = \(account) WHERE id = \(review)")
        #expect(try await own.report(target).status == .forbidden)
        #expect(try await own.get(path).status == .forbidden)
        #expect(try await own.report(AuditEntry.Target.user(account)).status == .forbidden)
        for gone in ["review:1", "photo:1", "user:1", "nonsense", "word:x", ""] {
            #expect(try await own.post("/reports", ["target": gone, "reason": "spam"]).status == .notFound)
            #expect(try await own.get("/reports/new?target=\(gone)").status == .notFound)
        }
        #expect(try await own.report(AuditEntry.Target.user(author), .abuse).location == "/members/\(author)")
        #expect(try await site.count("SELECT COUNT(*) FROM reports") == 1)
    }

    @Test("A refused form keeps what was typed") func keepTyped() async throws {
        let site = try await TestSite()
        let target = AuditEntry.Target.review(try await site.reviewed().review)
        let browser = TestBrowser(site)
        try await site.reporter(browser, "가람")
        let refused = try await browser.post("/reports", ["target": "\(target)", "detail": "여기까지 쓴 말"])
        #expect(refused.status == .unprocessableContent && refused.text.contains("여기까지 쓴 말"))
        #expect(refused.text.contains("신고 사유를 골라 주세요"))
        let json = try await browser.post("/reports", ["target": "\(target)"], TestBrowser.asProgram)
        #expect(json.status == .unprocessableContent && json.errors == ["reason": "required"])
        #expect(try await site.currentCase(of: target) == nil)
    }

    @Test("New accounts have a limit for their first day, and everybody a rate limit")
    func limitReports() async throws {
        for (settings, status) in [([:], 429), (["MOEUM_LIMITS": "off"], 303)] {
            let site = try await TestSite(settings: settings)
            let people = try await site.people(31)
            let (newcomer, known) = (TestBrowser(site), TestBrowser(site))
            try await site.logIn(newcomer, nickname: "새내기", age: 0)
            for person in people.prefix(10) {
                #expect(try await newcomer.report(AuditEntry.Target.user(person)).status == .seeOther)
            }
            let last = try await newcomer.report(AuditEntry.Target.user(people[10]), detail: "쓰던 말")
            #expect(last.status.code == status)
            if status == 429 {
                #expect(last.headers[.retryAfter] == "86400" && last.text.contains("쓰던 말"))
                let json = try await newcomer.report(AuditEntry.Target.user(people[10]), asProgram: true)
                #expect(json.status == .tooManyRequests && json.errors == ["form": "first-day"])
            }
            try await site.reporter(known, "가람")
            for person in people.prefix(30) {
                #expect(try await known.report(AuditEntry.Target.user(person)).status == .seeOther)
            }
            #expect(try await known.report(AuditEntry.Target.user(people[30])).status.code == status)
        }
    }

    @Test("Simultaneous reports make one case and each of them counts", arguments: TestEngine.available)
    func countConcurrent(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let target = AuditEntry.Target.user(try await site.people(1)[0])
        let browsers = (0..<8).map { _ in TestBrowser(site) }
        for (number, browser) in browsers.enumerated() {
            try await site.reporter(browser, "손 \(number)")
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for browser in browsers + browsers {
                group.addTask { try await browser.report(target).status.code }
            }
            for try await status in group { #expect(status == 303) }
        }
        let found = try #require(try await site.currentCase(of: target))
        #expect((found.reportCount, found.weight) == (8, 800))
        #expect(try await site.count("SELECT COUNT(*) FROM reports") == 8)
    }

    @Test("Snapshots are deleted half a year after their case", arguments: TestEngine.available)
    func expireSnapshots(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (_, _, review) = try await site.reviewed()
        let (target, staff) = (AuditEntry.Target.review(review), try await site.people(1)[0])
        let browser = TestBrowser(site)
        try await site.reporter(browser, "가람")
        try await browser.report(target)
        func sweep(_ days: Int) async throws -> Int {
            let later = site.now + TimeInterval(days) * 86_400
            return try await site.app.database.write { try Snapshot.sweep($0, later, 100) }
        }
        #expect(try await sweep(1_000) == 0)
        try await site.decide(.dismiss, on: target, by: staff)
        #expect(try await sweep(179) == 0)
        #expect(try await sweep(180) == 1)
        #expect(try await site.count("SELECT COUNT(*) FROM reports WHERE snapshot_id IS NULL") == 1)
    }
}
