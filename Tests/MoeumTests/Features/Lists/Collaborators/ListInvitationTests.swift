import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Being asked to work on a list: nothing of it is one's own until one says yes.
@Suite(.cleanup)
struct ListInvitationTests {
    private static let json: HTTPFields = [.accept: "application/json"]

    /// Anyone who is asked reads the title, and all of it once they accept: nobody else looks at that first.
    @Test("Nobody is invited to a list with blocked words", arguments: TestEngine.available)
    func refusesBlockedWords(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        try await site.block((.word, "나쁜말", .hold))
        let place = try #require(try await site.places(1).first)
        let (owner, asked) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(owner, nickname: "가람")
        try await site.logIn(asked, nickname: "다온")
        let client = ListClient(browser: owner)
        for (title, note, entry) in [("나쁜말", "", ""), ("나들이", "나쁜말", ""), ("나들이", "", "나쁜말")] {
            let list = try await client.make(title, note: note)
            try await client.put(place, on: list, note: entry)
            let refused = try await owner.post("\(list)/collaborators", ["nickname": "다온"])
            #expect(refused.status == .unprocessableContent && refused.text.contains("고친 뒤에 초대해 주세요"))
        }
        #expect((try await asked.json("/lists")["invitations"] as? [Any])?.isEmpty == true)
        let list = try await client.make("나들이")
        try await client.put(place, on: list)
        try await client.share(list, with: asked, "다온")
        // And from then on nothing such is written there.
        #expect(try await owner.post(list, ["title": "나쁜말"]).status == .unprocessableContent)
        #expect(try await client.put(place, on: list, note: "나쁜말").status == .unprocessableContent)
    }

    /// Anyone who changes the title at the moment of asking is judged by what the other will read.
    @Test("Inviting and renaming at once shows nobody blocked words", arguments: TestEngine.available)
    func refusesConcurrently(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        try await site.block((.word, "나쁜말", .hold))
        let (owner, asked) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(owner, nickname: "가람")
        try await site.logIn(asked, nickname: "다온")
        for _ in 0..<12 {
            let list = try await ListClient(browser: owner).make("나들이")
            async let change = owner.post(list, ["title": "나쁜말"])
            async let invitation = owner.post("\(list)/collaborators", ["nickname": "다온"])
            _ = try await (change, invitation)
        }
        #expect(try await !asked.get("/lists").text.contains("나쁜말"))
    }

    @Test(
        "Invited people read no more than the title until they accept",
        arguments: TestEngine.available,
        [NamedList.Visibility.private, .link]
    )
    func hidesUntilAccepted(
        _ engine: TestEngine,
        _ visibility: NamedList.Visibility
    ) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let (owner, helper, asked) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        try await site.logIn(owner, nickname: "가람")
        try await site.logIn(helper, nickname: "별하")
        let askedID = try await site.logIn(asked, nickname: "다온")
        let client = ListClient(browser: owner)
        let list = try await client.make("주말 <나들이>", visibility.rawValue)
        try await client.put(place, on: list, note: "비밀")
        try await client.share(list, with: helper, "별하")
        for _ in 1...2 {
            let answer = try await owner.post("\(list)/collaborators", ["nickname": "다온"])
            #expect(answer.location == "\(list)#people")
        }
        // Its own address is the question, and says no more than that.
        let question = try await asked.get(list)
        #expect(question.status == .ok && question.text.contains("가람 님의 초대"))
        #expect(!question.text.contains("비밀") && !question.text.contains("/places/\(place)"))
        for path in NamedListPrivacyTests.reads(list).dropFirst() {
            for headers: HTTPFields in [[:], Self.json] {
                let answer = try await asked.get(path, headers)
                #expect(answer.status == .notFound && !answer.text.contains("나들이"), "\(path)")
            }
        }
        for (path, form) in NamedListPrivacyTests.writes(list, place) {
            #expect(try await asked.post(path, form).status == .notFound, "\(path)")
        }
        let id = try #require(NamedList.ID(list.dropFirst("/lists/".count)))
        let body = Array("list=\(id)".utf8)
        #expect(try await asked.post("/places/\(place)/lists", raw: body).status == .seeOther)
        #expect(try await !asked.get("/places/\(place)/lists").text.contains("나들이"))
        #expect(try await !asked.get("/roulette?from=list").text.contains("나들이"))
        let reader = ListReader(account: askedID, now: site.now)
        #expect(try await site.app.database.read { try $0.listPlaces(id, reader) } == nil)
        #expect(try await client.places(list) == [Int(place)])

