import Foundation
import RouterClient
import Testing

@testable import Moeum

/// What names a place without being somebody's there goes with it too.
@Suite(.cleanup)
struct DuplicateTracesTests {
    private static let traces: [SQL] = [
        "SELECT 's' || id || ' ' || COALESCE(place_id, 0) FROM suggestions ORDER BY id",
        "SELECT 't' || id || ' ' || COALESCE(place_id, 0) FROM takedowns ORDER BY id",
        "SELECT 'f' || account_id || ' ' || place_id || ' ' || note FROM removed_favourites ORDER BY account_id, place_id",
        "SELECT 'e' || list_id || ' ' || place_id || ' ' || note FROM removed_list_entries ORDER BY list_id, place_id",
    ]

    private func all(_ site: TestSite) async throws -> [String] {
        try await site.app.database.read { transaction in
            try Self.traces.flatMap { try transaction.rows($0).map { try $0.string(0) } }
        }
    }

    private func takedown(
        _ id: Takedown.ID,
        of review: Review.ID,
        by account: Account.ID,
        at place: Place.ID,
        _ site: TestSite
    ) async throws {
        try await site.execute(
            """
            INSERT INTO takedowns (id, target_kind, target_id, review_id, place_id, account_id, claim, language, state,
                confirmed_at)
            VALUES (\(id), 'review', \(review), \(review), \(place), \(account), 'privacy', 'ko', 'waiting', 1)
            """
        )
    }

    @Test("Suggestions, takedowns and removed items move with a merge and come back", arguments: TestEngine.available)
    func moveReferences(_ engine: TestEngine) async throws {
        let merged = try await MergedPlaces(on: engine)
        let (site, duplicate, other) = (merged.site, merged.places[0], merged.places[1])
        let (one, both) = (merged.people[0], merged.people[2])
        let mine = try await site.review(duplicate, by: one, try ReviewsFixture.input())
        let stays = try await site.review(duplicate, by: both, try ReviewsFixture.input())
        try await site.review(other, by: both, try ReviewsFixture.input(stars: 2))
        try await takedown(1, of: mine, by: one, at: duplicate, site)
        try await takedown(2, of: stays, by: both, at: duplicate, site)
        // Of a review that is gone.
        try await takedown(3, of: 4, by: one, at: duplicate, site)
        for person in [one, both] {
            try await site.app.database.write { transaction in
                let list = NamedList.Details(title: "주말", note: "", visibility: .private)
                let id = try #require(try transaction.insertNamedList(list, by: person, at: site.now))
                for place in person == both ? [duplicate, other] : [duplicate] {
                    let found = try transaction.findOrInsertCase(
                        of: AuditEntry.Target.place(place),
                        account: nil,
                        place: place,
                        at: site.now
                    )
                    let suggestion = try Suggestion(Form(items: [("kind", "closed")]), isOfPlace: true)
                    try transaction.insertSuggestion(.next(), suggestion, by: person, at: place, in: found.id, site.now)
                    try transaction.execute(
                        """
                        INSERT INTO removed_favourites (account_id, place_id, slot, note, tags, created_at, removed_at)
                        VALUES (\(person), \(place), 1, \("\(person) \(place)"), '', 1, 2)
                        """
                    )
                    try transaction.execute(
                        """
                        INSERT INTO removed_list_entries (list_id, place_id, position, note, was_cover, added_at,
                            removed_at)
                        VALUES (\(id), \(place), 1, \("\(person) \(place)"), 0, 1, 2)
                        """
                    )
                }
            }
        }
        let before = try await all(site)
        #expect(try await merged.merge(duplicate, into: other).status == .seeOther)
        #expect(try await site.count("SELECT COUNT(*) FROM suggestions WHERE place_id = \(other)") == 3)
        for table in ["takedowns", "removed_favourites", "removed_list_entries"] as [SQL] {
            #expect(try await site.count("SELECT COUNT(*) FROM \(table) WHERE place_id = \(duplicate)") == 1)
        }
        #expect(try await hasTakedown(2, at: duplicate, site))
        try await merged.unmerge(duplicate)
        #expect(try await all(site) == before)
    }

    private func hasTakedown(_ id: Takedown.ID, at place: Place.ID, _ site: TestSite) async throws -> Bool {
        try await site.count("SELECT COUNT(*) FROM takedowns WHERE id = \(id) AND place_id = \(place)") == 1
    }

    @Test("Forms about a merged place are about the other one", arguments: TestEngine.available)
    func redirectForms(_ engine: TestEngine) async throws {
        let merged = try await MergedPlaces(on: engine)
        let (site, browser) = (merged.site, merged.browser)
        let (duplicate, other) = (merged.places[0], merged.places[1])
        try await merged.merge(duplicate, into: other)
        let form = "/suggestions/new?place_id="
        #expect(try await browser.get("/reports/new?target=place:\(duplicate)").location == "\(form)\(duplicate)")
        #expect(try await browser.get("\(form)\(duplicate)").location == "\(form)\(other)")
        #expect(try await browser.get("\(form)\(other)").status == .ok)
        let fields = ["place_id": "\(duplicate)", "kind": "closed"]
        #expect(try await browser.post("/suggestions", fields).location == "/places/\(other)")
        #expect(try await site.count("SELECT COUNT(*) FROM suggestions WHERE place_id = \(other)") == 1)
        let report = ["target": "place:\(duplicate)", "reason": "false-information"]
        #expect(try await browser.post("/reports", report).location == "/places/\(other)")
        #expect(try await site.currentCase(of: AuditEntry.Target.place(duplicate)) == nil)
        #expect(try await site.currentCase(of: AuditEntry.Target.place(other))?.reportCount == 1)
    }
}
