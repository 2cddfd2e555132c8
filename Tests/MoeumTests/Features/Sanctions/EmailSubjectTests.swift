import Foundation
import RouterClient
import Testing

@testable import Moeum

/// What letters about decisions name, and what an author reads of their own things.
struct LetterSubjectTests {
    private static func letters(_ site: TestSite, to account: Account.ID) async throws -> [String] {
        try await site.app.database.read { transaction in
            try transaction.rows(
                """
                SELECT o.body_text FROM outbox o JOIN accounts a ON a.email = o.recipient
                WHERE a.id = \(account) ORDER BY o.id
                """
            ).map { try $0.string(0) }
        }
    }

    @Test(arguments: TestEngine.available)
    func theAuthorReadsWhatItIsAboutAndTheReporterOnlyWhere(_ engine: TestEngine) async throws {
        try await TestSite.withSample(on: engine) { site in
            let (place, author, review) = try await site.reviewed()
            let (target, staff) = (Deed.Target(.review, review), try await site.people(1)[0])
            let name = try #require(try await site.app.database.read { try $0.place(place)?.name })
            try await site.withBrowser { browser in
                let reporter = try await site.reporter(browser, "알린 이")
                #expect(try await browser.report(target, .spam).status == .seeOther)
                try await site.decide(.hide, on: target, by: staff)
                try await site.decide(.warn, on: target, by: staff)
                try await site.decide(.close, on: target, by: staff)
                let own = try await Self.letters(site, to: author)
                #expect(own.count == 2)
                for letter in own { #expect(letter.contains("\(name)에 쓴 리뷰 ‘국물이 맑고")) }
                let answer = try #require(try await Self.letters(site, to: reporter).last)
                #expect(answer.contains("신고한 \(name) 리뷰") && !answer.contains("국물이"))
            }
        }
    }

    @Test func aSuspensionWithoutEndSaysSoAndALiftedOneWhyItWas() async throws {
        try await TestSite.withSample { site in
            let person = try #require(try await site.people(1).first)
            let act = Act(actor: .site, reason: .spam, at: site.now, press: site.app.press)
            try await site.app.database.write { transaction in
                let id = try transaction.impose(.suspension, on: person, act)
                try transaction.lift(try #require(try transaction.sanction(id)), act)
            }
            let letters = try await Self.letters(site, to: person)
            #expect(letters.count == 2 && letters.contains { $0.contains("기한 없음") })
            #expect(letters.contains { $0.contains("처음 제재한 사유: ") })
        }
    }

    @Test func aHeldPhotoIsToldOfAsAPhoto() async throws {
        try await TestSite.withSample { site in
            let (_, author, review) = try await site.reviewed()
            let photo = try await site.photo(by: author)
            try await site.execute(
                """
                UPDATE photos SET review_id = \(review), place_id = (SELECT place_id FROM reviews WHERE id = \(review))
                WHERE id = \(photo)
                """
            )
            let act = Act(actor: .site, at: site.now, press: site.app.press)
            let target = Deed.Target(.photo, photo)
            try await site.app.database.write { transaction in
                try transaction.recountPhotos(of: review)
                try transaction.perform(.hold, on: target, .photoHold, act) { _ in
                    ["picture": String(act.at.milliseconds)]
                }
                #expect(try transaction.hasHeldPhotos(review))
                try transaction.perform(.unhold, on: target, .photoHold, act) { _ in [:] }
                #expect(try !transaction.hasHeldPhotos(review))
            }
            #expect(try await site.letters(.photoHeld, to: author) == 1)
            #expect(try await site.letters(.photoReleased, to: author) == 1)
            #expect(try await site.letters(.contentHeld, to: author) == 0)
        }
    }

    @Test(arguments: TestEngine.available)
    func whatIsBlockedStandsInOnesOwnStanding(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { _, hand in
            let id = try await hand.block()
            let page = try await hand.author.get("/my/standing?lang=ko").text
            #expect(page.contains("/reviews/\(hand.review)#block-\(id)") && page.contains("이의를 제기할 수 있어요"))
            #expect(!page.contains("받은 제재가 없어요"))
            let blocked = try await hand.author.twin("/my/standing")["blocked"] as? [[String: Any]]
            #expect(blocked?.first?["target"] as? String == "review:\(hand.review)")
        }
    }

    @Test func aHiddenReviewThatIsEditedStaysHiddenAndAHeldOneIsNotCalledDeleted() async throws {
        try await TestSite.withSample { site in
            try await site.withBrowsers { open in
                let hand = try await open().reviewer()
                let id = try await hand.publish()
                let now = site.now
                try await site.app.database.write { try $0.withhold(.review(id), because: .links, at: now) }
                let held = try await site.get("/reviews/\(id)")
                #expect(held.status == .gone && held.text.contains("지금은 볼 수 없는 리뷰예요"))
                try await site.app.database.write { _ = try $0.hideReview(id, at: now) }
                let fields = hand.fields(["rev": ["1"], "body": [ReviewHand.words + " 고쳤어요."]])
                let answer = try await hand.browser.postFiles("/reviews/\(id)", fields)
                #expect(answer.location == "/reviews/\(id)")
                let page = try await hand.browser.get("/reviews/\(id)").text
                #expect(page.contains("수정한 내용을 저장했어요") && page.contains("href=\"/my/standing\""))
            }
        }
    }

    @Test func suspendedPeopleReadTheirOwnName() async throws {
        try await TestSite.withSample { site in
            try await site.withBrowser { browser in
                let hand = try await browser.reviewer("가람")
                try await hand.publish()
                try await site.app.database.write { try $0.suspend(hand.account) }
                let page = try await browser.get("/my/reviews?lang=ko").text
                #expect(page.contains("가람") && !page.contains("탈퇴한 회원") && !page.contains("이름을 숨긴 회원"))
            }
        }
    }

    @Test func weightsAreReadAndTypedInOneScale() {
        let name = SiteSettings.Name.hideWeight
        #expect([50, 300, 325, 10_000].map(name.text) == ["0.5", "3.0", "3.25", "100.0"])
        #expect(["3", "3.0", "3,25", "0.5", "x", "-1", "1.234"].map(name.value) == [300, 300, 325, 50, nil, nil, nil])
        #expect(SiteSettings.Name.linkDays.text(7) == "7" && SiteSettings.Name.linkDays.value("12") == 12)
    }
}
