import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Lists that are changed in two places at once, and words on lists that others read.
@Suite(.cleanup)
struct NamedListChangeTests {
    private static let json: HTTPFields = [.secFetchSite: "same-origin", .accept: "application/json"]

    private static func id(_ path: String) -> String { String(path.dropFirst("/lists/".count)) }

    @Test("A place's form changes only the lists that it showed", arguments: TestEngine.available)
    func changesShownLists(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람")
        let client = ListClient(browser: browser)
        let (kept, fresh) = (try await client.make("먼저"), try await client.make("그대로"))
        let (one, two) = (Self.id(kept), Self.id(fresh))
        let page = try await browser.get("/places/\(place)/lists")
        for list in [one, two] {
            #expect(try page.html.has("input[type=hidden][name=shown][value=\(list)]"))
        }
        #expect(try !page.html.has("[name=had]"))
        // Another tab meanwhile makes a list and puts the place on it, and on one that was shown.
        let later = try await client.make("나중")
        for list in [later, fresh] { try await client.put(place, on: list, note: "남는 말") }
        #expect(try await browser.get("/places/\(place)/lists").html.has("[name=had][value=\(two)]"))
        let body = "shown=\(one)&shown=\(two)&list=\(one)"
        let answer = try await browser.post("/places/\(place)/lists", raw: Array(body.utf8))
        #expect(answer.status == .seeOther)
        for list in [kept, fresh, later] { #expect(try await client.places(list) == [Int(place)], "\(list)") }
        // A program that says nothing of what it saw adds only.
        #expect(try await browser.post("/places/\(place)/lists", ["title": ""]).status == .seeOther)
        #expect(try await client.places(fresh) == [Int(place)])
        let off = "shown=\(one)&shown=\(two)&had=\(one)&had=\(two)&list=\(one)"
        #expect(try await browser.post("/places/\(place)/lists", raw: Array(off.utf8)).status == .seeOther)
        #expect(try await client.places(kept) == [Int(place)])
        #expect(try await client.places(fresh) == [])
        #expect(try await browser.post("/favourites/\(place)").status == .seeOther)
        let json = try await browser.json("/places/\(place)/lists")["place"] as? [String: Any]
        #expect(json?["hearted"] as? Bool == true)
    }

    @Test("Moving or annotating a removed entry does not add it again", arguments: TestEngine.available)
    func refusesRemovedEntry(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let places = try await site.places(2)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람")
        let client = ListClient(browser: browser)
        let list = try await client.make()
        for place in places { try await client.put(place, on: list) }
        #expect(try await browser.get(list).html.all("[name=change][value=1]").count == 4)
        #expect(try await browser.post("\(list)/entries/\(places[0])/delete").status == .seeOther)
        let gone = ["place_id": "\(places[0])", "change": "1"]
        for (field, value) in [("position", "2"), ("note", "아끼는 말")] {
            let form = gone.merging([field: value]) { $1 }
            let answer = try await browser.post("\(list)/entries", form)
            #expect(answer.status == .conflict)
            #expect(try answer.html.has("[role=alert]"))
            if field == "note" { #expect(answer.text.contains("아끼는 말")) }
            let told = try await browser.post("\(list)/entries", form, Self.json)
            #expect(told.status == .conflict && told.text.contains("\"place_id\":\"gone\""))
        }
        #expect(try await client.places(list) == [Int(places[1])])
        let there = ["place_id": "\(places[1])", "change": "1", "note": "새 말"]
        #expect(try await browser.post("\(list)/entries", there).status == .seeOther)
        // Without it a place is put there with what is said of it.
        #expect(try await client.put(places[0], on: list, note: "처음", position: 1).status == .seeOther)
        #expect(try await client.places(list) == places.map { Int($0) })
    }

    @Test("A note too long for a new entry is shown above the list")
    func showsStrayNote() async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람")
        let client = ListClient(browser: browser)
        let list = try await client.make()
        let long = String(repeating: "가", count: 301)
        let refused = try await client.put(place, on: list, note: long)
        #expect(refused.status == .unprocessableContent)
        #expect(try refused.text.contains(long) && refused.html.has("[role=alert]"))
        #expect(refused.text.contains("300자까지 쓸 수 있어요."))
    }

    @Test(
        "Without the right to publish nothing is written that others read",
        arguments: TestEngine.available,
        [true, false]
    )
    func refusesSharedWords(_ engine: TestEngine, _ isVerified: Bool) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let (owner, other) = (TestBrowser(site), TestBrowser(site))
        let id = try await site.logIn(owner, nickname: "가람")
        try await site.logIn(other, nickname: "별하")
        let client = ListClient(browser: owner)
        let list = try await client.make("처음 이름")
        let alone = try await client.make("혼자 보는 것")
        try await client.share(list, with: other, "별하")
        try await site.app.database.write { transaction in
            guard isVerified else {
                try transaction.execute("UPDATE accounts SET verified_at = NULL WHERE id = \(id)")
                return
            }
            try transaction.execute(
                """
                INSERT INTO sanctions (id, account_id, kind, reason, note, starts_at)
                VALUES (\(Sanction.ID.next()), \(id), 'no-posting', 'spam', 'made up', 1)
                """
            )
        }
        for path in [list, alone] {
            let asked = try await owner.post("\(path)/collaborators", ["nickname": "별하"])
            #expect(try asked.status == .unprocessableContent && asked.html.has("#nickname-error"))
        }
        #expect(try await other.get(alone).status == .notFound)
        for (field, words) in [("title", "나쁜 이름"), ("note", "나쁜 설명")] {
            let refused = try await owner.post(list, [field: words])
            #expect(try refused.status == .unprocessableContent && refused.html.has("#\(field)-error"))
            #expect(refused.text.contains(words))
        }
        let note = try await client.put(place, on: list, note: "나쁜 말")
        #expect(note.status == .unprocessableContent && note.text.contains("나쁜 말"))
        #expect(try await client.put(place, on: list).status == .seeOther)
        let seen = try await other.get(list).text
        #expect(seen.contains("처음 이름") && !seen.contains("나쁜"))
        #expect(try await owner.post(alone, ["title": "혼자 보는 이름"]).status == .seeOther)
        #expect(try await client.put(place, on: alone, note: "혼자 보는 말").status == .seeOther)
    }

