import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What enough people reported is hidden until staff have looked; what staff approved takes no reports.
@Suite(.cleanup)
struct ReportHoldTests {
    @Test("Enough reports hold a review, and dismissing them shows it again", arguments: TestEngine.available)
    func holdReview(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let words = "국물이 짜고 김치가 싱거웠어요. 아쉬워요."
        let (writer, stranger, reporters) = (
            TestBrowser(site), TestBrowser(site), (0..<4).map { _ in TestBrowser(site) }
        )
        let client = try await writer.reviewer("글쓴이")
        let upload = try await writer.send(file: PictureFixture.png(), to: "/uploads")
        let sent = try JSONDecoder().decode(PhotoRoutesTests.Uploaded.self, from: Data(buffer: upload.body))
        let review = try await client.publish(["body": [words], "photo_id": [sent.id]])
        let (place, target) = (client.place, AuditEntry.Target.review(review))
        var accounts: [Account.ID] = []
        for (number, browser) in reporters.enumerated() {
            accounts.append(try await site.reporter(browser, "손 \(number)"))
        }
        func seen() async throws -> [Bool] {
            let json = try await stranger.json("/places/\(place)")
            let rating = json["rating"] as? [String: Any]
            let isDrifted = try await site.app.database.read { try $0.driftedCounts() }
            #expect(isDrifted == [])
            return [
                try await stranger.get("/places/\(place)").text.contains(words),
                (json["reviews"] as? [Any])?.isEmpty == false, rating?["count"] as? Int == 1,
                try await stranger.get("/reviews/\(review)").status == .ok,
                try await stranger.get(sent.thumb).status == .ok,
                try await stranger.get("/photos/\(sent.id)").status == .ok,
            ]
        }
        for browser in reporters.prefix(2) { try await browser.report(target) }
        #expect(try await seen() == Array(repeating: true, count: 6))
        try await reporters[2].report(target, .abuse)
        #expect(try await seen() == Array(repeating: false, count: 6))
        let held = try #require(try await site.currentCase(of: target))
        #expect((held.isHeld, held.weight) == (true, 300))
        #expect(try await site.messages(.contentHeld, to: client.account) == 1)
        #expect(try await writer.get("/reviews/\(review)").text.contains(words))
        let entries = try await site.app.database.read {
            try $0.auditEntries(where: "d.case_id = \(held.id)", limit: 9)
        }
        #expect(
            entries.map(\.action) == [.hold] && entries[0].actor == .site && entries[0].person == client.account
        )
        #expect(try await reporters[3].report(target).status == .notFound)
        #expect(try await reporters[2].report(target).status == .seeOther)
        // Staff find nothing wrong.
        try await site.decide(.dismiss, on: target, by: try await site.people(1)[0])
        #expect(try await seen() == Array(repeating: true, count: 6))
        #expect(try await site.messages(.contentReleased, to: client.account) == 1)
        for account in accounts.prefix(3) {
            #expect(try await site.messages(.reportApproved, to: account) == 1)
        }
        for browser in reporters {
            let refused = try await browser.report(target)
            #expect(refused.status == .conflict && refused.text.contains("운영진이 이미 확인했어요"))
            #expect(try await browser.report(target, asProgram: true).status == .conflict)
            let page = try await browser.get("/reports/new?target=\(target)")
            #expect(try page.status == .ok && !page.html.has("[name=reason]"))
        }
        // Edited, it is another thing; who was wrong before weighs less.
        let changed = try ReviewsFixture.input("고친 말이에요. 다음에는 더 좋았으면 해요.", photos: [])
        _ = try await site.app.database.write {
            try $0.updateReview(review, to: changed, from: 1, at: site.now)
        }
        for browser in reporters.prefix(3) { #expect(try await browser.report(target).status == .seeOther) }
        let again = try #require(try await site.currentCase(of: target))
        #expect((again.weight, again.isHeld) == (3 * 87, false))
        #expect(again.id != held.id)
        try await reporters[3].report(target)
        #expect(try await site.currentCase(of: target)?.isHeld == true)
    }

