import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// The forms for visits, and the pages that show them.
@Suite(.cleanup)
struct VisitRoutesTests {
    private static let asProgram: HTTPFields = [.accept: "application/json", .secFetchSite: "same-origin"]

    @Test("One press adds a visit today, a second press none", arguments: TestEngine.available)
    func addsToday(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        let account = try await site.logIn(browser, nickname: "바라")
        let today = SeoulTime(site.now).isoDay
        let answer = try await browser.post("/places/\(place)/visits")
        #expect(answer.status == .seeOther)
        #expect(answer.location == "/places/\(place)#visits")
        let id = try #require(try await site.app.database.read { try $0.visitID(of: account, at: place, on: today) })
        #expect(browser.cookies["moeum_flash"] == "visit-added.\(id)")
        // What a second press finds is not taken back with it.
        try await browser.post("/places/\(place)/visits", ["next": "/places"])
        #expect(browser.cookies["moeum_flash"] == "visit-known")
        let json = try await browser.json("/places/\(place)")
        let visits = (json["place"] as? [String: Any])?["visits"] as? [[String: Any]]
        #expect(visits?.map { $0["on"] as? String } == [today])
        #expect(visits?.map { $0["id"] as? Int } == [Int(id)])
    }

    @Test("The notice after deleting offers to undo it")
    func undoesDeletion() async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        let account = try await site.logIn(browser, nickname: "바라")
        let now = site.now
        let id = try await site.app.database.write {
            try $0.insertVisit(place, on: "2024-02-29", by: account, at: now)
        }
        try await browser.post("/visits/\(id)/delete")
        let page = try await browser.get("/places/\(place)")
        let undo = try #require(try page.html.first(".flash form"))
        #expect(undo["action"] == "/places/\(place)/visits")
        #expect(undo.has("input[name=on][value=2024-02-29]"))
        // What says no day offers no way back: it would note today.
        browser.setCookie("moeum_flash", "visit-removed.\(place).tomorrow")
        #expect(try await !browser.get("/places/\(place)").html.has(".flash--undo"))
    }

    @Test(
        "A day that cannot be is refused beside its field",
        arguments: [("2999-01-01", "future"), ("1899-12-31", "too-early"), ("<b>", "invalid"), ("", "required")]
    )
    func refusesDays(_ typed: String, _ code: String) async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "바라")
        let page = try await browser.post("/places/\(place)/visits", ["on": typed])
        #expect(page.status == .unprocessableContent)
        #expect(try page.html.has("#visit-on-error"))
        #expect(try page.html.has("details.fold[open]"))
        #expect(try page.html.first("#visit-on")?["value"] == typed)
        // The language is changed on the place's own page.
        #expect(try page.html.has("[name=next][value=/places/\(place)]"))
        let answer = try await browser.post("/places/\(place)/visits", ["on": typed], Self.asProgram)
        #expect(answer.status == .unprocessableContent)
        #expect(answer.text.contains("\"errors\":{\"on\":\"\(code)\"}"))
        #expect(try await site.count("SELECT COUNT(*) FROM visits") == 0)
    }

    @Test("A program gets 201 for a new visit and 200 for one that was there")
    func answersPrograms() async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "바라")
        let form = ["on": "2026-11-01", "next": "//elsewhere.example"]
        let first = try await browser.post("/places/\(place)/visits", form, Self.asProgram)
        #expect(first.status == .created)
        #expect(first.text.contains("\"on\":\"2026-11-01\",\"next\":\"/places/\(place)#visits\""))
        #expect(try await browser.post("/places/\(place)/visits", form, Self.asProgram).status == .ok)
        #expect(try await browser.post("/places/1/visits", form, Self.asProgram).status == .notFound)
    }

    @Test("Visitors get the same page before and after somebody adds a visit")
    func staysPrivate() async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1).first)
        let before = try await site.get("/places/\(place)")
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "바라")
        try await browser.post("/places/\(place)/visits", ["on": "2020-05-05"])
        let own = try await browser.get("/places/\(place)")
        #expect(own.text.contains("2020-05-05"))
        #expect(own.headers[.cacheControl] == "private, no-store")
        let after = try await site.get("/places/\(place)")
        #expect(after.text == before.text)
        #expect(try after.html.has("a[href=/login?next=/places/\(place)%23visits]"))
    }

    @Test("A member reads their own visits month by month, newest first", arguments: TestEngine.available)
    func listsByMonth(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let places = try await site.places(2)
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        let account = try await site.logIn(browser, nickname: "바라")
        let stranger = try await site.logIn(other, nickname: "미르")
        let now = site.now
        let days = (1...60).map { number in
            "20\(number <= 30 ? "25" : "24")-0\(1 + number % 9)-\(number % 28 < 9 ? "0" : "")\(1 + number % 28)"
        }
        try await site.app.database.write { transaction in
            for (index, day) in days.enumerated() {
                _ = try transaction.insertVisit(places[index % 2], on: day, by: account, at: now)
            }
            _ = try transaction.insertVisit(places[0], on: "2026-01-01", by: stranger, at: now)
        }
        var seen: [String] = []
        var next: String? = "/my/visits"
        while let path = next {
            let json = try await browser.json(path)
            let months = json["months"] as? [[String: Any]] ?? []
            for month in months {
                let visits = month["visits"] as? [[String: Any]] ?? []
                let found = visits.compactMap { $0["on"] as? String }
                #expect(found.allSatisfy { $0.hasPrefix(month["month"] as? String ?? "?") })
                seen += found
            }
            #expect(Set(months.compactMap { $0["month"] as? String }).count == months.count)
            next = json["next"] as? String
        }
        #expect(seen == days.sorted(by: >))
        // Readers find them in the list of the diary, whatever address they kept.
        let month = SeoulTime(site.now).isoDay.prefix(7)
        let kept = try #require(try await browser.get("/my/visits?place=\(places[0])").location)
        #expect(kept == "/diary/\(month)?view=list&place=\(places[0])")
        let ofOne = try await browser.get(kept).html.all("form[action^=/visits/]").compactMap { $0["action"] }
        #expect(ofOne.count { $0.wholeMatch(of: /\/visits\/[0-9]+\/delete/) != nil } == 30)
        #expect(try await browser.get("/diary/\(month)?view=list&place=1").status == .notFound)
        #expect(try await browser.get("/my/visits?after=2025-03-05.1").location == "/diary/2025-03?view=list")
        #expect(try await browser.get("/my/visits?after=2026-99-01.1").location == "/diary/\(month)?view=list")
    }

    @Test("Adding is limited; a visit that is there already costs nothing")
    func limitsAdding() async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "바라")
        for number in 0..<120 {
            let day = "19\(number < 60 ? "50" : "51")-0\(1 + number % 6)-\(10 + (number % 60) / 6)"
            #expect(try await browser.post("/places/\(place)/visits", ["on": day]).status == .seeOther)
        }
        let answer = try await browser.post("/places/\(place)/visits", ["on": "1960-01-01"])
        #expect(answer.status == .tooManyRequests)
        #expect(answer.headers[.retryAfter] != nil)
        // What is there already costs nothing.
        #expect(try await browser.post("/places/\(place)/visits", ["on": "1950-01-10"]).status == .seeOther)
    }

    @Test("Deleting is limited")
    func limitsDeletion() async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        let account = try await site.logIn(browser, nickname: "바라")
        let (now, limit) = (site.now, try #require(RateLimits(areOn: true).visitDeletions))
        let id = try await site.app.database.write {
            try $0.insertVisit(place, on: "2020-05-05", by: account, at: now)
        }
        for number in 0..<limit.burst {
            let other = try await site.app.database.write {
                try $0.insertVisit(place, on: "2020-05-06", by: account, at: now)
            }
            let answer = try await browser.post("/visits/\(other)/delete")
            #expect(answer.status == .seeOther, "\(number)")
        }
        let answer = try await browser.post("/visits/\(id)/delete")
        #expect(answer.status == .tooManyRequests && answer.headers[.retryAfter] != nil)
        #expect(try await site.count("SELECT COUNT(*) FROM visits") == 1)
    }

    @Test("A suspended member reads their visits and changes none", arguments: TestEngine.available)
    func refusesSuspended(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        let account = try await site.logIn(browser, nickname: "바라", isSuspended: true)
        let now = site.now
        let id = try await site.app.database.write {
            try $0.insertVisit(place, on: "2020-05-05", by: account, at: now)
        }
        #expect(try await browser.post("/places/\(place)/visits").status == .forbidden)
        #expect(try await browser.post("/visits/\(id)/delete").status == .forbidden)
        #expect(try await browser.get("/diary/2020-05").text.contains("day=2020-05-05"))
    }

    @Test("A place shows its reader their own tags and note, and nobody else's")
    func showsOwnNotes() async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1).first)
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        let account = try await site.logIn(browser, nickname: "바라")
        try await site.logIn(other, nickname: "미르")
        let now = site.now
        let input = Favourite.Input(tags: [Tag(group: "지역", value: "수원역")], note: "창가 자리가 좋다")
        _ = try await site.app.database.write {
            try $0.insertFavourite(place, input, usual: [], by: account, at: now)
        }
        let own = try await browser.get("/places/\(place)")
        #expect(own.text.contains("지역-수원역") && own.text.contains("창가 자리가 좋다"))
        #expect(try own.html.has("a[href=/favourites/\(place)]"))
        let others = try await other.get("/places/\(place)").text
        #expect(!others.contains("수원역") && !others.contains("창가"))
    }
}
