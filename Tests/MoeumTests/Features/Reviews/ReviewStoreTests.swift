import Foundation
import Testing

@testable import Moeum

/// Reviews as their rows go through a life.
@Suite(.cleanup)
struct ReviewStoreTests {
    private static let today = "2026-11-21"

    private func input(_ words: String, stars: Int = 4, photos: [Photo.ID] = [], keywords: [Keyword.ID] = []) throws
        -> ReviewInput
    {
        var items = [(name: "rating", value: "\(stars)"), (name: "body", value: words)]
        items += photos.map { (name: "photo_id", value: "\($0)") }
        items += keywords.map { (name: "keyword", value: "\($0)") }
        return try ReviewInput(ReviewForm(Form(items: items)), today: Self.today)
    }

    /// Two people and a place.
    private func siteWithPeople(
        _ engine: TestEngine
    ) async throws -> (TestSite, author: Account.ID, other: Account.ID, Place.ID) {
        let site = try await TestSite(on: engine)
        let author = try await TestPerson(email: "haneul@moeum.example", nickname: "haneul").exist(
            on: site,
            hash: "none"
        )
        let other = try await TestPerson(email: "bada@moeum.example", nickname: "bada").exist(on: site, hash: "none")
        let place = try await site.app.database.read { try $0.listedPlaceIDs(limit: 1)[0] }
        return (site, author, other, place)
    }

    private func photo(_ id: Photo.ID, of account: Account.ID, _ site: TestSite) async throws {
        try await site.execute(
            """
            INSERT INTO photo_blobs (hash, file, width, height, colour, placeholder, created_at)
            VALUES ('made-up', 'made-up', 4, 3, '#ffffff', '', 1) ON CONFLICT (hash) DO NOTHING
            """
        )
        try await site.execute(
            """
            INSERT INTO photos (id, name, blob_hash, account_id, created_at)
            VALUES (\(id), \("name\(id)"), 'made-up', \(account), 1)
            """
        )
    }

