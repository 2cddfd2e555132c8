import Foundation
import Testing

@testable import Moeum

/// Every stored count, compared with one taken again from the rows after random audit entries of many people.
@Suite(.cleanup) struct ReviewCountTests {
    @Test("Stored counts equal the rows after random actions", arguments: TestEngine.available)
    func countInSequence(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        var crowd = try await Crowd(site, people: 12, places: 5)
        for round in 1...40 {
            for _ in 1...60 { try await crowd.step() }
            let drifted = try await site.app.database.read { try $0.driftedCounts() }
            #expect(drifted == [], "round \(round)")
        }
        #expect(
            crowd.auditEntries.count == Crowd.Action.allCases.count,
            "every action was carried out: \(crowd.auditEntries)"
        )
        #expect(try await site.count("SELECT COUNT(*) FROM reviews WHERE is_shown = 1") > 5)
    }

    @Test("Stored counts equal the rows after eight act at the same time", arguments: TestEngine.available)
    func countAtOnce(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let crowd = try await Crowd(site, people: 12, places: 3)
        let entries = Crowd.Action.allCases.filter { $0 != .leave }
        try await withThrowingTaskGroup { group in
            for task in 1...8 {
                group.addTask {
                    var random = SeededGenerator(state: UInt64(task))
                    for _ in 1...60 {
                        let entry = random.below(2) == 0 ? Crowd.Action.write : entries[random.below(entries.count)]
                        let (people, places) = (crowd.people, crowd.places)
                        let (person, place) = (people[random.below(12)], places[random.below(3)])
                        let seed = random.next()
                        // What the same moment brought is refused, as routes expect it.
                        do { try await crowd.perform(entry, person, place, seed: seed) } catch DatabaseError
                            .uniqueViolation
                        {} catch DatabaseError.foreignKeyViolation {}
                    }
                }
            }
            try await group.waitForAll()
        }
        let drifted = try await site.app.database.read { try $0.driftedCounts() }
        #expect(drifted == [])
        #expect(try await site.count("SELECT COUNT(*) FROM reviews WHERE is_shown = 1") > 0)
        #expect(try await site.count("SELECT COUNT(*) FROM review_votes") > 0)
    }

    @Test("A single five ranks below forty ratings of 4.6, and places without any last") func orderByRatings() {
        let single = RatingCounts([0, 0, 0, 0, 1])
        let forty = RatingCounts([0, 0, 0, 16, 24])
        #expect(forty.mean == 4.6)
        #expect(forty.order < single.order)
        #expect(single.order < RatingCounts.none.order)
        #expect(RatingCounts([9, 0, 0, 0, 0]).order < RatingCounts.none.order)
    }
}

/// People who do at random what can be done to reviews.
private struct Crowd {
    enum Action: CaseIterable {
        case write, edit, delete, hide, restore, ban, unban, hidePhoto, restorePhoto, vote, leave
    }

    let site: TestSite
    let places: [Place.ID]
    var people: [Account.ID] = []
    var auditEntries: Set<Action> = []
    private var random = SeededGenerator(state: 20_261_121)
    private var born = 0

    init(_ site: TestSite, people: Int, places: Int) async throws {
        self.site = site
        self.places = try await site.app.database.read { try $0.listedPlaceIDs(limit: places) }
        try await site.app.database.write {
            try $0.execute(
                """
                INSERT INTO photo_blobs (hash, file, width, height, colour, placeholder, created_at)
                VALUES ('made-up', 'made-up', 4, 3, '#ffffff', '', 1)
                """
            )
        }
        for _ in 1...people { try await beBorn() }
    }

