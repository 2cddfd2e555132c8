import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum
@testable import struct Moeum.Tag

/// Keeping one place: the heart, the form behind it, and what programs are told.
@Suite(.cleanup)
struct FavouriteRoutesTests {
    private static let json: HTTPFields = [.secFetchSite: "same-origin", .accept: "application/json"]

    private func siteWithMember(
        on engine: TestEngine = .sqlite
    ) async throws -> (TestSite, TestBrowser, Account.ID, Place) {
        let site = try await TestSite(on: engine)
        let id = try await site.places(1)[0]
        let place = try #require(try await site.app.database.read { try $0.place(id) })
        let browser = TestBrowser(site)
        let account = try await site.logIn(browser, nickname: "찜하는 이")
        return (site, browser, account, place)
    }

    @Test("A heart adds a favourite with the tags of its district and type", arguments: TestEngine.available)
    func addsWithUsualTags(_ engine: TestEngine) async throws {
        let (site, browser, account, place) = try await siteWithMember(on: engine)
        let answer = try await browser.post("/favourites/\(place.id)", ["next": "/places/\(place.id)?lang=ko"])
        #expect(answer.status == .seeOther)
        #expect(answer.location == "/places/\(place.id)?lang=ko")
        #expect(browser.cookies[CookieRules.flashName]?.hasPrefix("favourite-added.") == true)
        let favourite = try await site.favourite(of: account, at: place.id)
        let district = try #require(site.app.districts[slug: place.district])
        #expect(favourite?.tags.map(\.text) == ["지역-\(district.shortName)", "종류-\(place.category)"])
        #expect(favourite?.note == "")
    }

    @Test("Programs get the number of hearts and whether theirs is one", arguments: TestEngine.available)
    func answersPrograms(_ engine: TestEngine) async throws {
        let (_, browser, _, place) = try await siteWithMember(on: engine)
        let path = "/favourites/\(place.id)"
        for _ in 1...2 {
            let answer = try await browser.post(path, [:], Self.json)
            #expect(answer.text == #"{"hearts":1,"hearted":true,"next":"/favourites","message":"찜했어요."}"#)
        }
        for _ in 1...2 {
            let answer = try await browser.post("\(path)/delete", [:], Self.json)
            #expect(answer.text == #"{"hearts":0,"hearted":false,"next":"/favourites","message":"찜을 해제했어요."}"#)
        }
    }

    @Test("The form sets exactly its tags and its note", arguments: TestEngine.available)
    func setsTagsAndNote(_ engine: TestEngine) async throws {
        let (site, browser, account, place) = try await siteWithMember(on: engine)
        let path = "/favourites/\(place.id)"
        try await browser.post(path)
        let saved = try await browser.post(
            path,
            ["tags": " 지역-수원역, 종류-양식,지역-수원역 ,", "note": "주차는 뒤편\r\n수요일 휴무"]
        )
        #expect(saved.status == .seeOther)
        #expect(browser.cookies[CookieRules.flashName]?.hasPrefix("favourite-saved.") == true)
        // A heart that is pressed again changes neither.
        try await browser.post(path)
        let favourite = try await site.favourite(of: account, at: place.id)
        #expect(favourite?.tags.map(\.text) == ["지역-수원역", "종류-양식"])
        #expect(favourite?.note == "주차는 뒤편\n수요일 휴무")
        let page = try await browser.get(path)
        #expect(try page.html.has("input[name=tags][value=지역-수원역, 종류-양식]") && page.text.contains("주차는 뒤편"))
        try await browser.post(path, ["tags": "", "note": ""])
        let empty = try await site.favourite(of: account, at: place.id)
        #expect(empty?.tags == [] && empty?.note == "")
    }