    @Test("Reports by new accounts, of people, or with the rule off hold nothing", arguments: TestEngine.available)
    func holdNothing(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (_, author, review) = try await site.reviewed()
        let target = AuditEntry.Target.review(review)
        @Sendable func isShown() async throws -> Bool {
            try await site.app.database.read { try $0.review(review)?.isShown == true }
        }
        for number in 0..<4 {
            let browser = TestBrowser(site)
            try await site.reporter(browser, "새내기 \(number)", days: 6)
            #expect(try await browser.report(target).status == .seeOther)
        }
        let young = try #require(try await site.currentCase(of: target))
        #expect((young.weight, young.reportCount, young.isHeld) == (0, 4, false))
        try await site.app.database.write { try $0.saveSiteSetting(0, for: .hidesReported) }
        for number in 0..<3 {
            let browser = TestBrowser(site)
            try await site.reporter(browser, "손 \(number)")
            try await browser.report(target)
            try await browser.report(AuditEntry.Target.user(author))
        }
        #expect(try await isShown())
        try await site.app.database.write { transaction in
            try transaction.saveSiteSetting(nil, for: .hidesReported)
            try transaction.saveSiteSetting(400, for: .hideWeight)
        }
        let (fourth, fifth) = (TestBrowser(site), TestBrowser(site))
        try await site.reporter(fourth, "손 넷")
        try await fourth.report(target)
        #expect(try await isShown() == false)
        // What staff brought back while they look is not hidden from under their hands.
        try await site.app.database.write { transaction in
            let entry = try #require(try transaction.auditEntries(where: "d.action = 'hold'", limit: 1).first)
            let audit = AuditContext(actor: .command, at: site.now, emailRenderer: site.app.emailRenderer)
            try transaction.revertChange(entry.id, audit)
        }
        try await site.reporter(fifth, "손 다섯")
        #expect(try await fifth.report(target).status == .seeOther)
        #expect(try await isShown())
        #expect(try await site.app.database.read { try $0.memberProfile(author, for: nil, at: site.now) } != nil)
    }

    @Test("A photo is held alone and its review stays", arguments: TestEngine.available)
    func holdPhoto(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let people = try await site.people(2)
        let (place, photo) = (try await site.places(1)[0], try await site.photo(by: people[0]))
        let input = try ReviewsFixture.input(photos: [photo])
        let review = try await site.review(place, by: people[0], input)
        let target = AuditEntry.Target.photo(photo)
        @Sendable func seen() async throws -> [Bool] {
            try await site.app.database.read { transaction in
                #expect(try transaction.driftedCounts() == [])
                return [
                    try transaction.shownPhoto(photo, at: site.now) != nil,
                    try transaction.review(review)?.isShown == true,
                ]
            }
        }
        for number in 0..<3 {
            let browser = TestBrowser(site)
            #expect(try await seen() == [true, true])
            try await site.reporter(browser, "손 \(number)")
            #expect(try await browser.report(target, .copyright).status == .seeOther)
        }
        #expect(try await seen() == [false, true])
        #expect(try await site.messages(.photoHeld, to: people[0]) == 1)
        try await site.decide(.dismiss, on: target, by: people[1])
        #expect(try await seen() == [true, true])
        let late = TestBrowser(site)
        try await site.reporter(late, "손 넷")
        #expect(try await late.report(target).status == .conflict)
    }

    @Test("Reports of content that staff hide count as right", arguments: TestEngine.available)
    func countRightReports(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (_, _, review) = try await site.reviewed()
        let (target, staff) = (AuditEntry.Target.review(review), try await site.people(1)[0])
        let browser = TestBrowser(site)
        let account = try await site.reporter(browser, "가람")
        try await browser.report(target)
        try await site.decide(.hide, on: target, by: staff)
        #expect(try await site.messages(.reportActed, to: account) == 0)
        try await site.decide(.close, on: target, by: staff)
        #expect(try await site.messages(.reportActed, to: account) == 1)
        let now = site.now
        let weight = try await site.app.database.read { transaction in
            try transaction.reporterWeight(of: try #require(try transaction.account(account)), at: now)
        }
        #expect(weight == 115)
        // Brought back it may be reported again: it was never approved.
        try await site.decide(.restore, on: target, by: staff)
        #expect(try await browser.report(target).status == .seeOther)
    }

    @Test("A photo stays approved until its alternative text changes", arguments: TestEngine.available)
    func approvePhoto(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (writer, first, second) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        let client = try await writer.reviewer("글쓴이")
        let upload = try await writer.send(file: PictureFixture.png(), to: "/uploads")
        let sent = try JSONDecoder().decode(PhotoRoutesTests.Uploaded.self, from: Data(buffer: upload.body))
        _ = try await client.publish(["photo_id": [sent.id], "alt": ["맑은 국물"]])
        let target = AuditEntry.Target.photo(try #require(Photo.ID(sent.id)))
        try await site.reporter(first, "가람")
        try await site.reporter(second, "별하")
        try await first.report(target)
        try await site.decide(.dismiss, on: target, by: try await site.people(1)[0])
        #expect(try await second.report(target).status == .conflict)
        try await site.execute("UPDATE photos SET alt = '나쁜 말' WHERE id = \(target.id)")
        #expect(try await second.report(target).status == .seeOther)
    }

    @Test("A person stays approved until their profile changes", arguments: TestEngine.available)
    func approvePerson(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let people = try await site.people(2)
        let target = AuditEntry.Target.user(people[0])
        let (first, second) = (TestBrowser(site), TestBrowser(site))
        try await site.reporter(first, "가람")
        try await site.reporter(second, "별하")
        try await first.report(target)
        try await site.decide(.dismiss, on: target, by: people[1])
        #expect(try await second.report(target).status == .conflict)
        try await site.execute("UPDATE accounts SET bio = '새로 적은 말' WHERE id = \(people[0])")
        #expect(try await second.report(target).status == .seeOther)
    }
}
