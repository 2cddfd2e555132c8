import Foundation
import Testing

@testable import Moeum

/// Lists of reviews against what plain Swift makes of the same rows.
@Suite(.cleanup)
struct ReviewListStoreTests {
    /// A row as the test made it.
    private struct Made {
        let id: Review.ID
        let account: Account.ID
        let stars: Int
        let language: String
        let createdAt: Int64
        let helpful: Int
        let hasPhoto: Bool
        let keywords: [Keyword.ID]
        let isHidden: Bool
    }

    private static let bodies = ["국물이 맑고 깊어요. 또 갈 거예요.", "Clear broth and kind people, worth it.", "12345 67890 !!!!"]

    /// Random reviews of one place, and a few of another that must not show.
    private func fill(_ site: TestSite, _ count: Int, _ generator: inout SeededGenerator) async throws -> [Made] {
        let places = try await site.places(2)
        let people = try await site.people(count)
        let keywords = try await site.app.database.read { try $0.offeredKeywords(for: .restaurant).map(\.id) }
        var made: [Made] = []
        for account in people {
            let stars = 1 + generator.below(5)
            let kind = generator.below(3)
            // Many of one moment, so that ids decide; some older than a year.
            let age = [0, 1, 1, 2, 86_400, 364 * 86_400, 366 * 86_400, 500 * 86_400][generator.below(8)]
            let chosen = Array(Set((0..<generator.below(4)).map { _ in keywords[generator.below(4)] })).sorted()
            let hasPhoto = generator.below(3) == 0
            let photos = hasPhoto ? [try await site.photo(by: account)] : []
            let input = try ReviewsFixture.input(Self.bodies[kind], stars: stars, keywords: chosen, photos: photos)
            let id = try await site.review(places[0], by: account, input, age: Double(age))
            let helpful = generator.below(4)
            try await site.execute("UPDATE reviews SET helpful_count = \(helpful) WHERE id = \(id)")
            let isHidden = generator.below(8) == 0
            let now = site.now
            if isHidden { try await site.app.database.write { _ = try $0.hideReview(id, at: now) } }
            made.append(
                Made(
                    id: id,
                    account: account,
                    stars: stars,
                    language: ["ko", "en", "other"][kind],
                    createdAt: (site.now - Double(age)).milliseconds,
                    helpful: helpful,
                    hasPhoto: hasPhoto,
                    keywords: chosen,
                    isHidden: isHidden
                )
            )
        }
        for account in people.prefix(5) { try await site.review(places[1], by: account, try ReviewsFixture.input()) }
        return made
    }

    private func randomQuery(_ keywords: [Keyword.ID], _ generator: inout SeededGenerator) -> ReviewQuery {
        var query = ReviewQuery()
        query.sort = ReviewQuery.Sort.allCases[generator.below(4)]
        if generator.below(2) == 0 { query.stars = (1...5).filter { _ in generator.below(2) == 0 } }
        if generator.below(3) == 0 { query.hasPhotosOnly = true }
        if generator.below(3) == 0 { query.keywords = keywords.filter { _ in generator.below(2) == 0 } }
        if generator.below(3) == 0 { query.language = Language.allCases[generator.below(2)] }
        if generator.below(3) == 0 { query.isOfPastYear = true }
        if generator.below(6) == 0 { query.isMine = true }
        return query
    }

    private func expected(_ made: [Made], _ query: ReviewQuery, reader: Account.ID, _ now: Date) -> [Review.ID] {
        let yearAgo = (now - 365 * 86_400).milliseconds
        let matching = made.filter { each in
            !each.isHidden && (query.stars.isEmpty || query.stars.contains(each.stars))
                && (!query.hasPhotosOnly || each.hasPhoto)
                && (query.keywords.isEmpty || !Set(query.keywords).isDisjoint(with: each.keywords))
                && (query.language == nil || query.language?.rawValue == each.language)
                && (!query.isOfPastYear || each.createdAt >= yearAgo) && (!query.isMine || each.account == reader)
        }
        return matching.sorted { one, other in
            func key(_ each: Made) -> Int64 {
                switch query.sort {
                case .new: 0
                case .helpful: -Int64(each.helpful)
                case .high: -Int64(each.stars)
                case .low: Int64(each.stars)
                }
            }
            return (key(one), -one.createdAt, -one.id.rawValue) < (key(other), -other.createdAt, -other.id.rawValue)
        }.map(\.id)
    }

    private func walk(
        _ site: TestSite,
        _ place: Place.ID,
        _ query: ReviewQuery,
        _ reader: ReviewReader,
        limit: Int,
        between: () async throws -> Void = {}
    ) async throws -> [Review.ID] {
        var (query, ids) = (query, [Review.ID]())
        while true {
            let list = try await site.app.database.read { [query] in
                try $0.reviews(of: place, query, for: reader, limit: limit)
            }
            ids += list.entries.map(\.id)
            guard let next = list.next else { return ids }
            #expect(list.entries.count == limit)
            // As it goes through an address.
            query.after = ReviewCursor(next.text)
            #expect(query.after == next)
            try await between()
        }
    }

