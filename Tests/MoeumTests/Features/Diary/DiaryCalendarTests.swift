import Foundation
import Testing

@testable import Moeum
@testable import Web

/// Months, years and lists of days.
@Suite(.cleanup)
struct DiaryCalendarTests {
    @Test(
        "The weeks of a month hold all its days",
        arguments: [
            ("2026-11", WeekStart.sunday, 5, "2026-11-01"), ("2026-11", .monday, 6, "2026-10-26"),
            ("2026-02", .sunday, 4, "2026-02-01"), ("2026-02", .monday, 5, "2026-01-26"),
            ("2026-12", .sunday, 5, "2026-11-29"),
        ]
    )
    func coverWholeMonth(_ text: String, _ start: WeekStart, _ count: Int, _ first: String) throws {
        let month = try #require(CalendarMonth(text))
        let weeks = month.weeks(from: start)
        #expect(weeks.map(\.count) == Array(repeating: 7, count: count) && weeks[0][0].text == first)
        #expect(weeks.joined().contains(month.first) && weeks.joined().contains(month.last))
        #expect(month.next.previous == month && month.text == text)
    }

    @Test(
        "A text that is no month gives none",
        arguments: ["2026-13", "2026-00", "2026-1", "2026-011", "26-11", "2026/11", "2026-11-01", ""]
    )
    func rejectInvalidMonth(_ text: String) { #expect(CalendarMonth(text) == nil) }

    @Test("Only months and years that have begun have pages")
    func showBegunPeriods() async throws {
        let scene = try await DiaryScene()
        let month = String(scene.today.prefix(7))
        #expect(try await scene.browser.get("/diary").location == "/diary/\(month)")
        #expect(try await scene.browser.get("/diary?view=list").location == "/diary/\(month)?view=list")
        for path in [
            month, "\(month)?view=list", "\(month)?day=2999-01-01", "1900-01", "1900", String(month.prefix(4)),
        ] {
            #expect(try await scene.browser.get("/diary/\(path)").status == .ok, "\(path)")
        }
        let next = try #require(CalendarMonth(month)).next.text
        for path in [next, "1899-12", "1899", "2999", "2026-13", "words", "20260"] {
            #expect(try await scene.browser.get("/diary/\(path)").status == .notFound, "\(path)")
        }
        #expect(try await !scene.browser.get("/diary/1900-01").text.contains("1899-12"))
    }

    @Test(
        "A month shows each day once, with its entries and the visits that none tells of",
        arguments: TestEngine.available
    )
    func showMonth(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let (told, untold) = (scene.places[0], scene.places[1])
        let facts = ["on": "2026-01-05", "place_id": "\(told)", "weather": "rain"]
        let id = try await scene.write("비 오는 날의 국물\n아빠와", facts)
        _ = try await scene.write("종일 책", ["on": "2026-01-05"])
        try await scene.browser.post("/places/\(untold)/visits", ["on": "2026-01-05"])
        try await scene.browser.post("/places/\(told)/visits", ["on": "2026-01-09"])
        // Other months are on their own pages.
        _ = try await scene.write("다른 달", ["on": "2026-02-01"])
        let json = try await scene.browser.json("/diary/2026-01")
        let days = try #require(json["days"] as? [[String: Any]])
        #expect(days.compactMap { $0["day"] as? String } == ["2026-01-05", "2026-01-09"])
        let entries = try #require(days[0]["entries"] as? [[String: Any]])
        #expect(entries.compactMap { $0["title"] as? String } == ["비 오는 날의 국물", "종일 책"])
        #expect(entries[0]["id"] as? String == String(id) && entries[0]["photos"] as? Int == 0)
        #expect((days[0]["visits"] as? [Any])?.count == 1)
        #expect((days[1]["visits"] as? [Any])?.count == 1)
        let page = try await scene.browser.get("/diary/2026-01?day=2026-01-05")
        let label = try #require(try page.html.first("[data-day=2026-01-05]")?["aria-label"])
        #expect(label.hasPrefix("1월 5일 월요일, 비, ") && label.hasSuffix(" 외 1곳, 일기 2편"))
        #expect(try page.html.has("[data-day=2026-01-06][aria-label=1월 6일 화요일, 비어 있음]"))
        let links = try page.html.all("a[href^=/diary/entries/new?on]").compactMap { $0["href"] }
        #expect(links.contains { $0.contains(/2026-01-05.*place_id.*[0-9]$/) })
        #expect(page.text.contains("2일 기록 · 일기 2편"))
        let year = try await scene.browser.json("/diary/2026")
        #expect(year["days"] as? Int == 3)
        let months = try #require(year["months"] as? [[String: Any]])
        #expect(months.compactMap { $0["days"] as? Int }.prefix(3) == [2, 1, 0])
    }

    @Test("Weeks begin with the day that the member chose")
    func chooseWeekStart() async throws {
        let scene = try await DiaryScene()
        func first() async throws -> String? {
            try await scene.browser.get("/diary/2026-01").html.first("th[abbr]")?["abbr"]
        }
        #expect(try await first() == "일요일")
        let fields = ["week_start": "monday", "recalls": "1", "next": "/diary/2026-01"]
        let answer = try await scene.browser.post("/diary/preferences", fields)
        #expect(answer.location == "/diary/2026-01")
        #expect(try await first() == "월요일")
    }

    @Test("The list shows one month, the list of a place all its days", arguments: TestEngine.available)
    func listDays(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let (often, once) = (scene.places[0], scene.places[1])
        let (account, now) = (scene.account, scene.site.now)
        let today = SeoulDay(now)
        let recent = (0..<40).map { today.advanced(by: -3 * $0).text }
        // Months without anything lie before.
        let old = today.advanced(by: -400).text
        let all = recent + [old]
        try await scene.site.app.database.write { transaction in
            for day in all { _ = try transaction.insertVisit(often, on: day, by: account, at: now) }
            _ = try transaction.insertVisit(once, on: all[0], by: account, at: now)
        }
        let list = "/diary/\(scene.today.prefix(7))?view=list"
        func days(_ path: String) async throws -> ([String], next: String?) {
            let json = try await scene.browser.json(path)
            let days = try #require(json["days"] as? [[String: Any]])
            return (days.compactMap { $0["day"] as? String }, json["next"] as? String)
        }
        var (next, seen, pages): (String?, [String], Int) = (list, [], 0)
        while let path = next {
            let page = try await days(path)
            #expect(Set(page.0.map { $0.prefix(7) }).count == 1 && "\(path)".contains(page.0[0].prefix(7)))
            (next, seen, pages) = (page.next, seen + page.0, pages + 1)
        }
        #expect(seen == all && pages == Set(all.map { $0.prefix(7) }).count)
        let empty = try await scene.browser.get("/diary/\(CalendarMonth(of: today.advanced(by: -200)).text)?view=list")
        #expect(empty.text.contains("이달은 아직 비어 있어요") && empty.text.contains("/diary/\(old.prefix(7))?view=list"))
        let first = try await days("\(list)&place=\(often)")
        let second = try await days(try #require(first.next))
        #expect(first.0.count == 30 && first.0 + second.0 == all && second.next == nil)
        #expect(try await days("\(list)&place=\(once)").0 == [all[0]])
        let answer = try await scene.browser.get("/my/visits?place=\(once)")
        #expect(answer.location == "\(list)&place=\(once)")
        #expect(try await scene.browser.get("\(list)&place=1").status == .notFound)
    }
}
