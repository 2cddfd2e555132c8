import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What staff decide, what readers see of it, and how it ends.
@Suite(.cleanup)
struct TakedownBlockTests {
    @Test("Readers see that a review is blocked and nothing of it", arguments: TestEngine.available)
    func hideBlocked(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let photo = try await site.photo(by: client.account)
        try await site.execute(
            "UPDATE photos SET review_id = \(client.review), place_id = \(client.place) WHERE id = \(photo)"
        )
        try await site.app.database.write { try $0.recountPhotos(of: client.review) }
        let before = try await client.asker.get("/places/\(client.place)")
        #expect(before.text.contains(TakedownClient.words) && before.text.contains("/photos/\(photo)"))
        _ = try await client.block()
        #expect(try await !client.isShown())
        #expect(try await site.app.database.read { try $0.driftedCounts() } == [])
        let end = SeoulTime(site.now + 30 * 86_400).text(withDay: true, .korean)
        for path in ["/places/\(client.place)", "/places/\(client.place)/reviews"] {
            let page = try await client.asker.get(path)
            #expect(try page.html.has("#r\(client.review)") && page.text.contains("\(end)까지 차단된 리뷰"))
            for secret in [
                TakedownClient.words, "가람", "/photos/\(photo)", TakedownClient.name, TakedownClient.email,
            ] {
                #expect(!page.text.contains(secret), "\(path) \(secret)")
            }
            let json = try await client.asker.json(path)
            let blocked = try #require(json["blocked"] as? [[String: Any]])
            #expect(blocked.map { $0.id() } == [client.review])
            #expect(blocked.first?["until"] as? String == SeoulTime(site.now + 30 * 86_400).rfc3339)
            #expect((json["reviews"] as? [Any])?.isEmpty == true)
        }
        let gone = try await client.asker.get("/reviews/\(client.review)")
        #expect(gone.status.code == 451 && gone.text.contains(end) && gone.text.contains("/login?next="))
        #expect(gone.headers[.link] == "<http://moeum.example/about>; rel=\"blocked-by\"")
        #expect(!gone.text.contains("전화번호") && !gone.text.contains("가람"))
        let problem = try await client.asker.get("/reviews/\(client.review)", [.accept: "application/json"])
        #expect(problem.status.code == 451 && problem.headers[.contentType] == "application/problem+json")
        #expect(try await client.asker.get("/photos/\(photo)").status == .notFound)
        for size in PhotoSize.allCases {
            #expect(try await client.asker.get("/media/name\(photo)\(size.ending)").status == .notFound)
        }
        // Its author reads their own words and how to object.
        let own = try await client.author.get("/reviews/\(client.review)")
        #expect(own.status == .ok && own.text.contains("010-1234-5678") && own.text.contains("/objections"))
        #expect(!own.text.contains(TakedownClient.name) && !own.text.contains(TakedownClient.email))
        let another = try await client.author.get("/places/\(client.place)")
        #expect(!another.text.contains("010-1234-5678"))
    }

    @Test("A review with a blocked photo shows the rest", arguments: TestEngine.available)
    func blockPhoto(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let photos = [try await site.photo(by: client.account), try await site.photo(by: client.account)]
        try await site.execute(
            "UPDATE photos SET review_id = \(client.review), place_id = \(client.place) WHERE id IN \(list: photos)"
        )
        try await site.app.database.write { try $0.recountPhotos(of: client.review) }
        let id = try await client.confirm(["target": "photo:\(photos[0])"])
        try await client.decide(id, "block")
        let page = try await client.asker.get("/places/\(client.place)")
        #expect(page.text.contains(TakedownClient.words) && !page.text.contains("/photos/\(photos[0])"))
        #expect(page.text.contains("/photos/\(photos[1])"))
        #expect(try await client.asker.json("/places/\(client.place)")["blocked"] as? [String] == [])
        #expect(try await client.asker.get("/reviews/\(client.review)").status == .ok)
        #expect(try await client.asker.get("/photos/\(photos[0])").status == .notFound)
        #expect(try await site.app.database.read { try $0.driftedCounts() } == [])
        let own = try await client.author.get("/reviews/\(client.review)")
        #expect(own.text.contains("/takedowns/\(id)/objections"))
        // The review's own block does not end with its photo's.
        let whole = try await client.confirm(["email": "sora@narae.example"])
        try await client.decide(whole, "block")
        try await client.decide(id, "unblock")
        #expect(try await !client.isShown())
        try await client.pass(days: 30)
        #expect(try await client.isShown())
        #expect(try await client.asker.get("/photos/\(photos[0])").status == .ok)
        #expect(try await site.app.database.read { try $0.driftedCounts() } == [])
    }

