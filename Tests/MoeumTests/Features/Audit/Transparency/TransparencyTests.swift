import Foundation
import HTTPTypes
import Hummingbird
import RouterClient
import Testing

@testable import Moeum

/// What anybody may know of the site's own house, in counts that stay right.
@Suite(.cleanup)
struct TransparencyTests {
    /// Asks a router of its own: the site's own keeps what it has counted for ten seconds, and its clock stands still.
    private func months(_ site: TestSite) async throws -> [[String: Any]] {
        let client = try RouterClient(Routes.router(site.app))
        let answer = try await client.execute(
            uri: "/transparency",
            method: .get,
            headers: [.accept: "application/json"]
        )
        let page = try JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any]
        return try #require(page?["months"] as? [[String: Any]])
    }

    private func counts(_ month: [String: Any]?) -> [String: Int] {
        let pairs = (month?["figures"] as? [[String: Any]] ?? []).compactMap { figure -> (String, Int)? in
            guard let name = figure["name"] as? String, let count = figure["count"] as? Int else { return nil }
            return (name, count)
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test("An undone action counts as undone in its own month", arguments: TestEngine.available)
    func countUndone(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        #expect(try await months(site).isEmpty)
        let people = try await site.people(2)
        let place = try #require(try await site.places(1).first)
        let review = try await site.review(place, by: people[0], try ReviewsFixture.input())
        let past = CalendarMonth(site.now - 70 * 86_400)
        let then = past.start + 5 * 86_400
        let (old, audit) = (
            AuditContext(actor: .command, reason: .abuse, at: then, emailRenderer: site.app.emailRenderer),
            AuditContext(actor: .command, reason: .abuse, at: site.now, emailRenderer: site.app.emailRenderer)
        )
        let target = AuditEntry.Target.review(review)
        let hide = try await site.app.database.write { transaction in
            let found = try transaction.findOrInsertCase(of: target, account: people[0], place: place, at: then - 5_400)
            try transaction.execute(
                """
                INSERT INTO reports (id, case_id, account_id, reason, detail, weight, created_at)
                VALUES (1, \(found.id), \(people[1]), 'spam', '', 0, \(then.milliseconds))
                """
            )
            let hide = try transaction.recordChange(.hide, on: target, .reviewVisibility, old) { _ in
                VisibilityState(hiddenAt: then)
            }
            try transaction.recordChange(.close, on: target, .caseState, key: String(found.id), old) { _ in
                CaseState(state: .closed, assignee: nil, outcome: .acted)
            }
            try transaction.imposeSanction(.warning, on: people[0], audit)
            return hide ?? 0
        }
        func look() async throws -> (now: [String: Int], then: [String: Int]) {
            let months = try await months(site)
            return (
                counts(months.first { $0["month"] as? String == CalendarMonth(site.now).text }),
                counts(months.first { $0["month"] as? String == past.text })
            )
        }
        let before = ["reported-spam": 1, "cases-acted": 1, "reviews-hidden": 1]
        for isKept in [false, true] {
            if isKept { try await MonthFiguresUpdater(database: site.app.database, clock: site.app.clock).run() }
            let seen = try await look()
            #expect(seen.now == ["warnings": 1] && seen.then == before)
            #expect(try await months(site).last?["medianMinutes"] as? Int == 90)
            let rows = try await site.count("SELECT COUNT(*) FROM month_figures")
            #expect((rows > 0) == isKept)
        }
        let undo = try await site.app.database.write { try $0.revertChange(hide, audit) }
        #expect(try await look().then == ["reported-spam": 1, "cases-acted": 1, "undone": 1])
        // Hidden after all.
        try await site.app.database.write { _ = try $0.revertChange(undo, audit) }
        #expect(try await look().then == before)
    }

    @Test("The page is the same for everybody and names nobody") func showPublicly() async throws {
        let site = try await TestSite()
        let person = try #require(try await site.people(1, "남모를이").first)
        let audit = AuditContext(
            actor: .command,
            reason: .abuse,
            note: "made-up words",
            at: site.now,
            emailRenderer: site.app.emailRenderer
        )
        try await site.app.database.write { _ = try $0.imposeSanction(.suspension, on: person, audit) }
        let page = try await site.get("/transparency")
        #expect(page.status == .ok && !page.text.contains("남모를이") && !page.text.contains("made-up words"))
        let tag = try #require(page.headers[.eTag])
        #expect(page.headers[.cacheControl]?.hasPrefix("public") == true)
        #expect(try await site.get("/transparency", [.ifNoneMatch: tag]).status == .notModified)
        #expect(try await site.get("/about").html.has("a[href=/transparency]"))
        for language in Language.allCases {
            let page = try await site.get("/transparency?lang=\(language.rawValue)").text
            #expect(page.contains(site.app.views.text("transparency.suspensions", [:], language)))
        }
    }

    @Test("Every figure, action and target has its words") func nameFigures() async throws {
        let site = try await TestSite()
        for name in MonthFigures.Name.allCases { #expect(site.app.views.hasText("transparency.\(name.rawValue)")) }
        for action in AuditEntry.Action.allCases {
            #expect(site.app.views.hasText("audit-action.\(action.rawValue)"))
        }
        for kind in AuditEntry.Target.Kind.allCases {
            #expect(site.app.views.hasText("audit-target.\(kind.rawValue)"))
        }
        for reason in ModerationReason.allCases { #expect(MonthFigures.Name(reported: reason.rawValue) != nil) }
    }

    @Test("A month in Seoul ends where the next one begins") func boundMonths() {
        let month = CalendarMonth(Date(timeIntervalSince1970: 1_767_193_200))
        #expect(month.text == "2026-01" && month.previous.text == "2025-12")
        #expect(month.previous.end == month.start && month.start == Date(timeIntervalSince1970: 1_767_193_200))
        var figures = MonthFigures()
        figures.setMedian(of: [180_000, 60_000, 600_000, 120_000])
        #expect(figures.medianMinutes == 2)
    }
}
