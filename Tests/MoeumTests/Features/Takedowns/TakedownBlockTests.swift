import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What staff decide, what readers see of it, and how it ends.
struct TakedownBlockTests {
    @Test(arguments: TestEngine.available)
    func readersSeeThatItIsBlockedAndNothingOfIt(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let photo = try await site.photo(by: hand.account)
            try await site.execute(
                "UPDATE photos SET review_id = \(hand.review), place_id = \(hand.place) WHERE id = \(photo)"
            )
            try await site.app.database.write { try $0.recountPhotos(of: hand.review) }
            let before = try await hand.asker.get("/places/\(hand.place)")
            #expect(before.text.contains(TakedownHand.words) && before.text.contains("/photos/\(photo)"))
            _ = try await hand.block()
            #expect(try await !hand.isShown())
            #expect(try await site.app.database.read { try $0.driftedCounts() } == [])
            let end = SeoulTime(site.now + 30 * 86_400).words(withDay: true, .korean)
            for path in ["/places/\(hand.place)", "/places/\(hand.place)/reviews"] {
                let page = try await hand.asker.get(path)
                #expect(page.text.contains("id=\"r\(hand.review)\"") && page.text.contains("\(end)까지 차단된 리뷰"))
                for secret in [TakedownHand.words, "가람", "/photos/\(photo)", TakedownHand.name, TakedownHand.email] {
                    #expect(!page.text.contains(secret), "\(path) \(secret)")
                }
                let twin = try await hand.asker.twin(path)
                let blocked = try #require(twin["blocked"] as? [[String: Any]])
                #expect(blocked.map { $0["id"] as? Int64 } == [hand.review])
                #expect(blocked.first?["until"] as? String == SeoulTime(site.now + 30 * 86_400).rfc3339)
                #expect((twin["reviews"] as? [Any])?.isEmpty == true)
            }
            let gone = try await hand.asker.get("/reviews/\(hand.review)")
            #expect(gone.status.code == 451 && gone.text.contains(end) && gone.text.contains("/login?next="))
            #expect(gone.headers[.link] == "<http://moeum.example/about>; rel=\"blocked-by\"")
            #expect(!gone.text.contains("전화번호") && !gone.text.contains("가람"))
            let problem = try await hand.asker.get("/reviews/\(hand.review)", [.accept: "application/json"])
            #expect(problem.status.code == 451 && problem.headers[.contentType] == "application/problem+json")
            #expect(try await hand.asker.get("/photos/\(photo)").status == .notFound)
            for size in PhotoSize.allCases {
                #expect(try await hand.asker.get("/media/name\(photo)\(size.ending)").status == .notFound)
            }
            // Its author reads their own words and how to object.
            let own = try await hand.author.get("/reviews/\(hand.review)")
            #expect(own.status == .ok && own.text.contains("010-1234-5678") && own.text.contains("/objections"))
            #expect(!own.text.contains(TakedownHand.name) && !own.text.contains(TakedownHand.email))
            let another = try await hand.author.get("/places/\(hand.place)")
            #expect(!another.text.contains("010-1234-5678"))
        }
    }

    @Test(arguments: TestEngine.available)
    func ofAReviewWhoseOnePhotoIsBlockedTheRestIsShown(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let photos = [try await site.photo(by: hand.account), try await site.photo(by: hand.account)]
            try await site.execute(
                "UPDATE photos SET review_id = \(hand.review), place_id = \(hand.place) WHERE id IN \(list: photos)"
            )
            try await site.app.database.write { try $0.recountPhotos(of: hand.review) }
            let id = try await hand.confirm(["target": "photo:\(photos[0])"])
            try await hand.decide(id, "block")
            let page = try await hand.asker.get("/places/\(hand.place)")
            #expect(page.text.contains(TakedownHand.words) && !page.text.contains("/photos/\(photos[0])"))
            #expect(page.text.contains("/photos/\(photos[1])"))
            #expect(try await hand.asker.twin("/places/\(hand.place)")["blocked"] as? [String] == [])
            #expect(try await hand.asker.get("/reviews/\(hand.review)").status == .ok)
            #expect(try await hand.asker.get("/photos/\(photos[0])").status == .notFound)
            #expect(try await site.app.database.read { try $0.driftedCounts() } == [])
            let own = try await hand.author.get("/reviews/\(hand.review)")
            #expect(own.text.contains("/takedowns/\(id)/objections"))
            // The review's own block does not end with its photo's.
            let whole = try await hand.confirm(["email": "sora@narae.example"])
            try await hand.decide(whole, "block")
            try await hand.decide(id, "unblock")
            #expect(try await !hand.isShown())
            try await hand.pass(days: 30)
            #expect(try await hand.isShown())
            #expect(try await hand.asker.get("/photos/\(photos[0])").status == .ok)
            #expect(try await site.app.database.read { try $0.driftedCounts() } == [])
        }
    }

    @Test(arguments: TestEngine.available)
    func bothSidesAreToldInTheirLanguage(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let id = try await hand.confirm([:], "en")
            let until = site.now + Takedown.period
            try await hand.decide(id, "block")
            let asker = try #require(try await site.mail(to: TakedownHand.email))
            #expect(asker.kind == "takedown-blocked" && asker.subject == "What you asked about is blocked")
            #expect(asker.text.contains("전화번호가 보여서 가렸어요.") && asker.path == "/reviews/\(hand.review)")
            #expect(asker.text.contains(SeoulTime(until).words(withDay: true, .english)))
            let author = try #require(try await hand.mailToAuthor())
            #expect(author.kind == "content-blocked" && author.subject == "올리신 리뷰나 사진을 차단했어요")
            #expect(author.text.contains("사생활·개인정보 침해") && author.text.contains("이의를 제기"))
            #expect(author.text.contains(SeoulTime(until).words(withDay: true, .korean)))
            #expect(author.path == "/reviews/\(hand.review)")
            #expect(!author.text.contains(TakedownHand.name) && !author.text.contains(TakedownHand.email))
            #expect(!author.text.contains(TakedownHand.reason))
        }
    }

    @Test(arguments: TestEngine.available)
    func aBlockEndsByItselfAfterThirtyDays(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let id = try await hand.block()
            try await hand.pass(days: 29.99)
            #expect(try await !hand.isShown())
            try await hand.pass(days: 30)
            #expect(try await hand.isShown())
            let ended = try await hand.takedown(id)
            #expect(ended.state == .ended && ended.ending == .time && ended.answer == "전화번호가 보여서 가렸어요.")
            #expect(try await site.mail(to: TakedownHand.email)?.kind == "takedown-ended")
            #expect(try await hand.mailsToAuthor() == ["content-blocked", "content-unblocked"])
            #expect(try await hand.asker.get("/places/\(hand.place)").text.contains("010-1234-5678"))
            #expect(try await hand.asker.get("/reviews/\(hand.review)").status == .ok)
            let deeds = try await site.app.database.read { try $0.deeds(where: "1 = 1", limit: 10) }
            #expect(deeds.map(\.action) == [.unblock, .block] && deeds.map(\.actor.name) == ["site", "staff"])
            #expect(deeds.allSatisfy { $0.target == Deed.Target(.review, hand.review) && $0.person == hand.account })
            // Done once.
            try await hand.pass(days: 31)
            #expect(try await hand.mailsToAuthor().count == 2)
            #expect(try await site.app.database.read { try $0.driftedCounts() } == [])
            // Nor can undoing its end block it beyond the law's time.
            let end = try #require(deeds.first)
            let later = site.now + 31 * 86_400
            let act = Act(actor: .site, at: later, press: site.app.press)
            await #expect(throws: Problem.cannotUndo) {
                try await site.app.database.write { _ = try $0.undo(end.id, act) }
            }
        }
    }

    @Test(arguments: TestEngine.available)
    func staffUndoWhatTheyDid(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let id = try await hand.block()
            let act = Act(actor: .site, at: site.now, press: site.app.press)
            let block = try #require(try await site.app.database.read { try $0.deeds(where: "1 = 1", limit: 1) }.first)
            let undone = try await site.app.database.write { try $0.undo(block.id, act) }
            #expect(try await hand.isShown())
            #expect(try await hand.takedown(id).state == .waiting)
            #expect(try await hand.mailsToAuthor() == ["content-blocked", "content-unblocked"])
            _ = try await site.app.database.write { try $0.undo(undone, act) }
            #expect(try await !hand.isShown())
            #expect(try await hand.takedown(id).state == .blocked)
            #expect(try await site.app.database.read { try $0.driftedCounts() } == [])
        }
    }

    @Test(arguments: TestEngine.available)
    func ofTwoBlocksTheLastEndBringsItBack(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let first = try await hand.block()
            // What is blocked already can be asked for by somebody else too.
            let second = try await hand.confirm(["email": "sora@narae.example", "claim": "defamation"])
            try await hand.decide(second, "block")
            try await hand.decide(first, "unblock")
            #expect(try await !hand.isShown())
            try await hand.decide(second, "unblock")
            #expect(try await hand.isShown())
            #expect(try await hand.takedown(second).ending == .staff)
            // Out of sight for another cause it stays so.
            let third = try await hand.confirm(["email": "nuri@narae.example"])
            try await hand.decide(third, "block")
            try await site.app.database.write { try $0.withhold(.review(hand.review), because: .reports, at: site.now) }
            try await hand.decide(third, "unblock")
            #expect(try await !hand.isShown())
            #expect(try await site.app.database.read { try $0.driftedCounts() } == [])
        }
    }

    @Test(arguments: TestEngine.available)
    func anAuthorObjectsOnceAlsoWhileSuspended(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let id = try await hand.block()
            let path = "/takedowns/\(id)/objections"
            try await site.app.database.write { try $0.suspend(hand.account) }
            let short = try await hand.author.post(path, ["text": "싫어요"])
            #expect(short.status == .unprocessableContent && short.text.contains("싫어요"))
            #expect(try await hand.moderator.post(path, ["text": "제가 대신 이의를 제기해요."]).status == .notFound)
            let stranger = try await hand.asker.post(path, ["text": "로그인 없이 이의를 제기해요."])
            #expect(stranger.status == .unauthorized || stranger.location?.hasPrefix("/login") == true)
            #expect(try await hand.takedown(id).objection == nil)
            let words = "가게에서 스스로 알린 번호라 사생활이 아니에요."
            #expect(try await hand.author.post(path, ["text": words]).location == "/reviews/\(hand.review)")
            let second = try await hand.author.post(path, ["text": "덧붙일 말이 하나 더 있어서 다시 써요."])
            #expect(second.status == .conflict && second.text.contains("덧붙일 말이 하나 더"))
            let asProgram = try await hand.author.post(path, ["text": words], TestBrowser.asProgram)
            #expect(asProgram.status == .conflict)
            #expect(try await hand.takedown(id).objection == words)
            let mail = try #require(try await site.mail(to: TakedownHand.email))
            #expect(mail.kind == "takedown-objected" && !mail.text.contains(words))
            let own = try await hand.author.get("/reviews/\(hand.review)")
            #expect(own.text.contains(words) && !own.text.contains("action=\"\(path)\""))
            let desk = try await hand.moderator.get("/admin/takedowns?state=objected")
            #expect(desk.text.contains(words) && desk.text.contains("value=\"keep\""))
            // Kept to its end, its author is told and it waits for nobody any more.
            #expect(try await hand.decide(id, "keep").status == .seeOther)
            #expect(try await hand.decide(id, "keep").status == .conflict)
            #expect(try await hand.mailsToAuthor() == ["content-blocked", "objection-kept"])
            let rest = try await hand.moderator.twin("/admin/takedowns?state=objected")
            #expect((rest["takedowns"] as? [Any])?.isEmpty == true)
            #expect(try await !hand.isShown())
        }
    }

    @Test(arguments: TestEngine.available)
    func whatIsGoneEndsItsRequest(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let id = try await hand.block()
            let waiting = try await hand.confirm(["email": "sora@narae.example"])
            try await site.app.database.write { _ = try $0.delete(hand.review, at: site.now) }
            #expect(try await hand.asker.get("/reviews/\(hand.review)").status == .gone)
            #expect(try await hand.decide(waiting, "block").status == .conflict)
            try await hand.pass(days: 0)
            for each in [id, waiting] {
                let takedown = try await hand.takedown(each)
                #expect(takedown.state == .ended && takedown.ending == .gone)
            }
            #expect(try await site.mail(to: TakedownHand.email)?.kind == "takedown-gone")
            #expect(try await hand.mailsToAuthor() == ["content-blocked"])
            #expect(try await hand.asker.twin("/places/\(hand.place)")["blocked"] as? [String] == [])
        }
    }

    @Test(arguments: TestEngine.available)
    func anAuthorLeavesMeanwhile(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let id = try await hand.block()
            try await site.app.database.write { transaction in
                try transaction.leaveReviews(of: hand.account, as: .anonymise, at: site.now)
                try transaction.execute("DELETE FROM accounts WHERE id = \(hand.account)")
            }
            #expect(try await hand.takedown(id).account == nil)
            #expect(try await hand.asker.get("/reviews/\(hand.review)").status.code == 451)
            try await hand.pass(days: 30)
            #expect(try await hand.isShown())
            #expect(try await site.mail(to: TakedownHand.email)?.kind == "takedown-ended")
        }
    }

    @Test(arguments: TestEngine.available)
    func whoAskedIsForgottenAYearAfterTheEnd(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let id = try await hand.confirm()
            let open = try await hand.confirm(["email": "sora@narae.example"])
            try await hand.decide(id, "refuse")
            #expect(try await site.mail(to: TakedownHand.email)?.kind == "takedown-refused")
            #expect(try await hand.isShown())
            try await hand.sweep(inDays: 364)
            #expect(try await hand.takedown(id).name == TakedownHand.name)
            try await hand.sweep(inDays: 365)
            let erased = try await hand.takedown(id)
            #expect(erased.name == nil && erased.email == nil && erased.reason == nil && erased.excerpt == nil)
            #expect(erased.state == .refused && erased.answer.isEmpty)
            #expect(try await hand.takedown(open).name == TakedownHand.name)
            #expect(try await hand.moderator.get("/admin/takedowns?state=refused").status == .ok)
        }
    }
}