    @Test("Both sides get a mail in their language", arguments: TestEngine.available)
    func mailBothSides(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let id = try await client.confirm([:], "en")
        let until = site.now + Takedown.period
        try await client.decide(id, "block")
        let asker = try #require(try await site.mail(to: TakedownClient.email))
        #expect(asker.kind == "takedown-blocked" && asker.subject == "What you asked about is blocked")
        #expect(asker.text.contains("전화번호가 보여서 가렸어요.") && asker.path == "/reviews/\(client.review)")
        #expect(asker.text.contains(SeoulTime(until).text(withDay: true, .english)))
        let author = try #require(try await client.mailToAuthor())
        #expect(author.kind == "content-blocked" && author.subject == "올리신 리뷰나 사진을 차단했어요")
        #expect(author.text.contains("사생활·개인정보 침해") && author.text.contains("이의를 제기"))
        #expect(author.text.contains(SeoulTime(until).text(withDay: true, .korean)))
        #expect(author.path == "/reviews/\(client.review)")
        #expect(!author.text.contains(TakedownClient.name) && !author.text.contains(TakedownClient.email))
        #expect(!author.text.contains(TakedownClient.reason))
    }

    @Test("A block ends by itself after thirty days", arguments: TestEngine.available)
    func endBlock(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let id = try await client.block()
        try await client.pass(days: 29.99)
        #expect(try await !client.isShown())
        try await client.pass(days: 30)
        #expect(try await client.isShown())
        let ended = try await client.takedown(id)
        #expect(ended.state == .ended && ended.ending == .time && ended.answer == "전화번호가 보여서 가렸어요.")
        #expect(try await site.mail(to: TakedownClient.email)?.kind == "takedown-ended")
        #expect(try await client.mailsToAuthor() == ["content-blocked", "content-unblocked"])
        #expect(try await client.asker.get("/places/\(client.place)").text.contains("010-1234-5678"))
        #expect(try await client.asker.get("/reviews/\(client.review)").status == .ok)
        let entries = try await site.app.database.read { try $0.auditEntries(where: "1 = 1", limit: 10) }
        #expect(entries.map(\.action) == [.unblock, .block] && entries.map(\.actor.name) == ["site", "staff"])
        #expect(
            entries.allSatisfy {
                $0.target == AuditEntry.Target.review(client.review) && $0.person == client.account
            }
        )
        // Done once.
        try await client.pass(days: 31)
        #expect(try await client.mailsToAuthor().count == 2)
        #expect(try await site.app.database.read { try $0.driftedCounts() } == [])
        // Nor can undoing its end block it beyond the law's time.
        let end = try #require(entries.first)
        let later = site.now + 31 * 86_400
        let audit = AuditContext(actor: .site, at: later, emailRenderer: site.app.emailRenderer)
        await #expect(throws: Problem.cannotRevert) {
            try await site.app.database.write { _ = try $0.revertChange(end.id, audit) }
        }
    }

    @Test("Staff undo a block and its undoing", arguments: TestEngine.available)
    func undoBlock(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let id = try await client.block()
        let audit = AuditContext(actor: .site, at: site.now, emailRenderer: site.app.emailRenderer)
        let block = try #require(
            try await site.app.database.read { try $0.auditEntries(where: "1 = 1", limit: 1) }.first
        )
        let undone = try await site.app.database.write { try $0.revertChange(block.id, audit) }
        #expect(try await client.isShown())
        #expect(try await client.takedown(id).state == .waiting)
        #expect(try await client.mailsToAuthor() == ["content-blocked", "content-unblocked"])
        _ = try await site.app.database.write { try $0.revertChange(undone, audit) }
        #expect(try await !client.isShown())
        #expect(try await client.takedown(id).state == .blocked)
        #expect(try await site.app.database.read { try $0.driftedCounts() } == [])
    }

    @Test("Content with two blocks is shown when the last one ends", arguments: TestEngine.available)
    func combineBlocks(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let first = try await client.block()
        // What is blocked already can be asked for by somebody else too.
        let second = try await client.confirm(["email": "sora@narae.example", "claim": "defamation"])
        try await client.decide(second, "block")
        try await client.decide(first, "unblock")
        #expect(try await !client.isShown())
        try await client.decide(second, "unblock")
        #expect(try await client.isShown())
        #expect(try await client.takedown(second).ending == .staff)
        // Hidden for another reason it stays hidden.
        let third = try await client.confirm(["email": "nuri@narae.example"])
        try await client.decide(third, "block")
        try await site.app.database.write {
            try $0.hideContent(.review(client.review), for: .reports, at: site.now)
        }
        try await client.decide(third, "unblock")
        #expect(try await !client.isShown())
        #expect(try await site.app.database.read { try $0.driftedCounts() } == [])
    }

    @Test("An author objects once, also while suspended", arguments: TestEngine.available)
    func objectOnce(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let id = try await client.block()
        let path = "/takedowns/\(id)/objections"
        try await site.app.database.write { try $0.suspend(client.account) }
        let short = try await client.author.post(path, ["text": "싫어요"])
        #expect(short.status == .unprocessableContent && short.text.contains("싫어요"))
        #expect(try await client.moderator.post(path, ["text": "제가 대신 이의를 제기해요."]).status == .notFound)
        let stranger = try await client.asker.post(path, ["text": "로그인 없이 이의를 제기해요."])
        #expect(stranger.status == .unauthorized || stranger.location?.hasPrefix("/login") == true)
        #expect(try await client.takedown(id).objection == nil)
        let words = "가게에서 스스로 알린 번호라 사생활이 아니에요."
        #expect(try await client.author.post(path, ["text": words]).location == "/reviews/\(client.review)")
        let second = try await client.author.post(path, ["text": "덧붙일 말이 하나 더 있어서 다시 써요."])
        #expect(second.status == .conflict && second.text.contains("덧붙일 말이 하나 더"))
        let asProgram = try await client.author.post(path, ["text": words], TestBrowser.asProgram)
        #expect(asProgram.status == .conflict)
        #expect(try await client.takedown(id).objection == words)
        let mail = try #require(try await site.mail(to: TakedownClient.email))
        #expect(mail.kind == "takedown-objected" && !mail.text.contains(words))
        let own = try await client.author.get("/reviews/\(client.review)")
        #expect(try own.text.contains(words) && !own.html.has("[action=\(path)]"))
        let list = try await client.moderator.get("/admin/takedowns?state=objected")
        #expect(try list.text.contains(words) && list.html.has("button[name=decision][value=keep]"))
        // Kept to its end, its author is told and it waits for nobody any more.
        #expect(try await client.decide(id, "keep").status == .seeOther)
        #expect(try await client.decide(id, "keep").status == .conflict)
        #expect(try await client.mailsToAuthor() == ["content-blocked", "objection-kept"])
        let rest = try await client.moderator.json("/admin/takedowns?state=objected")
        #expect((rest["takedowns"] as? [Any])?.isEmpty == true)
        #expect(try await !client.isShown())
    }

    @Test("The takedown of deleted content ends", arguments: TestEngine.available)
    func endGone(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let id = try await client.block()
        let waiting = try await client.confirm(["email": "sora@narae.example"])
        try await site.app.database.write { _ = try $0.deleteReview(client.review, at: site.now) }
        #expect(try await client.asker.get("/reviews/\(client.review)").status == .gone)
        #expect(try await client.decide(waiting, "block").status == .conflict)
        try await client.pass(days: 0)
        for each in [id, waiting] {
            let takedown = try await client.takedown(each)
            #expect(takedown.state == .ended && takedown.ending == .gone)
        }
        #expect(try await site.mail(to: TakedownClient.email)?.kind == "takedown-gone")
        #expect(try await client.mailsToAuthor() == ["content-blocked"])
        #expect(try await client.asker.json("/places/\(client.place)")["blocked"] as? [String] == [])
    }

    @Test("A block stays when the account of its author is erased", arguments: TestEngine.available)
    func eraseAuthor(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let id = try await client.block()
        try await site.app.database.write { transaction in
            try transaction.leaveReviews(of: client.account, as: .anonymise, at: site.now)
            try transaction.execute("DELETE FROM accounts WHERE id = \(client.account)")
        }
        #expect(try await client.takedown(id).account == nil)
        #expect(try await client.asker.get("/reviews/\(client.review)").status.code == 451)
        try await client.pass(days: 30)
        #expect(try await client.isShown())
        #expect(try await site.mail(to: TakedownClient.email)?.kind == "takedown-ended")
    }

    @Test("The requester's details are erased a year after the end", arguments: TestEngine.available)
    func eraseRequester(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let id = try await client.confirm()
        let open = try await client.confirm(["email": "sora@narae.example"])
        try await client.decide(id, "refuse")
        #expect(try await site.mail(to: TakedownClient.email)?.kind == "takedown-refused")
        #expect(try await client.isShown())
        try await client.sweep(inDays: 364)
        #expect(try await client.takedown(id).name == TakedownClient.name)
        try await client.sweep(inDays: 365)
        let erased = try await client.takedown(id)
        #expect(erased.name == nil && erased.email == nil && erased.reason == nil && erased.excerpt == nil)
        #expect(erased.state == .refused && erased.answer.isEmpty)
        #expect(try await client.takedown(open).name == TakedownClient.name)
        #expect(try await client.moderator.get("/admin/takedowns?state=refused").status == .ok)
    }
}