    @Test("A heart pressed again brings a removed favourite back with tags and note", arguments: TestEngine.available)
    func restoresRemoved(_ engine: TestEngine) async throws {
        let (site, browser, account, place) = try await siteWithMember(on: engine)
        let path = "/favourites/\(place.id)"
        try await browser.post(path, ["tags": "누구와-부모님", "note": "비 오는 날"])
        let before = try await site.favourite(of: account, at: place.id)
        let question = try await browser.get("\(path)/delete")
        #expect(question.status == .ok && question.text.contains("부모님") && question.text.contains("비 오는 날"))
        let gone = try await browser.post("\(path)/delete", ["next": "/favourites?tag=x-y"])
        #expect(gone.status == .seeOther && gone.location == "/favourites?tag=x-y")
        #expect(browser.cookies[CookieRules.flashName] == "favourite-removed.\(place.id)")
        #expect(try await site.favourite(of: account, at: place.id) == nil)
        #expect(try await browser.get("\(path)/delete").status == .notFound)
        // The form offers what it had, the heart brings it back.
        let form = try await browser.get(path)
        #expect(try form.html.has("input[name=tags][value=누구와-부모님]") && form.text.contains("비 오는 날"))
        #expect(try await browser.post(path).status == .seeOther)
        #expect(browser.cookies[CookieRules.flashName]?.hasPrefix("favourite-kept-again.") == true)
        #expect(try await site.favourite(of: account, at: place.id) == before)
        try await browser.post("\(path)/delete")
        let told = try await browser.post(path, [:], Self.json)
        #expect(told.text.contains("다시 찜했어요. 태그와 메모도 그대로예요."))
        #expect(try await site.favourite(of: account, at: place.id) == before)
    }

    @Test("Several fields with tags are read as one")
    func joinsTagFields() async throws {
        let (site, browser, account, place) = try await siteWithMember()
        let path = "/favourites/\(place.id)"
        let several = Form(items: [("tags", "지역-수원역, 종류-양식"), ("tags", "누구와-부모님"), ("tags", "")])
        try await browser.post(path, raw: Array(several.encoded.utf8))
        let favourite = try await site.favourite(of: account, at: place.id)
        #expect(favourite?.tags.map(\.text) == ["지역-수원역", "종류-양식", "누구와-부모님"])
        let odd = Form(items: [("tags", "지역-수원역"), ("tags", "종류-")])
        let refused = try await browser.post(path, raw: Array(odd.encoded.utf8))
        #expect(try refused.status == .unprocessableContent && refused.html.has("input[name=tags][value=지역-수원역, 종류-]"))
    }

    @Test("Tags that no favourite has any more are not offered")
    func offersUsedTags() async throws {
        let (_, browser, _, place) = try await siteWithMember()
        let path = "/favourites/\(place.id)"
        try await browser.post(path, ["tags": "누구와-부모님, 느낌-조용한"])
        try await browser.post(path, ["tags": "느낌-조용한"])
        let page = try await browser.get(path)
        #expect(try page.html.has("[data-value=조용한]") && !page.html.has("[data-value^=부모님]"))
    }

