import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum
@testable import struct Moeum.Confirmation

/// The question whether a place is still there: where it stands, who answers it, and how it is taken back.
@Suite(.cleanup)
struct ConfirmationRoutesTests {
    /// The question's part of a page; nil where it is not asked.
    private func question(_ answer: TestResponse) throws -> HTMLElement? { try answer.html.first("section.ask") }

    private func counts(_ browser: TestBrowser, _ place: Place.ID) async throws -> [String: Any] {
        let json = try await browser.json("/places/\(place)")
        return (json["place"] as? [String: Any])?["confirmations"] as? [String: Any] ?? [:]
    }

    @Test("A tap is saved, thanked for and taken back without scripts", arguments: TestEngine.available)
    func answerAndUndo(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        let account = try await site.logIn(browser, nickname: "바라")
        let asked = try #require(try await question(browser.get("/places/\(place)")))
        #expect(asked.has("form[action=/places/\(place)/confirmations]"))
        #expect(asked.all("button[name=state]").map { $0["value"] } == ["open", "closed", "unsure"])
        let answer = try await browser.post("/places/\(place)/confirmations", ["state": "open"])
        #expect(answer.status == .seeOther && answer.location == "/places/\(place)#still")
        let now = site.now
        let saved = try await site.app.database.read { try $0.confirmation(of: account, at: place, at: now) }
        let id = try #require(saved).id
        #expect(browser.cookies["moeum_flash"] == "confirmation-added.\(id)")
        let page = try await browser.get("/places/\(place)")
        let thanked = try #require(try question(page))
        #expect(thanked.has("form[action=/confirmations/\(id)/delete]") && !thanked.has("[name=state]"))
        #expect(try page.html.has(".flash--undo"))
        let json = try await counts(browser, place)
        #expect(json["open"] as? Int == 1 && json["closed"] as? Int == 0)
        #expect(json["lastOn"] as? String == SeoulTime(now).isoDay && json["saidClosed"] as? Bool == false)
        let undone = try await browser.post("/confirmations/\(id)/delete", ["next": "/roulette"])
        #expect(undone.status == .seeOther && undone.location == "/roulette")
        #expect(try await counts(browser, place)["open"] as? Int == 0)
        #expect(try await question(browser.get("/places/\(place)"))?.has("[name=state]") == true)
        #expect(try await browser.post("/confirmations/\(id)/delete").status == .notFound)
    }

