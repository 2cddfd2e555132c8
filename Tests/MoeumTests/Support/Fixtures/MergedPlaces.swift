import Foundation
import RouterClient
import Testing

@testable import Moeum
@testable import struct Moeum.Tag

/// Places that are one, and people who have things at some of them.
struct MergedPlaces: Sendable {
    let site: TestSite
    let browser: TestBrowser
    /// Restaurants of the sample.
    let places: [Place.ID]
    let people: [Account.ID]

    /// Staff before the sample.
    init(on engine: TestEngine = .sqlite, places count: Int = 2, people: Int = 4) async throws {
        site = try await TestSite(on: engine)
        (places, self.people) = (try await site.places(count), try await site.people(people))
        browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "지킴이", role: .moderator, hasTwoFactor: true)
    }

    /// One of everything that somebody can have at a place.
    func settle(_ person: Account.ID, at place: Place.ID, stars: Int) async throws {
        let photo = try await site.photo(by: person)
        try await site.review(place, by: person, try ReviewsFixture.input(stars: stars, photos: [photo]), age: 60)
        let now = site.now
        try await site.app.database.write { transaction in
            _ = try transaction.insertVisit(place, on: "2026-11-01", by: person, at: now)
            let entry = DiaryEntry(
                id: .next(),
                account: person,
                day: "2026-11-01",
                place: place,
                placeName: "그 집",
                text: "다녀온 날 \(stars)",
                photoCount: 0,
                weather: DiaryEntry.Weather(),
                rev: 1,
                editedOn: "",
                isRecalled: true,
                editedAt: now
            )
            #expect(try transaction.insertDiaryEntry(entry, once: "merged\(entry.id)"))
            let tags = [Tag(group: "누구와", value: "동무"), Tag(group: "별점", value: "별 \(stars)")]
            let favourite = Favourite.Input(tags: tags, note: "메모 \(stars)")
            _ = try transaction.insertFavourite(place, favourite, usual: [], by: person, at: now)
            let list: NamedList.ID
            if let known = try transaction.first(
                "SELECT id FROM lists WHERE account_id = \(person)",
                { try $0.id(0) as NamedList.ID }
            ) {
                list = known
            } else {
                let details = NamedList.Details(title: "주말", note: "", visibility: .private)
                list = try #require(try transaction.insertNamedList(details, by: person, at: now))
            }
            _ = try transaction.saveListEntry(place, on: list, note: "쪽지 \(stars)", by: person, at: now)
            try transaction.execute(
                "UPDATE lists SET cover_place_id = \(place) WHERE id = \(list) AND cover_place_id IS NULL"
            )
            try transaction.execute(
                """
                INSERT INTO review_drafts (account_id, place_id, form, saved_at)
                VALUES (\(person), \(place), \("body=\(stars)"), 1)
                """
            )
        }
    }

    @discardableResult
    func merge(_ place: Place.ID, into other: Place.ID) async throws -> TestResponse {
        try await browser.post("/admin/places/\(place)/merge", ["into": "\(other)", "reason": "같은 집이에요"])
    }

    /// Takes the last merge of a place back.
    func unmerge(_ place: Place.ID) async throws {
        let site = site
        try await site.app.database.write { transaction in
            let entries = try transaction.auditEntries(
                where: "d.action = 'merge-places' AND d.target_key = \(String(place))",
                limit: 1
            )
            var audit = AuditContext(actor: .site, at: site.now, emailRenderer: site.app.emailRenderer)
            audit.districts = site.app.districts
            try transaction.revertChange(try #require(entries.first).id, audit)
        }
    }

    /// Everything that a merge touches, in words.
    func everything() async throws -> [String] {
        let sets: [SQL] = [
            """
            SELECT id || ' ' || status || ' ' || review_count || ' ' || stars_1 || stars_2 || stars_3 || stars_4
                || stars_5 || ' ' || photo_count || ' ' || favourite_count FROM places ORDER BY id
            """,
            """
            SELECT 'r' || id || ' ' || place_id || ' ' || is_shown || ' ' || photo_count || ' ' || body
            FROM reviews ORDER BY id
            """,
            "SELECT 'h' || id || ' ' || place_id || ' ' || is_shown FROM photos ORDER BY id",
            "SELECT 'x' || id || ' ' || place_id FROM removed_reviews ORDER BY id",
            "SELECT 'v' || id || ' ' || place_id || ' ' || visited_on FROM visits ORDER BY id",
            """
            SELECT 'f' || account_id || ' ' || place_id || ' ' || slot || ' ' || note || ' ' || created_at
            FROM favourites ORDER BY account_id, place_id
            """,
            """
            SELECT 't' || account_id || ' ' || place_id || ' ' || tag_id || ' ' || position
            FROM favourite_tags ORDER BY account_id, place_id, position
            """,
            """
            SELECT 'e' || list_id || ' ' || place_id || ' ' || position || ' ' || note || ' ' || added_at
            FROM list_entries ORDER BY list_id, place_id
            """,
            "SELECT 'l' || id || ' ' || COALESCE(cover_place_id, 0) || ' ' || entry_count FROM lists ORDER BY id",
            "SELECT 'd' || account_id || ' ' || place_id || ' ' || form FROM review_drafts ORDER BY account_id, place_id",
            "SELECT 'y' || id || ' ' || place_id || ' ' || day || ' ' || text FROM diary_entries ORDER BY id",
            "SELECT 'c' || id || ' ' || place_id || ' ' || state FROM report_cases ORDER BY id",
            "SELECT 'i' || place_id || ' ' || kind || ' ' || row_id FROM place_merge_items ORDER BY place_id, row_id, kind",
        ]
        return try await site.app.database.read { transaction in
            try sets.flatMap { try transaction.rows($0).map { try $0.string(0) } }
        }
    }

    /// Stored counts and sets that do not say what the rows say.
    func drifted() async throws -> [String] {
        try await site.app.database.read { try $0.driftedCounts() + $0.driftedFavourites() }
    }
}