    @Test("An account has one review of a place", arguments: TestEngine.available)
    func insertOnce(_ engine: TestEngine) async throws {
        let (site, author, other, place) = try await siteWithPeople(engine)
        let (input, now) = (try input("first words here"), site.now)
        try await site.app.database.write { _ = try $0.insertReview(input, by: author, on: place, at: now) }
        await #expect(throws: DatabaseError.self) {
            try await site.app.database.write { _ = try $0.insertReview(input, by: author, on: place, at: now) }
        }
        try await site.app.database.write { _ = try $0.insertReview(input, by: other, on: place, at: now) }
        #expect(try await site.count("SELECT review_count FROM places WHERE id = \(place)") == 2)
    }

    @Test("An edit keeps the earlier version; a stale one changes nothing", arguments: TestEngine.available)
    func editAndKeepVersion(_ engine: TestEngine) async throws {
        let (site, author, _, place) = try await siteWithPeople(engine)
        let (now, later) = (site.now, site.now + 60)
        let (first, second) = (try input("first words here"), try input("second words here", stars: 2))
        let (id, changes) = try await site.app.database.write { transaction in
            let id = try transaction.insertReview(first, by: author, on: place, at: now)
            let changes = [
                try transaction.updateReview(id, to: first, from: 1, at: later),
                try transaction.updateReview(id, to: second, from: 1, at: later),
                try transaction.updateReview(id, to: first, from: 1, at: later),
                try transaction.updateReview(7, to: first, from: 1, at: later),
            ]
            return (id, changes)
        }
        let review = try #require(try await site.app.database.read { try $0.review(id) })
        #expect(changes == [.unchanged, .saved, .stale(review), .gone])
        #expect(review.body == "second words here" && review.rev == 2 && review.editedAt == later)
        let old = try await site.app.database.read {
            try $0.rows("SELECT rev, stars, body, written_at FROM review_versions WHERE review_id = \(id)").map {
                "\(try $0.int(0)) \(try $0.int(1)) \(try $0.string(2)) \(try $0.int64(3) == now.milliseconds)"
            }
        }
        #expect(old == ["1 4 first words here true"])
        #expect(try await site.count("SELECT stars_2 * 10 + stars_4 FROM places WHERE id = \(place)") == 10)
    }

    @Test("A review gets only photos of its author that no other review has", arguments: TestEngine.available)
    func attachOwnPhotos(_ engine: TestEngine) async throws {
        let (site, author, other, place) = try await siteWithPeople(engine)
        for id: Photo.ID in [1, 2] { try await photo(id, of: author, site) }
        try await photo(3, of: other, site)
        let (input, now) = (try input("words with photos", photos: [3, 2, 1]), site.now)
        let theirs = try self.input("more words here", photos: [1, 3])
        let (mine, second) = try await site.app.database.write { transaction in
            let mine = try transaction.insertReview(input, by: author, on: place, at: now)
            let second = try transaction.insertReview(theirs, by: other, on: place, at: now)
            return (mine, second)
        }
        let pictures = try await site.app.database.read { transaction in
            [mine, second].map { (try? transaction.reviewPictures(of: $0).map(\.id)) ?? [] }
        }
        #expect(pictures == [[2, 1], [3]])
        #expect(try await site.count("SELECT photo_count FROM places WHERE id = \(place)") == 3)
    }

    @Test("A deleted review leaves only its id", arguments: TestEngine.available)
    func deleteReview(_ engine: TestEngine) async throws {
        let (site, author, other, place) = try await siteWithPeople(engine)
        try await photo(1, of: author, site)
        let (input, again, now) = (try input("words to go", photos: [1]), try input("words once more"), site.now)
        let id = try await site.app.database.write { transaction in
            let id = try transaction.insertReview(input, by: author, on: place, at: now)
            _ = try transaction.updateReview(id, to: again, from: 1, at: now)
            try transaction.execute(
                "INSERT INTO review_votes (review_id, account_id, created_at) VALUES (\(id), \(other), 1)"
            )
            try transaction.deleteReview(id, at: now)
            return id
        }
        for table in ["reviews", "review_versions", "review_votes", "photos"] {
            #expect(try await site.count(SQL(stringLiteral: "SELECT COUNT(*) FROM \(table)")) == 0)
        }
        #expect(try await site.count("SELECT review_count + photo_count FROM places WHERE id = \(place)") == 0)
        let wasThere = try await site.app.database.read { try $0.isRemovedReview(id) }
        #expect(wasThere)
        #expect(try await site.app.database.write { try $0.deleteReview(id, at: now) } == false)
        // The place is free for another review of the same person.
        try await site.app.database.write { _ = try $0.insertReview(input, by: author, on: place, at: now) }
    }

    @Test(
        "A review that replaces one that staff hid is hidden too, until it is restored",
        arguments: TestEngine.available
    )
    func hideReplacement(_ engine: TestEngine) async throws {
        let (site, author, other, place) = try await siteWithPeople(engine)
        let (input, now) = (try input("words that staff hid"), site.now)
        let (mine, theirs) = try await site.app.database.write { transaction in
            let id = try transaction.insertReview(input, by: author, on: place, at: now)
            try transaction.saveIdempotencyKey("once000001", of: author, location: Review.path(id, at: place), at: now)
            try transaction.hideReview(id, at: now)
            try transaction.deleteReview(id, at: now)
            #expect(try transaction.idempotentLocation("once000001", of: author) == nil)
            let mine = try transaction.insertReview(input, by: author, on: place, at: now)
            return (mine, try transaction.insertReview(input, by: other, on: place, at: now))
        }
        let shown = try await site.app.database.read {
            [try $0.review(mine)?.isShown, try $0.review(theirs)?.isShown]
        }
        #expect(shown == [false, true])
        let again = try await site.app.database.write { transaction in
            try transaction.restoreReview(mine)
            try transaction.deleteReview(mine, at: now)
            return try transaction.review(try transaction.insertReview(input, by: author, on: place, at: now))
        }
        #expect(again?.isShown == true)
        #expect(try await site.count("SELECT review_count FROM places WHERE id = \(place)") == 2)
    }

    @Test("Keywords are of the place's kind; retired ones stay but are not added", arguments: TestEngine.available)
    func setKeywords(_ engine: TestEngine) async throws {
        let (site, author, _, place) = try await siteWithPeople(engine)
        try await site.execute("DELETE FROM keywords")
        for (id, kind) in [(1, "restaurant"), (2, "restaurant"), (3, "bookshop")] {
            try await site.execute(
                """
                INSERT INTO keywords (id, kind, tone, name_ko, name_en, position, created_at)
                VALUES (\(id), \(kind), 'good', \("ko\(id)"), \("en\(id)"), \(id), 1)
                """
            )
        }
        try await site.execute("UPDATE places SET kind = 'restaurant' WHERE id = \(place)")
        let (first, now) = (try input("words with keywords", keywords: [1, 2, 3, 99]), site.now)
        let second = try input("fewer words with keywords", keywords: [1])
        let third = try input("words that want one back", keywords: [1, 2])
        let (given, kept) = try await site.app.database.write { transaction in
            let id = try transaction.insertReview(first, by: author, on: place, at: now)
            let given = try transaction.keywordIDs(of: id)
            try transaction.execute("UPDATE keywords SET retired_at = 1")
            _ = try transaction.updateReview(id, to: second, from: 1, at: now)
            _ = try transaction.updateReview(id, to: third, from: 2, at: now)
            return (given, try transaction.keywordIDs(of: id))
        }
        #expect(given == [1, 2])
        #expect(kept == [1])
    }

    @Test("Who leaves takes their reviews, or only their name", arguments: [Withdrawal.Reviews.delete, .anonymise])
    func leaveReviews(_ wish: Withdrawal.Reviews) async throws {
        let (site, author, other, place) = try await siteWithPeople(.sqlite)
        let (mine, theirs, now) = (try input("words of mine"), try input("words of theirs"), site.now)
        let (id, second) = try await site.app.database.write { transaction in
            let id = try transaction.insertReview(mine, by: author, on: place, at: now)
            _ = try transaction.updateReview(id, to: theirs, from: 1, at: now)
            let second = try transaction.insertReview(theirs, by: other, on: place, at: now)
            try transaction.execute(
                "INSERT INTO review_votes (review_id, account_id, created_at) VALUES (\(second), \(author), 1)"
            )
            try transaction.execute("UPDATE reviews SET helpful_count = 1 WHERE id = \(second)")
            return (id, second)
        }
        try await site.execute(
            "UPDATE accounts SET leaving_at = 1, leaving_reviews = \(wish.rawValue) WHERE id = \(author)"
        )
        #expect(try await site.app.accountMaintenance.eraser.run(at: now) == 1)
        let left = try await site.app.database.read { try $0.review(id) }
        #expect((left == nil) == (wish == .delete))
        #expect(left?.account == nil)
        let count = try await site.count("SELECT review_count FROM places WHERE id = \(place)")
        #expect(count == (wish == .delete ? 1 : 2))
        #expect(try await site.count("SELECT COUNT(*) FROM review_versions") == 0)
        #expect(try await site.count("SELECT helpful_count FROM reviews WHERE id = \(second)") == 0)
    }
}