    @Test("A program gets 201 for a new answer and 200 for one in place of another", arguments: TestEngine.available)
    func answerPrograms(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "바라")
        let path = "/places/\(place)/confirmations"
        let first = try await browser.post(
            path,
            ["state": "open", "next": "//elsewhere.example"],
            TestBrowser.asProgram
        )
        #expect(first.status == .created)
        #expect(first.text.contains("\"next\":\"/places/\(place)#still\""))
        let second = try await browser.post(path, ["state": "closed"], TestBrowser.asProgram)
        #expect(second.status == .ok && second.text.contains("\"state\":\"closed\""))
        let json = try await counts(browser, place)
        #expect(json["open"] as? Int == 0 && json["closed"] as? Int == 1 && json["lastOn"] is NSNull)
        for (state, code) in [("maybe", "invalid"), ("", "required")] {
            let answer = try await browser.post(path, ["state": state], TestBrowser.asProgram)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("\"errors\":{\"state\":\"\(code)\"}"))
        }
        #expect(try await browser.post("/places/1/confirmations", ["state": "open"]).status == .notFound)
    }

    @Test("A visitor is led to the login and back to the question")
    func leadVisitors() async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1).first)
        let asked = try #require(try await question(TestBrowser(site).get("/places/\(place)")))
        let link = try #require(asked.first("a[href^=/login?next]")?["href"])
        #expect(link.contains("%23still") && !asked.has("form"))
        let answer = try await TestBrowser(site).post("/places/\(place)/confirmations", ["state": "open"])
        #expect(answer.status == .unauthorized)
        #expect(try await site.count("SELECT COUNT(*) FROM confirmations") == 0)
    }

    @Test("Who may not publish is neither asked nor heard", arguments: TestEngine.available)
    func refuseRestricted(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let (unverified, suspended, barred) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        try await site.logIn(unverified, nickname: "바라", isVerified: false)
        try await site.logIn(suspended, nickname: "미르", isSuspended: true)
        let account = try await site.logIn(barred, nickname: "가람")
        let own = try await site.confirm(place, .open, by: account)
        try await TestBrowser(site).staff().perform("no-posting", on: account)
        for browser in [unverified, suspended, barred] {
            let answer = try await browser.post("/places/\(place)/confirmations", ["state": "closed"])
            #expect(answer.status == .forbidden)
            #expect(try await question(browser.get("/places/\(place)")) == nil)
        }
        #expect(try await site.confirmations(of: place).closed == 0)
        // What one said can still be taken back.
        #expect(try await barred.post("/confirmations/\(own)/delete").status == .seeOther)
        #expect(try await suspended.post("/confirmations/\(own)/delete").status == .forbidden)
    }

    @Test("Answering and taking back are limited", arguments: TestEngine.available)
    func limitAnswers(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "바라")
        let limit = try #require(RateLimits(areOn: true).confirmations)
        for _ in 0..<limit.burst {
            #expect(try await browser.post("/places/\(place)/confirmations", ["state": "open"]).status == .seeOther)
        }
        let answer = try await browser.post("/places/\(place)/confirmations", ["state": "closed"])
        #expect(answer.status == .tooManyRequests && answer.headers[.retryAfter] != nil)
        #expect(try await site.count("SELECT COUNT(*) FROM confirmations WHERE state = 'open'") == 1)
    }

    @Test("The question stands once: beside a visit of today, after an entry, in the roulette's result")
    func askElsewhere() async throws {
        let scene = try await DiaryScene()
        let (browser, place) = (scene.browser, scene.places[0])
        let entry = try await scene.write("국물이 맑았다", ["place_id": "\(place)"])
        let reading = try #require(try await question(browser.get("/diary/entries/\(entry)")))
        #expect(reading.values(of: "next") == ["/diary/entries/\(entry)#still"])
        let without = try await scene.write("집에 있었다")
        #expect(try await question(browser.get("/diary/entries/\(without)")) == nil)
        try await browser.post("/places/\(place)/visits")
        let visited = try await browser.get("/places/\(place)").html
        #expect(visited.all(".ask").count == 1 && visited.has("#visits .ask"))
        let spin = try await browser.post("/roulette", ["from": "district", "district": "mapo"])
        let result = try await browser.get(try #require(spin.location))
        #expect(try #require(try question(result)).has("[name=state][value=open]"))
        #expect(try await browser.post("/places/\(place)/confirmations", ["state": "unsure"]).status == .seeOther)
        let thanked = try #require(try await question(browser.get("/diary/entries/\(entry)")))
        #expect(thanked.first("form[action^=/confirmations/]")?["action"]?.hasSuffix("/delete") == true)
    }

    @Test("A closed place is not asked about, and staff read what people said", arguments: TestEngine.available)
    func showStaff(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        for person in try await site.people(3) { try await site.confirm(place, .closed, by: person) }
        let marked = try await site.get("/places/\(place)")
        #expect(marked.text.contains("문을 닫았다는 이야기가 있어요"))
        let staff = TestBrowser(site)
        try await staff.staff()
        let opened = try #require(try await site.currentCase(of: .place(place)))
        let page = try await staff.get("/admin/reports/\(opened.id)")
        #expect(page.status == .ok && page.text.contains("3명이 답했어요"))
        let answer = try await staff.post("/admin/reports/\(opened.id)/actions", ["action": "dismiss"])
        #expect(answer.status == .seeOther)
        #expect(try await !site.get("/places/\(place)").text.contains("문을 닫았다는 이야기가 있어요"))
        try await site.execute("UPDATE places SET status = 'closed' WHERE id = \(place)")
        #expect(try await question(site.get("/places/\(place)")) == nil)
    }

    @Test("A place that is recorded as closed takes no answers", arguments: TestEngine.available)
    func refuseClosed(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "바라")
        let path = "/places/\(place)/confirmations"
        #expect(try await browser.post(path, ["state": "unsure"]).status == .seeOther)
        let saved = try await site.count("SELECT id FROM confirmations")
        try await site.execute("UPDATE places SET status = 'closed' WHERE id = \(place)")
        for state in Confirmation.State.allCases {
            #expect(try await browser.post(path, ["state": state.rawValue], TestBrowser.asProgram).status == .conflict)
        }
        let answer = try await browser.post(path, ["state": "open"])
        #expect(answer.status == .conflict)
        #expect(try answer.html.first("h1")?.text.contains("문을 닫은 곳이에요") == true)
        #expect(try await site.count("SELECT COUNT(*) FROM confirmations WHERE state = 'unsure'") == 1)
        // What was said before can still be taken back.
        #expect(try await browser.post("/confirmations/\(saved)/delete").status == .seeOther)
    }

    @Test("Where staff list a place that a register has as closed, people are asked", arguments: TestEngine.available)
    func askAboutDisputed(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        try await site.app.database.write { transaction in
            let register = Register.licences.source
            try transaction.saveSource(
                Source(id: register, nameKo: "대장", nameEn: "Register", url: nil, licence: nil, asOf: "2026-11-24")
            )
            let reference = SourceReference(source: register, asOf: "2026-11-24")
            let closed = PlaceOperation(state: .closed, stateText: "폐업", reference: reference)
            try transaction.saveOperation(closed, of: place)
        }
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "바라")
        let path = "/places/\(place)/confirmations"
        #expect(try await question(browser.get("/places/\(place)"))?.has("form[action=\(path)]") == true)
        #expect(try await browser.post(path, ["state": "open"]).status == .seeOther)
        // Nobody lists one whose designation was cancelled too.
        try await site.execute("UPDATE places SET status = 'cancelled' WHERE id = \(place)")
        #expect(try await question(browser.get("/places/\(place)")) == nil)
        #expect(try await browser.post(path, ["state": "open"]).status == .conflict)
    }

    @Test("Answers are in the archive of their person and are not imported", arguments: TestEngine.available)
    func archiveAnswers(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.app.database.read { try $0.place(try $0.listedPlaceIDs(limit: 1)[0]) })
        let person = try #require(try await site.people(1).first)
        try await site.confirm(place.id, .unsure, by: person)
        let rows = try await site.app.database.read { try $0.archivedConfirmations(of: person) }
        #expect(rows.count == 1 && rows[0][1] == .text(place.name) && rows[0][3] == .text("unsure"))
        #expect(ArchivePart.confirmations.restore == nil)
    }
}
