import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What the site counts of itself, and how staff see it.
@Suite(.cleanup)
struct StatisticsRoutesTests {
    private static func figure(_ metric: String, _ json: [String: Any]) -> [String: Any] {
        ((json["figures"] as? [[String: Any]]) ?? []).first { $0["metric"] as? String == metric } ?? [:]
    }

    private static func total(_ metric: String, _ json: [String: Any]) -> Int? { figure(metric, json)["total"] as? Int }

    @Test("Visits come from elsewhere, views from anywhere", arguments: TestEngine.available)
    func visitsAndViews(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (staff, reader) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(staff, nickname: "나래", role: .moderator, hasTwoFactor: true)
        let first = try await reader.get("/")
        _ = try await reader.get("/about", [.referer: "http://moeum.example/"])
        _ = try await reader.get("/about", [.secFetchSite: "same-origin"])
        _ = try await reader.get("/places", [.referer: "https://search.example/?q=moeum"])
        // Still the same as what the browser has: shown all the same.
        let again = try await reader.get("/", [.ifNoneMatch: first.headers[.eTag] ?? ""])
        #expect(again.status == .notModified)
        // None of these is a page that somebody looks at.
        _ = try await reader.get("/nowhere")
        _ = try await reader.get("/app.css")
        _ = try await reader.get("/places", [.fragment: "list"])
        _ = try await reader.get("/", [.accept: "application/json"])
        _ = try await reader.get("/", [.secFetchDest: "iframe"])
        _ = try await reader.get("/", [.secPurpose: "prefetch"])
        _ = try await reader.get("/", [.userAgent: "Mozilla/5.0 (compatible; Yeti/1.1; +http://naver.me/spd)"])
        _ = try await staff.get("/admin")
        let json = try await staff.json("/admin/statistics?days=7")
        #expect(Self.total("visits", json) == 3)
        #expect(Self.total("views", json) == 5)
        let series = try #require(Self.figure("views", json)["series"] as? [[String: Any]])
        #expect(series.compactMap { $0["number"] as? Int } == [0, 0, 0, 0, 0, 0, 5])
        #expect(series.last?["from"] as? String == SeoulDay(site.now).text)
    }

    @Test("Counting changes no answer", arguments: TestEngine.available)
    func sameAnswers(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (one, other) = (TestBrowser(site), TestBrowser(site))
        let first = try await one.get("/places?q=zzzz")
        try await site.app.statistics.save()
        let second = try await other.get("/places?q=zzzz", [.referer: "https://search.example/"])
        #expect(first.body == second.body)
        #expect(first.headers[.eTag] == second.headers[.eTag])
        #expect(first.headers[.setCookie] == nil)
    }

    @Test("Searches without a result are counted and their words listed", arguments: TestEngine.available)
    func emptySearches(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (staff, reader) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(staff, nickname: "나래", role: .moderator, hasTwoFactor: true)
        for path in [
            "/places?q=%EA%B3%A0%EB%9E%98%EC%A0%84%EA%B3%A8", "/places?q=%EA%B3%A0%EB%9E%98%EC%A0%84%EA%B3%A8!",
            "/places?q=zzzz", "/places?q=zzzz&kind=bookshop", "/places?q=a%40b.example",
            "/places?q=0101234567899",
            // These find something, look for nothing, or are the same search's next page.
            "/places?q=%ED%95%9C%EC%8B%9D", "/places", "/places?kind=bookshop",
        ] {
            #expect(try await reader.get(path).status == .ok)
        }
        _ = try await reader.get("/places?q=yyyy", [.userAgent: "curl/8"])
        let json = try await staff.json("/admin/statistics")
        #expect(Self.total("empty-searches", json) == 6)
        let words = try #require(json["emptySearches"] as? [[String: Any]])
        #expect(words.compactMap { $0["words"] as? String } == ["고래전골", "zzzz"])
        #expect(words.compactMap { $0["number"] as? Int } == [2, 1])
        let page = try await staff.get("/admin/statistics?lang=ko")
        #expect(page.text.contains("고래전골"))
    }