    private mutating func beBorn() async throws {
        born += 1
        let input = Account.Input(
            email: try EmailAddress("person\(born)@haneul.example"),
            nickname: try Nickname("person\(born)", reserved: ReservedNames("")),
            passwordHash: nil,
            language: .korean,
            theme: .auto,
            verifiedAt: site.now
        )
        let now = site.now
        people.append(try #require(try await site.app.database.write { try $0.insertAccount(input, at: now) }))
    }

    mutating func step() async throws {
        // Mostly writing: otherwise nearly everything would be hidden or gone.
        let entry = random.below(2) == 0 ? Action.write : Action.allCases[random.below(Action.allCases.count)]
        auditEntries.insert(entry)
        let (person, place) = (people[random.below(people.count)], places[random.below(places.count)])
        try await perform(entry, person, place, seed: random.next())
        if entry == .leave {
            people.removeAll { $0 == person }
            try await beBorn()
        }
    }

    func perform(_ entry: Action, _ person: Account.ID, _ place: Place.ID, seed: UInt64) async throws {
        let now = site.now
        try await site.app.database.write { transaction in
            var random = SeededGenerator(state: seed)
            try transaction.perform(entry, person, place, &random, now)
        }
    }
}

extension Transaction {
    fileprivate func perform(
        _ entry: Crowd.Action,
        _ person: Account.ID,
        _ place: Place.ID,
        _ random: inout SeededGenerator,
        _ now: Date
    ) throws {
        let review = try review(of: place, by: person)
        switch (entry, review) {
        case (.write, nil):
            _ = try insertReview(try input(person, [], &random), by: person, on: place, at: now)
        case (.write, let review?), (.edit, let review?):
            let kept = try reviewPictures(of: review.id).filter { _ in random.below(3) > 0 }
            _ = try updateReview(review.id, to: try input(person, kept, &random), from: review.rev, at: now)
        case (.delete, let review?): try deleteReview(review.id, at: now)
        case (.hide, let review?): try hideReview(review.id, at: now)
        case (.restore, let review?): try restoreReview(review.id)
        case (.ban, _): try hideReviews(of: person, for: .suspension, at: now)
        case (.unban, _): try unhideReviews(of: person, for: .suspension)
        case (.hidePhoto, let review?):
            for photo in try reviewPictures(of: review.id).prefix(1) { try hidePhoto(photo.id, at: now) }
        case (.restorePhoto, let review?): for photo in try reviewPictures(of: review.id) { try restorePhoto(photo.id) }
        case (.vote, _): try voteAtRandom(person, &random, now)
        case (.leave, _):
            try execute("UPDATE accounts SET leaving_at = 1, leaving_reviews = 'delete' WHERE id = \(person)")
            try leaveReviews(of: person, as: random.below(2) == 0 ? .anonymise : .delete, at: now)
            try execute("DELETE FROM accounts WHERE id = \(person)")
        default: break
        }
    }

    private func voteAtRandom(_ person: Account.ID, _ random: inout SeededGenerator, _ now: Date) throws {
        let ids = try rows("SELECT id FROM reviews ORDER BY id").map { try $0.id(0) as Review.ID }
        guard !ids.isEmpty else { return }
        let id = ids[random.below(ids.count)]
        _ = try setHelpfulVote(on: id, by: person, isOn: random.below(3) > 0, at: now)
    }

    private func input(
        _ person: Account.ID,
        _ kept: [AttachedPhoto],
        _ random: inout SeededGenerator
    ) throws -> ReviewInput {
        var items = [
            (name: "rating", value: "\(random.below(5) + 1)"),
            (name: "body", value: "made-up words number \(random.below(1_000))"),
        ]
        let sent = try (0..<random.below(3)).map { _ in try photo(of: person) }
        for id in (kept.map(\.id) + sent).prefix(Review.maxPhotos) {
            items.append((name: "photo_id", value: "\(id)"))
            items.append((name: "alt", value: "a picture"))
        }
        return try ReviewInput(ReviewForm(Form(items: items)), today: "2026-11-21")
    }

    private func photo(of person: Account.ID) throws -> Photo.ID {
        let id = Photo.ID.next()
        try execute(
            """
            INSERT INTO photos (id, name, blob_hash, account_id, created_at)
            VALUES (\(id), \("photo\(id)"), 'made-up', \(person), 1)
            """
        )
        return id
    }
}
