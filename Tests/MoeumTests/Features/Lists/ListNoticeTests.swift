import RouterClient
import Testing

@testable import Moeum

/// What somebody is told of lists: that they are asked to work on one, and where a place was put.
@Suite(.cleanup)
struct ListNoticeTests {
    @Test("An invitation comes by one e-mail and is marked on every page", arguments: TestEngine.available)
    func announcesInvitation(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (owner, asked) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(owner, nickname: "가람")
        let account = try await site.logIn(asked, nickname: "다온")
        func isMarked() async throws -> Bool {
            let page = try await asked.get("/about")
            let isMarked = try page.html.has(".avatar.avatar--news")
            #expect(isMarked == page.text.contains("초대 1건"))
            return isMarked
        }
        let list = try await ListClient(browser: owner).make("몰래 쓴 이름", "private")
        func invite() async throws { try await owner.post("\(list)/collaborators", ["nickname": "다온"]) }
        #expect(try await !isMarked())
        try await invite()
        #expect(try await isMarked())
        let mail = try #require(try await site.mail(toAccount: account))
        #expect(mail.kind == "list-invitation" && mail.text.contains("/lists"))
        // Words of somebody else's private list come by no mail.
        #expect(!mail.text.contains("몰래 쓴 이름"))
        // The list's address is the question.
        let page = try await asked.get(list)
        #expect(page.status == .ok && page.text.contains("몰래 쓴 이름"))
        #expect(try page.html.has("form[action=\(list)/collaborators/accept]"))
        // Asked again and again they get no second mail.
        for _ in 1...2 {
            try await owner.post("\(list)/collaborators/\(account)/delete")
            #expect(try await !isMarked())
            try await invite()
        }
        #expect(try await site.messages(.listInvitation, to: account) == 1)
        #expect(try await asked.post("\(list)/collaborators/accept").location == list)
        #expect(try await !isMarked())
    }

    @Test("A public list shows its invitation only to the invited person")
    func showsInvitation() async throws {
        let site = try await TestSite()
        let (owner, asked, other) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        try await site.logIn(owner, nickname: "가람")
        try await site.logIn(asked, nickname: "다온")
        try await site.logIn(other, nickname: "별하")
        let list = try await ListClient(browser: owner).make("나들이", "public")
        try await owner.post("\(list)/collaborators", ["nickname": "다온"])
        let question: HTMLSelector = "form[action=\(list)/collaborators/accept]"
        #expect(try await asked.get(list).html.has(question))
        #expect(try await !other.get(list).html.has(question))
    }

    @Test("The notice names the only changed list and links to it", arguments: TestEngine.available)
    func noticeNamesList(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try await site.places(1)[0]
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람")
        let client = ListClient(browser: browser)
        let lists = [try await client.make("비 오는 날. <1>"), try await client.make("주말")]
        let ids = lists.map { String($0.dropFirst("/lists/".count)) }
        func save(_ chosen: [String], had: [String] = [], title: String = "") async throws -> TestResponse {
            let fields =
                ids.map { ("shown", $0) } + had.map { ("had", $0) } + chosen.map { ("list", $0) }
                + [("title", title)]
            let body = Form(items: fields).encoded
            let answer = try await browser.post("/places/\(place)/lists", raw: Array(body.utf8))
            return try await browser.get(try #require(answer.location))
        }
        let one = try await save([ids[0]])
        #expect(one.text.contains("‘비 오는 날. &lt;1&gt;’에 담았어요."))
        #expect(try one.html.has("a[href=\(lists[0])]", text: "목록 보기"))
        let made = try await save([ids[0]], had: [ids[0]], title: "새 이름")
        #expect(made.text.contains("‘새 이름’에 담았어요."))
        let several = try await save([ids[1]], had: [ids[0]])
        #expect(several.text.contains("목록을 저장했어요."))
        #expect(try several.html.has("a[href=/lists]", text: "내 목록 보기"))
    }

    @Test("Places are found and added on the list's own page", arguments: TestEngine.available)
    func findsPlaces(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let id = try await site.places(1)[0]
        let name = try #require(try await site.app.database.read { try $0.place(id)?.name })
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(browser, nickname: "가람")
        try await site.logIn(other, nickname: "별하")
        let list = try await ListClient(browser: browser).make("나들이", "public")
        let address = "\(list)?find=\(name.queryEncoded)"
        /// Whether the page has a form that puts the place on the list and leads back.
        func offers(_ page: TestResponse) throws -> Bool {
            try page.html.all("form").contains {
                $0.has("input[name=place_id][value=\(id)]") && $0.has("input[name=next]")
            }
        }
        #expect(try offers(try await browser.get(address)))
        #expect(try !offers(try await other.get(address)))
        let next = "\(address)#find"
        let answer = try await browser.post("\(list)/entries", ["place_id": "\(id)", "next": next])
        #expect(answer.location == next)
        let after = try await browser.get(address)
        #expect(try !offers(after) && after.text.contains("담겨 있어요"))
        let elsewhere = ["place_id": "\(try await site.places(2)[1])", "next": "//elsewhere.example"]
        #expect(try await browser.post("\(list)/entries", elsewhere).location?.hasPrefix("\(list)#p") == true)
    }

    @Test("Moving an entry answers with the present order")
    func answersOrder() async throws {
        let site = try await TestSite()
        let places = try await site.places(3)
        let (owner, helper) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(owner, nickname: "가람")
        try await site.logIn(helper, nickname: "별하")
        let client = ListClient(browser: owner)
        let list = try await client.make()
        for place in places { try await client.put(place, on: list) }
        try await client.share(list, with: helper, "별하")
        try await ListClient(browser: helper).put(places[2], on: list, position: 1)
        let move = ["place_id": "\(places[1])", "change": "1", "position": "1", "order": "1"]
        let answer = try await owner.post("\(list)/entries", move, TestBrowser.asProgram)
        #expect(answer.text == #"{"order":["\#(places[1])","\#(places[2])","\#(places[0])"]}"#)
    }
}