    @Test("The counts of several processes add up", arguments: TestEngine.available)
    func severalProcesses(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let day = SeoulDay(site.now)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...8 {
                group.addTask {
                    try await site.app.database.write { transaction in
                        try transaction.addDailyCount(DailyCount(metric: .visits, day: day, count: 3))
                        try transaction.addEmptySearch("zzzz", on: day, count: 2)
                    }
                }
            }
            try await group.waitForAll()
        }
        let (counts, words) = try await site.app.database.read { transaction in
            (try transaction.dailyCounts(day...day), try transaction.emptySearches(day...day, limit: 9))
        }
        #expect(counts.sum(.visits, day...day) == 24)
        #expect(words.map(\.count) == [16])
    }

    @Test("Words are limited in number and expire", arguments: TestEngine.available)
    func limitWords(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let today = SeoulDay(site.now)
        let old = today.advanced(by: -EmptySearch.keptDays - 1)
        let now = site.now
        let (kept, removed) = try await site.app.database.write { transaction in
            for number in 1...EmptySearch.maxPerDay + 20 {
                try transaction.addEmptySearch("w\(number)", on: today, count: 1)
            }
            try transaction.addEmptySearch("w1", on: today, count: 5)
            try transaction.addEmptySearch("old", on: old, count: 1)
            let removed = try EmptySearch.sweep(transaction, now, 500)
            return (try transaction.emptySearches(old...today, limit: 1_000), removed)
        }
        #expect(kept.count == EmptySearch.maxPerDay)
        #expect(kept.first?.count == 6)
        #expect(removed == 1)
        #expect(!kept.contains { $0.words == "old" })
    }

    @Test("Sign-ups and reviews are counted from their own rows", arguments: TestEngine.available)
    func signUpsAndReviews(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (staff, other) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(staff, nickname: "나래", role: .moderator, hasTwoFactor: true)
        try await site.logIn(other, nickname: "미확인", isVerified: false)
        let people = try await site.people(2)
        let place = try #require(try await site.places(1).first)
        let input = try ReviewsFixture.input()
        for person in people { _ = try await site.review(place, by: person, input) }
        let month = Int64(40) * 86_400_000
        try await site.app.database.write { transaction in
            try transaction.execute(
                "UPDATE reviews SET created_at = created_at - \(month) WHERE account_id = \(people[0])"
            )
        }
        let json = try await staff.json("/admin/statistics?days=30")
        #expect(Self.total("reviews", json) == 1)
        #expect(Self.figure("reviews", json)["before"] as? Int == 1)
        #expect(Self.figure("reviews", json)["change"] as? Int == 0)
        let verified = try await site.app.database.read { transaction in
            try transaction.first("SELECT COUNT(*) FROM accounts WHERE verified_at IS NOT NULL") {
                try $0.int(0)
            }
        }
        #expect(Self.total("sign-ups", json) == verified)
        #expect(Self.total("reviews", try await staff.json("/admin/statistics?days=90")) == 2)
        let year = try await staff.json("/admin/statistics?days=365")
        #expect((Self.figure("reviews", year)["series"] as? [Any])?.count == 12)
    }

    @Test("The page says in words what the charts draw") func chartSummaries() async throws {
        let site = try await TestSite()
        let staff = TestBrowser(site)
        try await site.logIn(staff, nickname: "나래", role: .moderator, hasTwoFactor: true)
        let today = SeoulDay(site.now)
        try await site.app.database.write { transaction in
            try transaction.addDailyCount(DailyCount(metric: .visits, day: today, count: 1_200))
            try transaction.addDailyCount(DailyCount(metric: .visits, day: today.advanced(by: -35), count: 1_000))
        }
        let page = try await staff.get("/admin/statistics?days=nonsense&lang=en")
        #expect(page.status == .ok)
        #expect(try page.html.has("[role=img][aria-label^=Visits: 1,200 in total]"))
        #expect(page.text.contains("+20% on the previous period (1,000)"))
        #expect(try !page.html.has("[style]"))
        #expect(try page.html.all("svg.chart").count == 5)
        #expect(try page.html.all("[aria-current=page]").contains { $0.text.hasPrefix("30 days") })
        let file = try await staff.get("/admin/statistics?days=7&format=csv&lang=en")
        #expect(file.headers[.contentType] == "text/csv; charset=utf-8")
        #expect(file.headers[.contentDisposition]?.contains("moeum-statistics-") == true)
        let lines = file.text.split(separator: "\r\n")
        #expect(lines.count == 8)
        #expect(lines.last == "\(today.text),1200,0,1,0,0")
    }
}