    @Test("A refused form keeps what was typed")
    func keepsRefusedForm() async throws {
        let (site, browser, account, place) = try await siteWithMember()
        let path = "/favourites/\(place.id)"
        let long = String(repeating: "가", count: 501)
        for (tags, note, codes) in [
            ("지역-", "괜찮은 메모", ["tags": "unpaired"]), ("지역-수원역", long, ["note": "too-long"]),
            ("지역-\(String(repeating: "나", count: 31))", long, ["tags": "too-long", "note": "too-long"]),
            ((1...21).map { "가-\($0)" }.joined(separator: ","), "메모", ["tags": "too-many"]),
        ] {
            let answer = try await browser.post(path, ["tags": tags, "note": note])
            #expect(answer.status == .unprocessableContent)
            #expect(try answer.html.has("input[name=tags][value=\(tags)]") && answer.text.contains(note))
            for field in codes.keys { #expect(try answer.html.has("#\(field)-error")) }
            let problem = try await browser.post(path, ["tags": tags, "note": note], Self.json)
            #expect(problem.status == .unprocessableContent)
            let body = try JSONSerialization.jsonObject(with: Data(buffer: problem.body)) as? [String: Any]
            #expect(body?["errors"] as? [String: String] == codes)
        }
        #expect(try await site.favourite(of: account, at: place.id) == nil)
    }

    @Test("Without a place every route answers 404")
    func unknownPlace() async throws {
        let (_, browser, _, place) = try await siteWithMember()
        for path in ["/favourites/1", "/favourites/x", "/favourites/99999999999999999999"] {
            #expect(try await browser.get(path).status == .notFound)
            #expect(try await browser.post(path).status == .notFound)
            #expect(try await browser.post(path, ["tags": "broken"]).status == .notFound)
            #expect(try await browser.get("\(path)/delete").status == .notFound)
            #expect(try await browser.post("\(path)/delete").status == .notFound)
        }
        let elsewhere = try await browser.post("/favourites/\(place.id)", ["next": "//evil.example/"])
        #expect(elsewhere.location == "/favourites")
    }

    @Test("Nobody reads or changes another person's favourites", arguments: TestEngine.available)
    func staysPrivate(_ engine: TestEngine) async throws {
        let (site, browser, _, place) = try await siteWithMember(on: engine)
        let path = "/favourites/\(place.id)"
        try await browser.post(path, ["tags": "비밀-태그", "note": "비밀 메모"])
        let (other, suspended, nobody) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        try await site.logIn(other, nickname: "다른 이")
        try await site.logIn(suspended, nickname: "멈춘 이", isSuspended: true)
        #expect(try await !other.get(path).text.contains("비밀"))
        #expect(try await other.get("\(path)/delete").status == .notFound)
        try await other.post("\(path)/delete")
        #expect(try await suspended.post(path).status == .forbidden)
        #expect(try await suspended.post("\(path)/delete").status == .forbidden)
        #expect(try await nobody.post(path).status == .unauthorized)
        #expect(try await nobody.get(path).location?.hasPrefix("/login?next=") == true)
        #expect(try await browser.get(path).text.contains("비밀 메모"))
        #expect(try await site.app.database.read { try $0.placeFavouriteCount(of: place.id) } == 1)
    }

    @Test("A heart is added without its usual tags where there is no room for them", arguments: TestEngine.available)
    func heartWithoutRoom(_ engine: TestEngine) async throws {
        let (site, browser, account, place) = try await siteWithMember(on: engine)
        try await site.useAllTags(of: account)
        let path = "/favourites/\(place.id)"
        let refused = try await browser.post(path, ["tags": "새-태그"])
        #expect(refused.status == .unprocessableContent)
        #expect(try await site.favourite(of: account, at: place.id) == nil)
        #expect(try await browser.post(path).status == .seeOther)
        #expect(try await site.favourite(of: account, at: place.id)?.tags == [])
        #expect(try await browser.post(path, ["tags": "g1-1"]).status == .seeOther)
        #expect(try await site.app.database.read { try $0.driftedFavourites() } == [])
    }

    @Test("Adding and removing favourites is limited")
    func limitsHearts() async throws {
        let (site, browser, _, place) = try await siteWithMember()
        let limit = try #require(RateLimits(areOn: true).favourites)
        for number in 1...limit.burst {
            let path = number.isMultiple(of: 2) ? "/favourites/\(place.id)/delete" : "/favourites/\(place.id)"
            #expect(try await browser.post(path).status == .seeOther)
        }
        let refused = try await browser.post("/favourites/\(place.id)")
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
        try await site.passLimits(Int(limit.interval / 1_000))
        #expect(try await browser.post("/favourites/\(place.id)").status == .seeOther)
    }
}

extension TestSite {
    /// Gives somebody as many tags as anybody may have, each of them on a place.
    func useAllTags(of account: Account.ID) async throws {
        let tags = (0..<Tag.maxCount).map { Tag(group: "g\($0 % 7)", value: "\($0)") }
        let now = self.now
        let places = Array(try await places(Tag.maxCount / Tag.maxPerFavourite + 1).dropFirst())
        let new = places.enumerated().map { index, place in
            let own = tags[(index * Tag.maxPerFavourite)..<((index + 1) * Tag.maxPerFavourite)]
            return NewFavourite(place: place, tags: Array(own), note: "", createdAt: now)
        }
        _ = try await app.database.write { try $0.insertFavourites(new, by: account) }
        #expect(new.count * Tag.maxPerFavourite == Tag.maxCount)
    }

    func favourite(of account: Account.ID, at place: Place.ID) async throws -> Favourite? {
        try await app.database.read { try $0.favourite(of: account, at: place) }
    }
}