    @Test("Programs get collaborators and revision where they may edit")
    func answersPrograms() async throws {
        let site = try await TestSite()
        let (owner, other, visitor) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        try await site.logIn(owner, nickname: "가람")
        let helper = try await site.logIn(other, nickname: "별하")
        let client = ListClient(browser: owner)
        let list = try await client.make("함께", "public")
        try await client.share(list, with: other, "별하")
        #expect(try await owner.post(list, ["title": "함께 둘"]).status == .seeOther)
        for browser in [owner, other] {
            let page = try await browser.json(list)
            #expect(page["mayEdit"] as? Bool == true)
            #expect((page["list"] as? [String: Any])?["rev"] as? Int == 2)
            let people = page["collaborators"] as? [[String: Any]]
            #expect(people?.map { $0["id"] as? Int } == [Int(helper)])
            #expect(people?.map { $0["nickname"] as? String } == ["별하"])
            #expect(people?.map { $0["isWaiting"] as? Bool } == [false])
            #expect(people?.map(\.count) == [3])
        }
        let page = try await visitor.json(list)
        #expect(page["mayEdit"] as? Bool == false)
        #expect((page["list"] as? [String: Any])?["rev"] as? Int == nil)
        #expect((page["collaborators"] as? [Any])?.isEmpty == true)
    }

    @Test("Every change of lists is limited", arguments: TestEngine.available)
    func limitsChanges(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        let id = try await site.logIn(browser, nickname: "가람")
        let client = ListClient(browser: browser)
        let list = try await client.make()
        try await client.put(place, on: list)
        func exhaust(_ limit: RateLimit?) async throws {
            let arrival = site.now.milliseconds + 1_000_000_000
            guard let key = limit?.key(for: String(id)) else { return }
            try await site.app.database.write { transaction in
                try transaction.execute("DELETE FROM rate_limits WHERE key = \(key)")
                try transaction.execute(
                    "INSERT INTO rate_limits (key, theoretical_arrival) VALUES (\(key), \(arrival))"
                )
            }
        }
        try await exhaust(site.app.limits.lists)
        let made = try await browser.post("/places/\(place)/lists", ["title": "하나 더"])
        #expect(made.status == .tooManyRequests)
        try await exhaust(site.app.limits.listEntries)
        for (path, form) in [
            (list, ["title": "새 이름"]), ("\(list)/delete", [:]), ("\(list)/entries", ["place_id": "\(place)"]),
            ("\(list)/entries/\(place)/delete", [:]),
        ] {
            #expect(try await browser.post(path, form).status == .tooManyRequests, "\(path)")
        }
        let off = "shown=\(Self.id(list))&had=\(Self.id(list))"
        let answer = try await browser.post("/places/\(place)/lists", raw: Array(off.utf8))
        #expect(answer.status == .tooManyRequests)
        #expect(try await client.places(list) == [Int(place)])
        #expect((try await browser.json("/lists")["lists"] as? [Any])?.count == 1)
    }
}
