import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Where blocked words bite.
@Suite(.cleanup)
struct BlockedWordTests {
    @Test("A refused word refuses the review and keeps everything typed", arguments: TestEngine.available)
    func refuseWord(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        try await site.block((.word, "나쁜말", .refuse), (.domain, "weg.example", .refuse))
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        for words in ["여기는 나 쁜 말 집이에요.", "여기는 ㄴㅏㅃㅡㄴㅁㅏㄹ 집이에요.", "주문은 https://a.weg.example/ 에서 해요."] {
            let answer = try await client.send(["body": [words]])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains(words))
            #expect(try answer.html.has("#body-error"))
        }
        let photo = try await site.photo(by: client.account)
        let alt = try await client.send(["photo_id": ["\(photo)"], "alt": ["나쁜말 그림"]])
        #expect(alt.status == .unprocessableContent)
        #expect(alt.text.contains("나쁜말 그림"))
        let asProgram = try await browser.postFiles(
            client.path,
            client.fields(["body": ["여기는 나쁜말 집이에요."]]),
            TestBrowser.asProgram
        )
        #expect(asProgram.text.contains("blocked-word"))
        #expect(try await client.review() == nil)
        try await site.set(.blocksWords, to: 0)
        #expect(try await client.send(["body": ["여기는 나쁜말 집이에요."]]).status == .seeOther)
        #expect(try await site.drift() == [])
    }

    /// Which words are blocked is nobody's to find out by trying: a refused try counts as one that was taken.
    @Test("Blocked words cannot be found out by endless tries", arguments: TestEngine.available)
    func limitTries(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        try await site.block((.word, "나쁜말", .refuse))
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let list = try await ListClient(browser: browser).make("나들이", "public")
        let forms: [(path: String, fields: [String: String])] = [
            ("/lists", ["title": "나쁜말", "visibility": "public"]), (list, ["title": "나쁜말"]),
            ("\(list)/entries", ["place_id": "\(client.place)", "note": "나쁜말"]),
            ("/settings/profile", ["nickname": "나쁜말"]),
            (client.path, ["rating": "4", "body": "여기는 나쁜말 집이에요."]),
        ]
        for (path, fields) in forms {
            var tries = 0
            var status = HTTPResponse.Status.unprocessableContent
            while status == .unprocessableContent, tries < 400 {
                status = try await browser.post(path, fields).status
                tries += 1
            }
            #expect(status == .tooManyRequests, "\(path)")
        }
    }

    @Test("A review with a held word is shown once staff release it", arguments: TestEngine.available)
    func holdWord(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        try await site.block((.word, "나쁜말", .hold))
        let (browser, visitor) = (TestBrowser(site), TestBrowser(site))
        let client = try await browser.reviewer()
        let staff = try await site.people(1, "운영")[0]
        let once = SystemRandom.name()
        let answer = try await client.send(once: once, ["body": ["여기는 나쁜말 집이에요."]])
        let review = try #require(try await client.review())
        #expect(answer.location == "/reviews/\(review.id)")
        #expect(!review.isShown)
        #expect(try await site.causes(review.id) == [.words])
        // Sent twice it is one, and says the same.
        #expect(try await client.send(once: once, ["body": ["여기는 나쁜말 집이에요."]]).location == answer.location)
        let found = try #require(try await site.currentCase(review.id))
        #expect(found.isHeld && found.place == client.place && found.account == client.account)
        let entry = try #require(try await site.auditEntries(on: review.id).first)
        #expect(entry.action == .hold && entry.actor == .site && entry.caseID == found.id)
        // Its author sees it with a word about it, others do not see it.
        #expect(try await browser.get("/reviews/\(review.id)").text.contains("운영진이 확인 중인"))
        #expect(try await visitor.get("/reviews/\(review.id)").status == .gone)
        #expect(!(try await visitor.get("/places/\(client.place)/reviews").text).contains("나쁜말"))
        #expect(try await site.drift() == [])
        // Without the word it waits still: to let it go is for staff.
        let edited = try await browser.postFiles("/reviews/\(review.id)", client.fields() + [("rev", "\(review.rev)")])
        #expect(edited.location == "/reviews/\(review.id)")
        #expect(try await client.review()?.isShown == false)
        try await site.dismiss(review.id, by: staff)
        #expect(try await client.review()?.isShown == true)
        #expect(try await site.currentCase(review.id) == nil)
        #expect(try await visitor.get("/reviews/\(review.id)").status == .ok)
        #expect(try await site.drift() == [])
        // Put in by an edit it is held again.
        let rev = try #require(try await client.review()?.rev)
        let again = try await browser.postFiles(
            "/reviews/\(review.id)",
            client.fields(["body": ["다시 나쁜말 집이 되었어요."]]) + [("rev", "\(rev)")]
        )
        #expect(again.location == "/reviews/\(review.id)")
        #expect(try await site.causes(review.id) == [.words])
        #expect(try await site.currentCase(review.id) != nil)
        #expect(try await site.drift() == [])
    }

    @Test("Public names and lists take neither kind of blocked word", arguments: TestEngine.available)
    func checkPublicTexts(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        try await site.block((.word, "나쁜말", .hold), (.word, "못된말", .refuse))
        let (browser, visitor) = (TestBrowser(site), TestBrowser(site))
        let client = try await browser.reviewer()
        let signUp = TestPerson(email: "byeol@haneul.example", nickname: "나쁜말쟁이")
        #expect(try await signUp.signUp(in: visitor).status == .unprocessableContent)
        for fields in [["nickname": "못된말", "bio": ""], ["nickname": "가람", "bio": "나 쁜 말"]] {
            #expect(try await browser.post("/settings/profile", fields).status == .unprocessableContent)
        }
        let lists = ListClient(browser: browser)
        for visibility in ["public", "link"] {
            let form = ["title": "나쁜말 목록", "visibility": visibility, "note": ""]
            #expect(try await browser.post("/lists", form).status == .unprocessableContent)
        }
        // What nobody else reads is nobody else's concern, until others read it.
        let path = try await lists.make("나쁜말 목록")
        #expect(try await lists.put(client.place, on: path, note: "못된말 집").status == .seeOther)
        var form = ["title": "나쁜말 목록", "visibility": "public", "note": "", "rev": "1"]
        let titled = try await browser.post(path, form)
        #expect(try titled.status == .unprocessableContent && titled.html.has("#title-error"))
        form["title"] = "비 오는 날"
        #expect(try await browser.post(path, form).status == .unprocessableContent)
        #expect(try await lists.put(client.place, on: path, note: "좋은 집").status == .seeOther)
        #expect(try await browser.post(path, form).status == .seeOther)
        let noted = try await lists.put(client.place, on: path, note: "못된말 집")
        #expect(noted.status == .unprocessableContent && noted.text.contains("못된말 집"))
    }
}