    @Test("Every filter and order gives what plain Swift makes of the same rows", arguments: TestEngine.available)
    func filterAndOrder(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        var generator = SeededGenerator(state: 11)
        let made = try await fill(site, 90, &generator)
        let place = try await site.places(1)[0]
        let keywords = try await site.app.database.read { try $0.offeredKeywords(for: .restaurant).map(\.id) }
        let reader = ReviewReader(accountID: made[3].account, isStaff: false, now: site.now)
        var found = 0
        for _ in 0..<120 {
            let query = randomQuery(Array(keywords.prefix(4)), &generator)
            let ids = try await walk(site, place, query, reader, limit: 1 + generator.below(12))
            #expect(ids == expected(made, query, reader: made[3].account, site.now), "\(query)")
            found += ids.count
        }
        #expect(found > 500)
    }

    @Test(
        "Reviews written or deleted between two pages neither repeat nor hide others",
        arguments: ReviewQuery.Sort.allCases
    )
    func pageWhileChanging(_ sort: ReviewQuery.Sort) async throws {
        for engine in TestEngine.available {
            try await Cleanup.run {
                let site = try await TestSite(on: engine)
                let place = try await site.places(1)[0]
                let people = try await site.people(80)
                var generator = SeededGenerator(state: 5)
                var there: [Review.ID] = []
                for account in people.prefix(40) {
                    let input = try ReviewsFixture.input(stars: 1 + generator.below(5))
                    there.append(try await site.review(place, by: account, input, age: Double(10 + generator.below(3))))
                }
                var query = ReviewQuery()
                query.sort = sort
                var writers = people.dropFirst(40)
                var gone: Set<Review.ID> = []
                let reader = ReviewReader(accountID: nil, isStaff: false, now: site.now)
                let now = site.now
                let ids = try await walk(site, place, query, reader, limit: 4) {
                    for _ in 0..<2 {
                        guard let writer = writers.popFirst() else { break }
                        let input = try ReviewsFixture.input(stars: 1 + generator.below(5))
                        try await site.review(place, by: writer, input)
                    }
                    let victim = there[generator.below(there.count)]
                    gone.insert(victim)
                    try await site.app.database.write { _ = try $0.deleteReview(victim, at: now) }
                }
                #expect(Set(ids).count == ids.count)
                #expect(Set(there).subtracting(gone).subtracting(ids) == [])
            }
        }
    }

    @Test("A review comes with its shown photos, keywords, votes and author", arguments: TestEngine.available)
    func readWholeReview(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let places = try await site.places(2)
        let people = try await site.people(2)
        let photos = [try await site.photo(by: people[0]), try await site.photo(by: people[0])]
        let keywords = try await site.app.database.read { try $0.offeredKeywords(for: .restaurant) }
        let input = try ReviewsFixture.input(
            visitedOn: "2026-11-01",
            keywords: [keywords[1].id, keywords[0].id],
            photos: [photos[1], photos[0]]
        )
        let id = try await site.review(places[0], by: people[0], input)
        let reader = ReviewReader(accountID: people[1], isStaff: false, now: site.now)
        let now = site.now
        try await site.app.database.write { _ = try $0.setHelpfulVote(on: id, by: people[1], isOn: true, at: now) }
        let list = try await site.app.database.read {
            try $0.reviews(of: places[0], ReviewQuery(), for: reader)
        }
        let entry = try #require(list.entries.first)
        #expect(entry.pictures.map(\.id) == [photos[1], photos[0]])
        #expect(entry.keywords.map(\.id) == [keywords[0].id, keywords[1].id])
        #expect(entry.isVotedByReader && entry.helpful == 1)
        #expect(entry.visitedOn == "2026-11-01" && entry.author?.nickname == "손님1")
        try await site.app.database.write { try $0.hidePhoto(photos[1], at: now) }
        let after = try await site.app.database.read { try $0.reviewEntry(id, for: reader) }
        #expect(after?.pictures.map(\.id) == [photos[0]])
    }

    @Test("The front page shows the newest reviews of listed places") func showOnFrontPage() async throws {
        let site = try await TestSite()
        let places = try await site.places(8)
        let person = try await site.people(1)[0]
        var ids: [Review.ID] = []
        for (index, place) in places.enumerated() {
            let input = try ReviewsFixture.input()
            ids.append(try await site.review(place, by: person, input, age: Double(index)))
        }
        try await site.execute("UPDATE places SET status = 'closed' WHERE id = \(places[1])")
        let reviews = try #require(try await site.json("/")["reviews"] as? [[String: Any]])
        #expect(reviews.compactMap { $0.id() } == [ids[0]] + ids[2...6])
        #expect((reviews[0]["place"] as? [String: Any])?.id() == places[0])
    }
}
