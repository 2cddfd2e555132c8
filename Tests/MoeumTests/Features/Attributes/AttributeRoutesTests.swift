import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// Telling something about a place, as people and programs do it.
@Suite(.cleanup)
struct AttributeRoutesTests {
    private static let asProgram: HTTPFields = [.accept: "application/json", .secFetchSite: "same-origin"]

    private func facts(_ site: TestSite, _ place: Place.ID) async throws -> [String] {
        let page = try await site.json("/places/\(place)")["place"] as? [String: Any]
        return (page?["facts"] as? [[String: Any]] ?? []).map { fact in
            "\(fact["key"] ?? "") \(fact["value"] ?? "") \(fact["yes"] ?? "") \(fact["no"] ?? "") \(fact["asOf"] ?? "")"
        }
    }

    @Test("One answer a person, replaced by a new one; where people differ both stand", arguments: TestEngine.available)
    func countAnswers(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let (one, two) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(one, nickname: "하나")
        try await site.logIn(two, nickname: "두리")
        let today = SeoulTime(site.now).isoDay
        let answer = try await one.post("/places/\(place)/facts", ["key": "solo", "value": "yes"])
        #expect(answer.status == .seeOther && answer.location == "/places/\(place)#facts")
        try await one.post("/places/\(place)/facts", ["key": "solo", "value": "yes"])
        #expect(try await facts(site, place) == ["solo yes 1 0 \(today)"])
        try await two.post("/places/\(place)/facts", ["key": "solo", "value": "no"])
        #expect(try await facts(site, place) == ["solo no 1 1 \(today)", "solo yes 1 1 \(today)"])
        // As a button of the page sends it.
        try await one.post("/places/\(place)/facts", ["fact": "solo=no"])
        #expect(try await facts(site, place) == ["solo no 0 2 \(today)"])
        for browser in [one, two] {
            let answer = try await browser.post("/places/\(place)/facts/delete", ["key": "solo"])
            #expect(answer.status == .seeOther && answer.location == "/places/\(place)#facts")
        }
        #expect(try await facts(site, place) == [])
        #expect(try await site.count("SELECT COUNT(*) FROM place_attributes") == 0)
    }

    @Test("Programs get the counts, and codes for what cannot be") func answerPrograms() async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "하나")
        let path = "/places/\(place)/facts"
        let taken = try await browser.post(path, ["key": "price", "value": "2"], Self.asProgram)
        #expect(taken.status == .ok)
        let object = try JSONSerialization.jsonObject(with: Data(buffer: taken.body)) as? [String: Any]
        #expect(object?["yes"] as? Int == 1 && object?["no"] as? Int == 0 && object?["value"] as? String == "2")
        for (fields, code) in [
            (["key": "price", "value": "5"], "\"value\":\"invalid\""), (["key": "price"], "\"value\":\"required\""),
            (["key": "colour", "value": "yes"], "\"key\":\"invalid\""), (["value": "yes"], "\"key\":\"required\""),
            // Restaurants have no used books.
            (["key": "used-books", "value": "yes"], "\"key\":\"invalid\""),
            (["key": "hours-mon", "value": "11-20"], "\"value\":\"invalid\""),
        ] {
            let refused = try await browser.post(path, fields, Self.asProgram)
            #expect(refused.status == .unprocessableContent, "\(fields)")
            #expect(refused.text.contains(code), "\(fields)")
        }
        #expect(try await browser.post("/places/1/facts", ["key": "solo", "value": "yes"]).status == .notFound)
        #expect(try await facts(site, place).count == 1)
    }

    @Test("A place takes what the table offers for its kind, and refuses the rest", arguments: Place.Kind.allCases)
    func followTable(_ kind: Place.Kind) async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1, kind).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "하나")
        var taken: [PlaceAttribute] = []
        for attribute in PlaceAttribute.allCases {
            let fields = ["key": attribute.rawValue, "value": attribute.values.first ?? DayHours.closed]
            let answer = try await browser.post("/places/\(place)/facts", fields, Self.asProgram)
            if answer.status == .ok { taken.append(attribute) }
            #expect([.ok, .unprocessableContent].contains(answer.status), "\(attribute)")
        }
        #expect(Set(taken) == Set(PlaceAttribute.offered(at: kind) + PlaceAttribute.week))
        #expect(try await site.count("SELECT COUNT(*) FROM place_answers") == taken.count)
        // Both kinds are asked for seats, bookshops alone for used books.
        #expect(taken.contains(.seats) && taken.contains(.usedBooks) == (kind == .bookshop))
    }

    @Test("Who may not publish tells nothing, and each account has a limit") func refuseSome() async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "하나", isSuspended: true)
        let fields = ["key": "solo", "value": "yes"]
        #expect(try await browser.post("/places/\(place)/facts", fields).status == .forbidden)
        #expect(try await browser.post("/places/\(place)/facts/hours", ["mon-closed": "1"]).status == .forbidden)
        let busy = TestBrowser(site)
        try await site.logIn(busy, nickname: "두리")
        let burst = try #require(site.app.limits.placeAnswers?.burst)
        try await site.app.database.write { transaction in
            let account = try #require(
                try transaction.first("SELECT id FROM accounts WHERE nickname = '두리'") { try $0.id(0) as Account.ID }
            )
            for _ in 0..<burst {
                try transaction.enforce(site.app.limits.placeAnswers, for: account, at: site.now)
            }
        }
        #expect(try await busy.post("/places/\(place)/facts", fields).status == .tooManyRequests)
        #expect(try await facts(site, place) == [])
    }

    @Test("The page asks what nobody answered, and shows what somebody did, without scripts")
    func showSection() async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "하나")
        let page = try await browser.get("/places/\(place)")
        let before = try page.html
        #expect(before.has("button[name=fact][value=parking=yes]"))
        #expect(before.has("button[name=fact][value=parking=no]"))
        #expect(before.has("button[name=fact][value=price=4]"))
        #expect(!before.has("#facts [aria-pressed=true]"))
        #expect(!page.text.contains("used-books"))
        try await browser.post("/places/\(place)/facts", ["fact": "parking=yes"])
        let mine = try await browser.get("/places/\(place)").html
        let own = try #require(mine.first("button[name=key][value=parking][aria-pressed=true]"))
        #expect(own["formaction"] == "/places/\(place)/facts/delete")
        #expect(own.has("time[datetime=\(SeoulTime(site.now).isoDay)]"))
        // Others can say so too, or the opposite.
        let others = try await site.get("/places/\(place)").html
        #expect(others.has("button[name=fact][value=parking=yes]"))
        #expect(others.has("button[name=fact][value=parking=no]"))
        #expect(!others.has("[value=parking][aria-pressed=true]"))
    }
}
