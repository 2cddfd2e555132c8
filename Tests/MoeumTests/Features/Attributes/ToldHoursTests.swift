import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// Opening hours that members tell: they hold where a place's record has none.
@Suite(.cleanup)
struct ToldHoursTests {
    private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private func everyDay(_ opens: String, _ closes: String) -> [String: String] {
        Self.days.reduce(into: [:]) { fields, day in
            fields["\(day)-opens"] = opens
            fields["\(day)-closes"] = closes
        }
    }

    @Test("A week that members tell opens a place, for its page as for lists", arguments: TestEngine.available)
    func openPlace(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "하나")
        let path = "/places?kind=restaurant&open=1"
        #expect(try await site.json(path)["total"] as? Int == 0)
        let answer = try await browser.post("/places/\(place)/facts/hours", everyDay("00:00", "00:00"))
        #expect(answer.status == .seeOther && answer.location == "/places/\(place)#facts")
        let list = try await site.json(path)
        let places = try #require(list["places"] as? [[String: Any]])
        #expect(places.map { $0["id"] as? Int } == [Int(place)])
        #expect(places.allSatisfy { $0["open"] as? Bool == true })
        let page = String(buffer: try await site.get("/places/\(place)").body)
        #expect(page.contains("이용자 1명이 알려 줌"))
        #expect(page.contains("<td>24시간</td>") && page.contains(">지금 열림<") && !page.contains("00:00에 영업 종료"))
        let english = String(buffer: try await site.get("/places/\(place)", [.acceptLanguage: "en"]).body)
        #expect(english.contains("<td>24 hours</td>") && english.contains(">Open now<"))
        #expect(page.contains("Mo 00:00-23:59"))
        #expect(try await site.count("SELECT COUNT(*) FROM place_answers WHERE value = '00:00-24:00'") == 7)
        let kept = try await site.count(
            "SELECT COUNT(*) FROM place_hours WHERE place_id = \(place) AND opens_minute = 0 AND closes_minute = 1440"
        )
        #expect(kept == 7)
        #expect(try await site.app.database.read { try $0.wrongKeptCounts() } == [:])
        // Taken back day by day.
        for day in Self.days { try await browser.post("/places/\(place)/facts/delete", ["key": "hours-\(day)"]) }
        #expect(try await site.json(path)["total"] as? Int == 0)
        #expect(try await site.count("SELECT COUNT(*) FROM places WHERE told_hours IS NOT NULL") == 0)
        #expect(try await site.app.database.read { try $0.wrongKeptCounts() } == [:])
    }

    @Test("Days that cannot be are shown again as typed, and none is saved") func refuseDays() async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "하나")
        let fields = ["mon-opens": "11:00", "mon-closes": "21:00", "tue-opens": "12:34", "wed-closed": "1"]
        let refused = try await browser.post("/places/\(place)/facts/hours", fields)
        #expect(refused.status == .unprocessableContent)
        let again = try refused.html
        #expect(again.values(of: "tue-opens") == ["12:34"])
        #expect(again.all("p.err").count == 1)
        #expect(try await site.count("SELECT COUNT(*) FROM place_answers") == 0)
        var whole = fields
        whole["tue-opens"] = nil
        try await browser.post("/places/\(place)/facts/hours", whole)
        #expect(try await site.count("SELECT COUNT(*) FROM place_answers") == 2)
        // An emptied day is taken back.
        try await browser.post("/places/\(place)/facts/hours", ["mon-opens": "11:00", "mon-closes": "21:00"])
        let told = try await site.app.database.read { try $0.place(place)?.toldHours?.text }
        #expect(told == "1=11:00-21:00")
    }

    @Test(
        "What members tell otherwise than a record stands below its week, which stays first",
        arguments: TestEngine.available
    )
    func showBoth(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1, .bookshop).first)
        let districts = site.app.districts
        try await site.app.database.write { transaction in
            var record = try #require(try transaction.placeRecord(place))
            record.hoursText = "매일 10:00-20:00"
            record.source = SourceReference(source: record.source.source, asOf: "2099-01-02")
            _ = try transaction.upsertPlace(record, districts, now: site.now.milliseconds)
        }
        for (nickname, monday) in [("하나", "11:00"), ("두리", "11:00"), ("세나", "10:00")] {
            let browser = TestBrowser(site)
            try await site.logIn(browser, nickname: nickname)
            let fields = ["mon-opens": monday, "mon-closes": "20:00", "tue-opens": "10:00", "tue-closes": "20:00"]
            try await browser.post("/places/\(place)/facts/hours", fields)
        }
        let page = try await site.get("/places/\(place)").html
        let day = String(SeoulTime(site.now).isoDay.suffix(5))
        #expect(page.first("#hours-told")?.text == "이용자 2명이 다르게 알려 줬어요 · \(day)")
        // The record's seven days, and the one of which two members tell something else.
        let days = page.all("table.week td").map(\.text)
        #expect(days == Array(repeating: "10:00–20:00", count: 7) + ["11:00–20:00"])
        let english = try await site.get("/places/\(place)", [.acceptLanguage: "en"]).html
        #expect(english.first("#hours-told")?.text == "2 members told us otherwise · \(day)")
    }

    @Test("A form without any day is refused where there is nothing to take back") func refuseEmptyForm() async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "하나")
        let path = "/places/\(place)/facts/hours"
        // What is told of something else is no day.
        try await browser.post("/places/\(place)/facts", ["key": "solo", "value": "yes"])
        let refused = try await browser.post(path, ["mon-opens": ""])
        #expect(refused.status == .unprocessableContent)
        #expect(try refused.html.first(".errsum p")?.text == "아는 요일을 하나는 적어 주세요.")
        #expect(try await site.count("SELECT COUNT(*) FROM place_answers") == 1)
        try await browser.post(path, ["mon-closed": "1"])
        #expect(try await site.count("SELECT COUNT(*) FROM place_answers") == 2)
        let emptied = try await browser.post(path, ["mon-opens": ""])
        #expect(emptied.status == .seeOther)
        #expect(try await site.count("SELECT COUNT(*) FROM place_answers") == 1)
    }

    @Test(
        "The hours of most people within a year of the newest hold, the newest among equals",
        arguments: TestEngine.available
    )
    func chooseHours(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, people) = (try #require(try await site.places(1).first), try await site.people(5))
        let now = site.now
        func tell(_ person: Int, _ hours: String, daysAgo: Double) async throws -> String? {
            try await site.app.database.write { transaction in
                try transaction.savePlaceAnswer(
                    .monday,
                    hours,
                    at: place,
                    by: people[person],
                    at: now - daysAgo * 86_400
                )
                try transaction.recountPlaceAttributes([.monday], of: place)
                return try transaction.place(place)?.toldHours?.text
            }
        }
        #expect(try await tell(0, "11:00-20:00", daysAgo: 800) == "1=11:00-20:00")
        #expect(try await tell(1, "11:00-20:00", daysAgo: 700) == "1=11:00-20:00")
        // Two older ones are out of date beside it.
        #expect(try await tell(2, "12:00-21:00", daysAgo: 100) == "1=12:00-21:00")
        #expect(try await tell(3, "closed", daysAgo: 50) == "1=closed")
        #expect(try await tell(4, "12:00-21:00", daysAgo: 90) == "1=12:00-21:00")
    }

    @Test("An import keeps what members told, and its own hours come first", arguments: TestEngine.available)
    func keepThroughImports(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        func upsert(_ hours: String?, _ menu: String) async throws -> [Int] {
            let record = PlacesFixture.record("1", "한솔집") { ($0.hoursText, $0.menu) = (hours, menu) }
            return try await database.write { transaction in
                _ = try transaction.upsertPlace(record, PlacesFixture.districts, now: 1)
                #expect(try transaction.wrongKeptCounts().isEmpty)
                return try transaction.rows("SELECT opens_minute FROM place_hours ORDER BY opens_minute").map {
                    try $0.int(0)
                }
            }
        }
        #expect(try await upsert(nil, "국밥") == [])
        try await database.write { transaction in
            let id = try #require(try transaction.first("SELECT id FROM places") { try $0.id(0) as Place.ID })
            try transaction.saveToldHours(ToldHours("1=11:00-15:00,17:00-21:00;7=closed"), of: id)
            #expect(try transaction.wrongKeptCounts().isEmpty)
        }
        #expect(try await upsert(nil, "설렁탕") == [660, 1_020])
        // What is open again after midnight is found on the day after.
        try await database.write { transaction in
            let id = try #require(try transaction.first("SELECT id FROM places") { try $0.id(0) as Place.ID })
            try transaction.saveToldHours(ToldHours("7=18:00-00:30,01:30-04:00"), of: id)
            let monday = try transaction.rows("SELECT opens_minute, closes_minute FROM place_hours WHERE weekday = 1")
                .map {
                    [try $0.int(0), try $0.int(1)]
                }
            #expect(monday == [[90, 240]])
            try transaction.saveToldHours(ToldHours("1=11:00-15:00,17:00-21:00;7=closed"), of: id)
        }
        // Hours that nobody understands are none.
        #expect(try await upsert("때때로", "설렁탕") == [660, 1_020])
        #expect(try await upsert("월 10:00-20:00", "설렁탕") == [600])
    }
}
