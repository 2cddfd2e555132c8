import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Taking a place off a list, and taking that back.
@Suite(.cleanup)
struct RemovedListEntryTests {
    private static let now = Date(milliseconds: 1_760_000_000_000)

    private static func notes(_ list: String, _ browser: TestBrowser) async throws -> [String] {
        let entries = try await browser.json(list)["entries"] as? [[String: Any]] ?? []
        return entries.compactMap { $0["note"] as? String }
    }

    @Test("A removed entry comes back with position, note and cover", arguments: TestEngine.available)
    func restoresEntry(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let places = try await site.places(3)
        let (owner, helper) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(owner, nickname: "가람")
        try await site.logIn(helper, nickname: "별하")
        let client = ListClient(browser: owner)
        let list = try await client.make()
        for (place, note) in zip(places, ["가", "나", "다"]) { try await client.put(place, on: list, note: note) }
        try await client.share(list, with: helper, "별하")
        let middle = places[1]
        #expect(try await owner.post(list, ["cover": "\(middle)"]).status == .seeOther)
        // A second press says what the first said, and loses nothing.
        for _ in 1...2 {
            let answer = try await owner.post("\(list)/entries/\(middle)/delete")
            #expect(answer.status == .seeOther && answer.location == list)
        }
        let undo = try #require(try await owner.get(list).html.first(".flash--undo form"))
        #expect(undo["action"] == "\(list)/entries")
        #expect(undo.has("input[name=place_id][value=\(middle)]") && undo.has("input[name=undo][value=1]"))
        #expect(try await client.places(list) == [Int(places[0]), Int(places[2])])
        // Its owner may take it back, twice, no matter who took it off.
        #expect(
            try await owner.post("\(list)/entries", ["place_id": "\(middle)", "undo": "1"]).status == .seeOther
        )
        #expect(try await helper.post("\(list)/entries/\(middle)/delete").status == .seeOther)
        for _ in 1...2 {
            let answer = try await owner.post("\(list)/entries", ["place_id": "\(middle)", "undo": "1"])
            #expect(answer.location == "\(list)#p\(middle)")
        }
        #expect(try await client.places(list) == places.map { Int($0) })
        #expect(try await Self.notes(list, owner) == ["가", "나", "다"])
        #expect(
            try await site.count("SELECT COUNT(*) FROM lists WHERE cover_place_id = \(middle)") == 1
        )
        #expect(try await site.count("SELECT COUNT(DISTINCT added_by) FROM list_entries") == 1)
        #expect(try await site.count("SELECT COUNT(*) FROM removed_list_entries") == 0)
        // What was never there is gone, too.
        #expect(try await owner.post("\(list)/entries/1/delete").status == .seeOther)
        #expect(try await !owner.get(list).html.has(".flash--undo"))
    }

    @Test("Unchecking a list and checking it again keeps the note", arguments: TestEngine.available)
    func restoresByCheckbox(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let places = try await site.places(2)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람")
        let client = ListClient(browser: browser)
        let list = try await client.make()
        let id = String(list.dropFirst("/lists/".count))
        for place in places { try await client.put(place, on: list, note: "아끼는 말 \(place)") }
        let path = "/places/\(places[0])/lists"
        let off = Array("shown=\(id)&had=\(id)".utf8)
        #expect(try await browser.post(path, raw: off).status == .seeOther)
        let notice = try await browser.get("/places/\(places[0])")
        #expect(try notice.html.has(".flash--undo form[action=\(list)/entries]"))
        #expect(try await client.places(list) == [Int(places[1])])
        let undo = ["place_id": "\(places[0])", "undo": "1", "next": "/places/\(places[0])"]
        #expect(try await browser.post("\(list)/entries", undo).location == "/places/\(places[0])")
        #expect(try await client.places(list) == places.map { Int($0) })
        #expect(try await browser.post(path, raw: off).status == .seeOther)
        #expect(try await browser.post(path, raw: Array("shown=\(id)&list=\(id)".utf8)).status == .seeOther)
        #expect(try await client.places(list) == places.map { Int($0) })
        #expect(try await Self.notes(list, browser) == places.map { "아끼는 말 \($0)" })
        // Elsewhere is no way on.
        for next in ["//moeum.invalid", "https://moeum.invalid/"] {
            let elsewhere = undo.merging(["next": next]) { $1 }
            #expect(try await browser.post("\(list)/entries", elsewhere).location == "\(list)#p\(places[0])")
        }
    }

    @Test("A removed entry is forgotten after a day", arguments: TestEngine.available)
    func forgetsAfterDay(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let people = try await site.people(2)
        let places = try await site.places(3)
        let now = site.now
        let list = try await site.app.database.write { transaction in
            let input = NamedList.Details(title: "주말", note: "", visibility: .private)
            let list = try #require(try transaction.insertNamedList(input, by: people[0], at: now))
            for (place, age) in zip(places, [NamedList.undoPeriod, NamedList.undoPeriod - 1, 0]) {
                _ = try transaction.saveListEntry(place, on: list, note: "말", by: people[0], at: now - age)
                #expect(try transaction.removeListEntry(place, from: list, by: people[0], at: now - age))
                #expect(try !transaction.removeListEntry(place, from: list, by: people[0], at: now - age))
            }
            return list
        }
        try await site.app.accountMaintenance.sweep.run(at: now)
        #expect(try await site.count("SELECT COUNT(*) FROM removed_list_entries") == 2)
        let notes = try await site.app.database.write { transaction in
            // What somebody else took off is told to nobody.
            _ = try transaction.saveListEntry(places[2], on: list, restoresNote: true, by: people[1], at: now)
            for place in places.prefix(2) {
                let outcome = try transaction.saveListEntry(
                    place,
                    on: list,
                    restoresNote: true,
                    by: people[0],
                    at: now
                )
                #expect(outcome == (place == places[0] ? .added : .back))
            }
            let entries = try transaction.listEntries(of: list)
            return Dictionary(uniqueKeysWithValues: entries.map { ($0.place, $0.note) })
        }
        #expect(notes == [places[0]: "", places[1]: "말", places[2]: ""])
    }

    @Test("Later collaborators cannot restore notes that they never read", arguments: TestEngine.available)
    func hidesOldNotes(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try await site.places(1)[0]
        let (owner, helper) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(owner, nickname: "가람")
        try await site.logIn(helper, nickname: "별하")
        let client = ListClient(browser: owner)
        let list = try await client.make()
        try await client.put(place, on: list, note: "혼자만 아는 말")
        #expect(try await owner.post("\(list)/entries/\(place)/delete").status == .seeOther)
        try await client.share(list, with: helper, "별하")
        #expect(try await helper.post("\(list)/entries/\(place)/delete").status == .seeOther)
        #expect(try await !helper.get(list).html.has(".flash--undo"))
        for fields in [["place_id": "\(place)", "undo": "1"], ["place_id": "\(place)"]] {
            #expect(try await helper.post("\(list)/entries", fields).status == .seeOther)
            #expect(try await Self.notes(list, helper) == [""])
        }
        #expect(try await helper.post("\(list)/entries/\(place)/delete").status == .seeOther)
    }

    @Test("On a shared list a note returns only by undo and with the right to publish", arguments: TestEngine.available)
    func restoresSharedNote(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try await site.places(1)[0]
        let browser = TestBrowser(site)
        let account = try await site.logIn(browser, nickname: "가람")
        let client = ListClient(browser: browser)
        let list = try await client.make()
        try await client.put(place, on: list, note: "혼자만 아는 말")
        func takeOff() async throws {
            #expect(try await browser.post("\(list)/entries/\(place)/delete").status == .seeOther)
        }
        try await takeOff()
        #expect(try await browser.post(list, ["visibility": "public"]).status == .seeOther)
        #expect(try await browser.post("\(list)/entries", ["place_id": "\(place)"]).status == .seeOther)
        #expect(try await Self.notes(list, browser) == [""])
        // Asked for, it does, but for anyone who may not publish.
        let undo = ["place_id": "\(place)", "undo": "1"]
        for (mayPublish, note) in [(true, "함께 읽을 말"), (false, "")] {
            let written = ["place_id": "\(place)", "note": "함께 읽을 말"]
            #expect(try await browser.post("\(list)/entries", written).status == .seeOther)
            try await takeOff()
            if !mayPublish {
                try await site.execute("UPDATE accounts SET verified_at = NULL WHERE id = \(account)")
            }
            #expect(try await browser.post("\(list)/entries", undo).status == .seeOther)
            #expect(try await Self.notes(list, browser) == [note])
        }
    }
}
