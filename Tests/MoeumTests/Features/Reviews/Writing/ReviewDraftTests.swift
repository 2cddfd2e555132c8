import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What somebody is writing stays theirs until it is published or thrown away.
@Suite(.cleanup)
struct ReviewDraftTests {
    private func put(_ client: ReviewClient, _ fields: [(name: String, value: String)]) async throws -> TestResponse {
        try await client.browser.put("\(client.path)/draft", form: Form(items: fields))
    }

    @Test(
        "A draft comes back to its author alone, without photos of others, until it is published",
        arguments: TestEngine.available
    )
    func saveAndRestore(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let client = try await TestBrowser(site).reviewer("가람")
        let other = try await TestBrowser(site).reviewer("별하")
        let photo = try await site.photo(by: client.account)
        let theirs = try await site.photo(by: other.account)
        let words = "쓰다 만 글이에요 \u{1F468}\u{200D}\u{1F469}"
        let fields = client.fields([
            "body": [words], "photo_id": ["\(photo)", "\(theirs)"], "alt": ["창가", "남의 것"],
            "act": ["publish"], "role": ["admin"], "keyword": ["1", "x"],
        ])
        #expect(try await put(client, fields).status == .noContent)
        let form = try await client.form("\(client.path)/new")
        #expect(form["body"] as? String == words && form["rating"] as? String == "4")
        let photos = try #require(form["photos"] as? [[String: Any]])
        #expect(photos.compactMap { $0["id"] as? String } == ["\(photo)"])
        #expect(photos.first?["alt"] as? String == "창가")
        let kept = try await site.app.database.read {
            try $0.first("SELECT form FROM review_drafts WHERE account_id = \(client.account)") {
                try $0.string(0)
            }
        }
        let names = Set(try Form(Array(try #require(kept).utf8)).items.map(\.name))
        #expect(names == ["rating", "body", "visited_on", "photo_id", "alt"])
        #expect(try await other.form("\(other.path)/new")["body"] as? String == "")
        // Kept again it takes the place of what was kept; published it is gone.
        #expect(try await put(client, client.fields()).status == .noContent)
        #expect(try await site.count("SELECT COUNT(*) FROM review_drafts") == 1)
        try await client.publish()
        #expect(try await site.count("SELECT COUNT(*) FROM review_drafts") == 0)
    }

    @Test("Of two open pages neither overwrites the other's draft", arguments: TestEngine.available)
    func conflictOfTwoPages(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        func put(_ body: String, from rev: String?) async throws -> TestResponse {
            try await self.put(client, client.fields(["body": [body], "rev": rev.map { [$0] } ?? []]))
        }
        let first = try await put("첫 번째 창의 글", from: "")
        let rev = try #require(first.headers[.eTag])
        #expect(first.status == .noContent)
        // The page knows which draft it shows.
        #expect(try await client.form("\(client.path)/new")["draftRev"] as? String == rev.filter { $0 != "\"" })
        // The second page was opened before there was a draft.
        let second = try await put("두 번째 창의 글", from: "")
        #expect(second.status == .conflict)
        let both = try #require(try JSONSerialization.jsonObject(with: Data(second.text.utf8)) as? [String: Any])
        #expect((both["mine"] as? [String: Any])?["body"] as? String == "두 번째 창의 글")
        #expect((both["theirs"] as? [String: Any])?["body"] as? String == "첫 번째 창의 글")
        #expect(try await client.form("\(client.path)/new")["body"] as? String == "첫 번째 창의 글")
        // What is the same anyway is no conflict; what was seen may be overwritten, by its name with quotes or without.
        #expect(try await put("첫 번째 창의 글", from: "").headers[.eTag] == rev)
        let next = try await put("고쳐 쓴 글", from: rev)
        #expect(next.status == .noContent && next.headers[.eTag] != rev)
        #expect(try await put("첫 번째 창에서 더", from: rev).status == .conflict)
        // What passes it on may have made it weak.
        let weak = "W/\(try #require(next.headers[.eTag]))"
        #expect(try await put("다시 고쳐 쓴 글", from: weak).status == .noContent)
        // Anyone who names none overwrites what there is.
        #expect(try await put("이름 없이", from: nil).status == .noContent)
    }

    @Test("Only a published review deletes the draft") func keepAfterRefusal() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        _ = try await put(client, client.fields())
        let page = try await browser.postFiles(client.path, client.fields(["body": ["아직 짧아"]]))
        #expect(page.status == .unprocessableContent)
        // The newest words, kept with the refusal.
        #expect(try await client.form("\(client.path)/new")["body"] as? String == "아직 짧아")
        try await site.execute("UPDATE places SET status = 'closed' WHERE id = \(client.place)")
        #expect(try await browser.postFiles(client.path, client.fields()).status == .gone)
        try await site.execute("UPDATE places SET status = 'listed' WHERE id = \(client.place)")
        #expect(try await client.form("\(client.path)/new")["body"] as? String == ReviewClient.words)
    }

    @Test("A draft is discarded by its button or by an empty form", arguments: TestEngine.available)
    func discard(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        _ = try await put(client, client.fields())
        #expect(try await browser.get("\(client.path)/new").html.has("[data-draft-delete]"))
        let answer = try await browser.post("\(client.path)/draft/delete")
        #expect(answer.location == "\(client.path)/new")
        #expect(try await !browser.get("\(client.path)/new").html.has("[data-draft-delete]"))
        _ = try await put(client, client.fields())
        #expect(try await put(client, [("body", " \n "), ("alt", "")]).status == .noContent)
        #expect(try await site.count("SELECT COUNT(*) FROM review_drafts") == 0)
        // Without anything to throw away it is as good.
        #expect(try await browser.post("\(client.path)/draft/delete").status == .seeOther)
    }

    @Test("A draft is refused that is too large, of no place, forged, malformed or of a visitor")
    func refuseOthers() async throws {
        let site = try await TestSite()
        let (client, stranger) = (try await TestBrowser(site).reviewer(), TestBrowser(site))
        #expect(
            try await put(client, [("body", String(repeating: "말", count: 40_000))]).status == .contentTooLarge
        )
        let nowhere = ReviewClient(browser: client.browser, account: client.account, place: 1)
        #expect(try await put(nowhere, client.fields()).status == .notFound)
        let path = "\(client.path)/draft"
        let fromElsewhere: HTTPFields = [.secFetchSite: "cross-site"]
        #expect(try await client.browser.put(path, ["body": "글"], fromElsewhere).status == .forbidden)
        let refused = try await client.browser.put(path, ["body": "글", "csrf": "0"])
        #expect(refused.status == .forbidden)
        #expect(try await client.browser.put(path, ["body": "a\u{0}b"]).status == .unprocessableContent)
        #expect(try await stranger.put(path, ["body": "글"], TestBrowser.asProgram).status == .unauthorized)
        #expect(try await site.count("SELECT COUNT(*) FROM review_drafts") == 0)
    }

    @Test("Drafts and idempotency keys past their time are swept", arguments: TestEngine.available)
    func sweepOld(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let places = try await site.places(3)
        let browser = TestBrowser(site)
        let account = try await browser.reviewer().account
        let form = ReviewForm(Form(items: [("body", "글")]))
        let (now, day) = (site.now, TimeInterval(86_400))
        try await site.app.database.write { transaction in
            for (place, age) in zip(places, [0, 29.9, 30]) {
                try transaction.saveReviewDraft(form, as: account, at: place, now - age * day, maxDrafts: nil)
            }
            for (idempotencyKey, age) in [("aaaaaaaaaa", 0), ("bbbbbbbbbb", 6.9), ("cccccccccc", 7)] {
                try transaction.saveIdempotencyKey(idempotencyKey, of: account, location: "/", at: now - age * day)
            }
        }
        let sweep = AccountSweep(
            database: site.app.database,
            others: [ReviewDraft.sweep, IdempotencyKey.sweep]
        )
        try await sweep.run(at: now)
        #expect(try await site.count("SELECT COUNT(*) FROM review_drafts") == 2)
        #expect(try await site.count("SELECT COUNT(*) FROM idempotency_keys") == 2)
    }

    @Test("Drafts beyond the rate limit get 429; those of others go on", arguments: TestEngine.available)
    func limitRate(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (client, other) = (try await TestBrowser(site).reviewer("가람"), try await TestBrowser(site).reviewer("별하"))
        let limit = try #require(RateLimits(areOn: true).drafts)
        for _ in 0..<limit.burst { #expect(try await put(client, client.fields()).status == .noContent) }
        let refused = try await put(client, client.fields(["body": ["하나 더"]]))
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
        #expect(try await client.form("\(client.path)/new")["body"] as? String == ReviewClient.words)
        #expect(try await put(other, other.fields()).status == .noContent)
        try await site.passLimits(Int(limit.interval / 1_000))
        #expect(try await put(client, client.fields(["body": ["하나 더"]])).status == .noContent)
    }

    @Test("Beyond fifty drafts of an account the oldest is deleted", arguments: TestEngine.available)
    func limitCount(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let limit = try #require(RateLimits(areOn: true).maxDrafts)
        let places = try await site.places(limit + 2)
        let (client, other) = (try await TestBrowser(site).reviewer("가람"), try await TestBrowser(site).reviewer("별하"))
        let (form, now) = (ReviewForm(Form(items: [("body", "글")])), site.now)
        try await site.app.database.write { transaction in
            try transaction.saveReviewDraft(form, as: other.account, at: places[0], now, maxDrafts: limit)
            for (age, place) in places.dropLast().enumerated() {
                try transaction.saveReviewDraft(
                    form,
                    as: client.account,
                    at: place,
                    now - TimeInterval(age),
                    maxDrafts: limit
                )
            }
        }
        // The one that was kept last, however old its clock was, and the newest of the others.
        var left = Set(places.prefix(limit - 1) + [places[limit]])
        #expect(try await drafts(site, client.account) == left)
        let newest = ReviewClient(browser: client.browser, account: client.account, place: places.last ?? 0)
        #expect(try await put(newest, newest.fields()).status == .noContent)
        left.subtract([places[limit]])
        #expect(try await drafts(site, client.account) == left.union([newest.place]))
        #expect(try await drafts(site, other.account) == [places[0]])
    }

    @Test("Without limits drafts and votes have none") func withoutLimits() {
        let limits = RateLimits(areOn: false)
        #expect(limits.drafts == nil && limits.maxDrafts == nil && limits.helpfulVotes == nil)
    }

    private func drafts(_ site: TestSite, _ account: Account.ID) async throws -> Set<Place.ID> {
        try await site.app.database.read { transaction in
            Set(
                try transaction.rows(
                    "SELECT place_id FROM review_drafts WHERE account_id = \(account) ORDER BY place_id"
                ).map { try $0.id(0) }
            )
        }
    }

    @Test("A photo may have the number of a keyword") func equalNumbers() {
        let form = ReviewForm(Form(items: [("keyword", "7"), ("photo_id", "7"), ("alt", "창가")]))
        #expect(form.keywords == [7] && form.pictures == [AttachedPhoto(id: 7, alt: "창가")])
    }

    @Test("An idempotency key is letters and digits") func checkIdempotencyKey() {
        #expect(IdempotencyKey.checked(SystemRandom.name()) != nil)
        for wrong in [nil, "", "short", String(repeating: "a", count: 41), "aaaaaaaaa-", "aaaaaaaaaé", "aaaa aaaaaa"] {
            #expect(IdempotencyKey.checked(wrong) == nil)
        }
    }

    @Test("A form that is encoded and read again is the same") func encodeAndRead() throws {
        let items: [(name: String, value: String)] = [
            ("rating", "3"), ("body", "한 줄\r\n두 줄 & + % ="), ("visited_on", "2026-11-01"), ("keyword", "7"),
            ("keyword", "7"), ("keyword", "x"), ("photo_id", "9"), ("alt", ""), ("photo_id", "8"), ("alt", "둘째"),
            ("alt", "새 파일"),
        ]
        let sent = Form(items: items)
        let form = ReviewForm(sent)
        #expect(form.keywords == [7] && form.pictures.map(\.id) == [9, 8] && form.pictures.map(\.alt) == ["", "둘째"])
        #expect(AttachedPhoto.wordsOfFiles("alt", in: sent) == ["새 파일"])
        #expect(ReviewForm(try Form(Array(form.form.encoded.utf8))) == form)
        let ofKind = ReviewForm(Form(items: items + [("kind-8", "menu"), ("kind-9", ""), ("kind-7", "food")]))
        #expect(ofKind.pictures.map(\.kind) == ["", "menu"])
        #expect(ReviewForm(try Form(Array(ofKind.form.encoded.utf8))) == ofKind)
    }

    @Test(
        "Each button has its action; any other value publishes",
        arguments: [
            (nil, .publish), ("publish", .publish), ("upload", .upload), ("remove:5", .photo(.remove(5))),
            ("up:5", .photo(.move(5, by: -1))),
            ("down:5", .photo(.move(5, by: 1))), ("up:", .publish), ("up:x", .publish), ("upload:5", .publish),
            ("", .publish),
        ] as [(String?, ReviewForm.Action)]
    )
    func readButtons(_ value: String?, _ audit: ReviewForm.Action) {
        #expect(ReviewForm.Action(value) == audit)
    }
}