        let mine = try await asked.json("/lists")
        #expect((mine["lists"] as? [Any])?.isEmpty == true)
        let invitations = mine["invitations"] as? [[String: Any]]
        #expect(invitations?.map { $0["title"] as? String } == ["주말 <나들이>"])
        #expect(invitations?.map { $0["ownerName"] as? String } == ["가람"])
        let page = try await asked.get("/lists")
        #expect(page.text.contains("주말 &lt;나들이&gt;") && page.text.contains("가람 님의 초대"))
        #expect(try !page.html.has("[href=\(list)]") && !page.text.contains("비밀"))
        // Its owner sees whom it waits for; others who work on it do not.
        let people = try await owner.json(list)["collaborators"] as? [[String: Any]]
        #expect(people?.map { $0["isWaiting"] as? Bool } == [false, true])
        #expect(try await owner.get(list).text.contains("수락 대기"))
        #expect(try await !helper.get(list).text.contains("다온"))

        for _ in 1...2 { #expect(try await asked.post("\(list)/collaborators/accept").location == list) }
        #expect(try await asked.get(list).text.contains("비밀"))
        #expect(try await ListClient(browser: asked).put(place, on: list, note: "함께").status == .seeOther)
        #expect((try await asked.json("/lists")["invitations"] as? [Any])?.isEmpty == true)
        #expect(try await site.count("SELECT COUNT(*) FROM list_collaborators") == 2)
    }

    @Test("An invitation is declined or withdrawn", arguments: TestEngine.available)
    func endsInvitation(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (owner, asked) = (TestBrowser(site), TestBrowser(site))
        let ownerID = try await site.logIn(owner, nickname: "가람")
        let askedID = try await site.logIn(asked, nickname: "다온")
        let list = try await ListClient(browser: owner).make("주말")
        func invite() async throws {
            #expect(try await owner.post("\(list)/collaborators", ["nickname": "다온"]).status == .seeOther)
        }
        func waiting() async throws -> [Int?] {
            [
                (try await asked.json("/lists")["invitations"] as? [Any])?.count,
                (try await owner.json(list)["collaborators"] as? [Any])?.count,
            ]
        }
        let path = "\(list)/collaborators/\(askedID)/delete"
        try await invite()
        #expect(try await waiting() == [1, 1])
        #expect(try await asked.post(path).location == "/lists")
        #expect(try await asked.get("/lists").text.contains("초대를 거절했어요."))
        #expect(try await waiting() == [0, 0])
        #expect(try await asked.post("\(list)/collaborators/accept").status == .notFound)
        try await invite()
        // A second press says the same.
        for _ in 1...2 { #expect(try await owner.post(path).location == "\(list)#people") }
        #expect(try await waiting() == [0, 0])
        #expect(try await asked.post("\(list)/collaborators/accept").status == .notFound)
        // Of somebody who is suspended nothing is shown, and nothing accepted.
        try await invite()
        try await site.app.database.write { try $0.suspend(ownerID) }
        #expect(try await waiting()[0] == 0)
        #expect(try await asked.post("\(list)/collaborators/accept").status == .notFound)
        #expect(try await site.count("SELECT COUNT(*) FROM list_collaborators") == 0)
    }

    @Test("Invited people count as collaborators for the limit")
    func countsInvited() async throws {
        let site = try await TestSite()
        let people = try await site.people(NamedList.maxCollaborators)
        let (owner, asked) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(owner, nickname: "가람")
        try await site.logIn(asked, nickname: "다온")
        let list = try await ListClient(browser: owner).make("주말")
        let id = try #require(NamedList.ID(list.dropFirst("/lists/".count)))
        try await site.app.database.write { transaction in
            for person in people {
                try transaction.execute(
                    "INSERT INTO list_invitations (list_id, account_id, invited_at) VALUES (\(id), \(person), 1)"
                )
            }
        }
        let answer = try await owner.post("\(list)/collaborators", ["nickname": "다온"])
        #expect(answer.status == .unprocessableContent && answer.text.contains("20명"))
    }
}
